import { expect, test } from 'vitest';

import { slid, wheeled } from './placing';

test('a body that is pushed keeps to its own axis', () => {
  expect(slid([10, 10, 0], [3, 2], 'ahead')).toEqual([10, 12, 0]);
  expect(slid([10, 10, 0], [3, 2], 'aside')).toEqual([13, 10, 0]);
  expect(slid([10, 10, 90], [3, 2], 'ahead')).toEqual([13, 10, 90]);
});

test('a body wheels about its other front corner', () => {
  expect(wheeled([10, 10, 0], [12, 10], [8, 10], [12, 14], null)).toEqual([12, 12, 90]);
  expect(wheeled([10, 10, 0], [8, 10], [12, 10], [8, 14], null)).toEqual([8, 12, 270]);
});

test('a body wheels only to a facing that is allowed', () => {
  expect(wheeled([10, 10, 0], [12, 10], [8, 10], [12, 14], [0, 180])[2]).toBe(0);
});
