import { expect, test } from 'vitest';

import type { Region } from '../messages';
import { mayTurn, moved, placeAt, somewhere, turned } from './placing';

const anywhere: Region = { outlines: [[[0, 0], [4, 0], [4, 2], [0, 2]]], places: null, turns: null, facing: null };
const squares: Region = { outlines: null, places: [[3, 4, 0], [3, 4, 90], [3, 4, 270], [5, 5, 180]], turns: null, facing: null };

test('on a square the listed facing nearest to the old one is kept', () => {
  expect(placeAt(squares, [3, 4], 350)).toEqual([3, 4, 0]);
  expect(placeAt(squares, [3, 4], 200)).toEqual([3, 4, 270]);
});

test('a place that the region does not list is kept, so that the server can say why not', () => {
  expect(placeAt(squares, [0, 0], 45)).toEqual([0, 0, 45]);
});

test('turning goes round the listed facings, or by five degrees where all are open', () => {
  expect(turned(squares, [3, 4, 270], 1)).toEqual([3, 4, 0]);
  expect(turned(squares, [3, 4, 0], -1)).toEqual([3, 4, 270]);
  expect(turned(anywhere, [1, 1, 0], -1)).toEqual([1, 1, 355]);
});

test('arrow keys move a square, a tenth of an inch, or with Shift an inch', () => {
  expect(moved([3, 4, 0], [1, 0], true, false)).toEqual([4, 4]);
  expect(moved([3, 4, 0], [0, 1], false, false)).toEqual([3, 4.1]);
  expect(moved([3, 4, 0], [0, -1], false, true)).toEqual([3, 3]);
});

test('placing starts at the first place, or in the middle of the outline', () => {
  expect(somewhere(squares)).toEqual([3, 4, 0]);
  expect(somewhere(anywhere)).toEqual([2, 1, 0]);
});

test('a unit with one facing or none cannot be turned', () => {
  const aimed: Region = { ...anywhere, turns: [] };
  expect([anywhere, squares, aimed].map((region) => mayTurn(region, [3, 4, 0]))).toEqual([true, true, false]);
  expect(mayTurn(squares, [5, 5, 180])).toBe(false);
});
