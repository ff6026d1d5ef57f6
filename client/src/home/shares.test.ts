import { expect, test } from 'vitest';

import { shares } from './shares';

test('percents add up to 100', () => {
  expect(shares([21, 19, 0])).toEqual([53, 47, 0]);
  expect(shares([1, 1, 1])).toEqual([34, 33, 33]);
  expect(shares([8, 12, 0])).toEqual([40, 60, 0]);
  expect(shares([0, 0, 0])).toEqual([0, 0, 0]);
});
