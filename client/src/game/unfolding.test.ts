import { expect, test } from 'vitest';

import type { Line, Moment, Moved } from '../messages';
import { piece } from '../specimen/things';
import { beatsOf, deedsOf, sideOf } from './unfolding';

export const line = (n: number, more: Partial<Line> = {}): Line => ({ n, seq: 1, deed: n, side: 0, words: `line ${n}`, clause: '', kind: 'note', dice: [], terms: [], units: [], ...more });
const before = { seq: 0, pieces: [piece('A', 0, 'infantry', 1, 1), piece('B', 1, 'infantry', 5, 5)], groups: [], templates: [] } as unknown as Moment;
const hurt = piece('B', 1, 'infantry', 5, 5, 0, { strength: { now: 2, full: 3 } });
const moved = {
  seq: 1,
  lines: [line(3, { kind: 'roll', dice: [{ sides: 6, shown: 5, made: true }] }), line(4, { kind: 'loss' }), line(5)],
  frames: [{ n: 4, pieces: [hurt], groups: [], templates: null, gone: [] }, { n: 5, pieces: [], groups: [], templates: null, gone: ['A'] }],
} as unknown as Moved;

test('a result shows with its own line, not with the dice before it', () => {
  const [roll, loss, last] = beatsOf(before, moved);
  expect(roll?.moment.pieces).toEqual(before.pieces);
  expect(loss?.moment.pieces.map((one) => one.strength?.now)).toEqual([undefined, 2]);
  expect(last?.moment.pieces.map((one) => one.id)).toEqual(['B']);
});

test('a unit that appears comes after those that were there', () => {
  const frames = [{ n: 3, pieces: [piece('C', 0, 'hq', 2, 2)], groups: [], templates: null, gone: [] }];
  expect(beatsOf(before, { ...moved, frames })[0]?.moment.pieces.map((one) => one.id)).toEqual(['A', 'B', 'C']);
});

test('dice take longer than a remark that shows nothing on the table', () => {
  const [roll, , remark] = beatsOf(before, moved);
  expect(roll!.time).toBeGreaterThan(3 * remark!.time);
});

test('lines of one deed stay together, and a new turn is nobody’s', () => {
  const deeds = deedsOf([line(0, { kind: 'turn', side: -1 }), line(1, { deed: 0 }), line(2, { side: 1 }), line(3, { deed: 2 })]);
  expect(deeds.map((deed) => deed.map((one) => one.n))).toEqual([[0, 1], [2, 3]]);
  expect(deeds.map(sideOf)).toEqual([-1, 1]);
});
