import { expect, test } from 'vitest';

import { route } from './route';

test('addresses lead to pages', () => {
  expect(route('/')).toEqual({ page: 'home' });
  expect(route('/battles')).toEqual({ page: 'nowhere' });
  expect(route('/s/')).toEqual({ page: 'nowhere' });
  expect(route('/s/abc')).toEqual({ page: 'table', token: 'abc' });
  expect(route('/w/abc/')).toEqual({ page: 'table', token: 'abc' });
  expect(route('/rules')).toEqual({ page: 'rules', rules: '' });
  expect(route('/rules/chess')).toEqual({ page: 'rules', rules: 'chess' });
  expect(route('/replay/abc')).toEqual({ page: 'replay', token: 'abc' });
});
