import { expect, test } from 'vitest';

import { route } from './route';

test('addresses lead to pages', () => {
  expect(route('/')).toEqual({ page: 'home' });
  expect(route('/s/abc')).toEqual({ page: 'table', token: 'abc' });
  expect(route('/w/abc/')).toEqual({ page: 'table', token: 'abc' });
  expect(route('/replay/abc')).toEqual({ page: 'replay', token: 'abc' });
});
