import { expect, test } from 'vitest';

import type { Change } from '../game/changes';
import type { Line, Spot } from '../messages';
import { chartOf } from './chart';
import { drawDeed, drawLine, marks } from './deeds';
import { bends } from './marching';

const chart = chartOf({ kind: 'free', width: 24, height: 24, climate: 'temperate', features: [], squares: null, levels: null });
const sheet = { chart, s: 1 };
const none = (): null => null;
const line = (more: Partial<Line>): Line => ({ n: 0, seq: 1, deed: 0, side: 0, words: '', clause: '', kind: 'note', dice: [], terms: [], units: [], ...more });
const shot = line({ kind: 'roll', units: ['A', 'B'], spots: [[2, 2, 0], [8, 2, 0]], dice: [{ sides: 20, shown: 16, made: true }], came: 'hit', total: '= 17' });

test('while a die rolls it shows no face and no result', () => {
  const rolling = drawLine(shot, 'rolling', sheet);
  expect(rolling).toContain('shot-line');
  expect(rolling).not.toMatch(/>16<|= 17|>hit/);
  const over = drawLine(shot, 'over', sheet);
  expect(over).toContain('>16<');
  expect(over).toContain('= 17: hit');
});

test('a way is an arrow through its bends, and the stands of a body have none of their own', () => {
  const path: Spot[] = [[2, 2, 0], [4, 2, 0], [4, 6, 0]];
  const march = line({ kind: 'move', units: ['A1', 'A1/1'], ways: [{ unit: 'A1', path }, { unit: 'A1/1', path }] });
  const drawn = drawLine(march, 'over', sheet, (unit) => (unit === 'A1/1' ? 'A1' : null));
  expect(drawn.match(/class="way"/g)).toHaveLength(1);
  expect(drawn).toContain('M40 440L80 440L80 368');
});

test('a result is a label at its unit, and says whether it is good or bad for it', () => {
  const drawn = drawLine(line({ kind: 'loss', units: ['B'], spots: [[8, 2, 0]], label: 'is suppressed', tone: -1 }), 'over', sheet);
  expect(drawn).toContain('came bad');
  expect(drawn).toContain('is suppressed');
});

test('several results at one place stand below each other', () => {
  const drawn = drawDeed([shot, line({ n: 1, kind: 'loss', units: ['B'], spots: [[8, 2, 0]], label: 'is hit', tone: -1 })], sheet, none);
  const rows = [...drawn.matchAll(/translate\(\S+ (\S+)\) scale\(1.0000\)"><g class="came/g)].map((found) => Number(found[1]));
  expect(rows).toHaveLength(2);
  expect(rows[1]! - rows[0]!).toBeGreaterThan(15);
});

test('every change has a mark, and a unit that moved its way as it was told', () => {
  const change = (id: string, kind: Change['kind'], from: Spot, at: Spot): Change => ({ id, side: 1, kind, from, at });
  const told = line({ kind: 'move', ways: [{ unit: 'A', path: [[2, 2, 0], [4, 2, 0], [4, 6, 0]] }] });
  const drawn = marks([change('A', 'moved', [2, 2, 0], [4, 6, 0]), change('B', 'lost', [8, 2, 0], [8, 2, 0])], [told, shot], sheet);
  for (const id of ['A', 'B']) expect(drawn).toContain(`data-did="${id}"`);
  expect(drawn).toContain('L80 440L');
  expect(drawn).toContain('shot-line');
});

test('a unit passes the bends of its way at their share of it', () => {
  const pose = (x: number, y: number) => ({ x, y, facing: 0 });
  expect(bends({ id: 'A', from: pose(0, 0), to: pose(10, 30) }, [[0, 0], [10, 0], [10, 30]])).toEqual([{ share: 0.25, x: 10, y: 0 }]);
  expect(bends({ id: 'A', from: pose(0, 0), to: pose(10, 30) }, [])).toEqual([]);
});
