import { expect, test } from 'vitest';

import type { Choice } from '../messages';
import { fold, kin, oneEach, otherWay, switchesOf, titleOf, touching } from './lists';

function choice(n: number, verb: string, unit: string | null, targets: string[] = []): Choice {
  return { n, words: `${verb} ${n}`, clause: '', verb, unit, targets, place: null, region: null, lays: null, refusal: null, quiet: false, attack: false, ends: false, goes: false, volley: null, deed: n, ways: [] };
}

const many = (count: number, verb: string, unit: string): Choice[] => Array.from({ length: count }, (_, n) => choice(n, verb, unit));

test('a short list stays as it is', () => {
  const short = [choice(0, 'fire', 'a'), choice(1, 'move', 'b')];
  expect(fold(short, (id) => id)).toEqual([{ heading: '', choices: short }]);
});

test('a long list is folded by verb', () => {
  const folds = fold([...many(10, 'fire', 'a'), ...many(10, 'move', 'a')], (id) => id);
  expect(folds.map(({ heading, choices }) => [heading, choices.length])).toEqual([['fire', 10], ['move', 10]]);
});

test('a verb that is still long is folded by unit, by its name', () => {
  const folds = fold([...many(10, 'fire', 'a'), ...many(10, 'fire', 'b')], (id) => `Unit ${id}`);
  expect(folds.map(({ heading }) => heading)).toEqual(['fire: Unit a', 'fire: Unit b']);
});

test('folds that would hold one option each are not made', () => {
  const each = Array.from({ length: 20 }, (_, n) => choice(n, 'activate', `u${n}`));
  expect(fold(each, (id) => id)).toEqual([{ heading: 'activate', choices: each }]);
  const verbs = Array.from({ length: 20 }, (_, n) => choice(n, `verb ${n}`, null));
  expect(fold(verbs, (id) => id)).toEqual([{ heading: '', choices: verbs }]);
});

test('a stand stands for its battalion too, and a battalion for its stands', () => {
  const group = { id: 'A1', pieces: ['A1-1', 'A1-2'] };
  const moment = { groups: [group], pieces: [{ id: 'A1-1', group: 'A1' }] } as never;
  expect([...kin('A1-1', moment)]).toEqual(['A1-1', 'A1']);
  expect([...kin('A1', moment)]).toEqual(['A1', 'A1-1', 'A1-2']);
});

test('an option touches its unit and its targets', () => {
  const all = [choice(0, 'fire', 'a', ['x']), choice(1, 'fire', 'b', ['y']), choice(2, 'end', null)];
  expect(touching(all, new Set(['a'])).map((one) => one.n)).toEqual([0]);
  expect(touching(all, new Set(['y'])).map((one) => one.n)).toEqual([1]);
});

test('a button names the action, with the place once it is chosen', () => {
  const move = { ...choice(0, 'move', 'a'), words: 'A1 moves to …' };
  expect(titleOf(move)).toBe('A1 moves to …');
  expect(titleOf(move, 'A1 moves to 12, 6')).toBe('A1 moves to 12, 6');
  expect(titleOf({ ...move, words: 'stop activating' })).toBe('Stop activating');
});

const placed = (n: number, formation: string, spacing: string): Choice => ({
  ...choice(n, 'place', 'A1'), deed: 0, ways: [{ label: 'Formation', value: formation }, { label: 'Spacing', value: spacing }, { label: 'Riders', value: 'on foot' }],
});
const ways = [placed(0, 'assault', '1'), placed(1, 'assault', '2'), placed(2, 'march', '1'), choice(3, 'keep', 'A1')];

test('a deed has one row, which shows the way that is picked', () => {
  expect(oneEach(ways, null).map((one) => one.n)).toEqual([0, 3]);
  expect(oneEach(ways, 2).map((one) => one.n)).toEqual([2, 3]);
});

test('a deed has a switch for each way in which its options differ', () => {
  expect(switchesOf(ways, 0)).toEqual([{ label: 'Formation', values: ['assault', 'march'] }, { label: 'Spacing', values: ['1', '2'] }]);
  expect(switchesOf(ways, 3)).toEqual([]);
});

test('a switch changes as little else as possible', () => {
  expect(otherWay(ways, ways[1]!, 'Formation', 'march')?.n).toBe(2);
  expect(otherWay(ways, ways[0]!, 'Spacing', '2')?.n).toBe(1);
  expect(otherWay(ways, ways[0]!, 'Formation', 'column')).toBeNull();
});
