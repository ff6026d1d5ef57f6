import { expect, test } from 'vitest';

import type { Moment, Piece } from '../messages';
import { battalion, mark, piece, slot } from '../specimen/things';
import { changesBetween } from './changes';

const at = (...pieces: Piece[]): Moment => ({ pieces, groups: [] }) as unknown as Moment;
const kinds = (before: Moment, after: Moment): [string, string][] => changesBetween(before, after).map((one) => [one.id, one.kind]);
const unit = (x: number | null, more: Partial<Piece> = {}): Piece => piece('A', 0, 'infantry', x, x === null ? null : 1, 0, more);

test('a unit that has moved, was hurt, was lost or has come is marked so', () => {
  expect(kinds(at(unit(1)), at(unit(2)))).toEqual([['A', 'moved']]);
  expect(kinds(at(unit(1, { strength: { now: 3, full: 3 } })), at(unit(2, { strength: { now: 2, full: 3 } })))).toEqual([['A', 'hurt']]);
  expect(kinds(at(unit(1)), at(unit(1, { marks: [mark('suppressed')] })))).toEqual([['A', 'hurt']]);
  expect(kinds(at(unit(1)), at(unit(1, { lost: true })))).toEqual([['A', 'lost']]);
  expect(kinds(at(unit(1)), at(unit(null)))).toEqual([['A', 'lost']]);
  expect(kinds(at(unit(null)), at(unit(1)))).toEqual([['A', 'came']]);
  expect(kinds(at(unit(1)), at(unit(1, { marks: [mark('dug in')] })))).toEqual([['A', 'changed']]);
  expect(kinds(at(unit(1)), at(unit(1)))).toEqual([]);
});

test('a unit that left the table is marked where it was', () => {
  expect(changesBetween(at(unit(1)), at())).toMatchObject([{ id: 'A', kind: 'changed', at: [1, 1, 0] }]);
});

test('a body that has moved is marked once, and a stand of it that was hurt besides', () => {
  const then = battalion('A1', 0, [5, 5, 0], 'assault', [slot('infantry', 0, 0), slot('infantry', 1, 0)]);
  const now = battalion('A1', 0, [8, 5, 0], 'assault', [slot('infantry', 0, 0), { ...slot('infantry', 1, 0), marks: ['suppressed'] }]);
  const moment = ({ group, pieces }: typeof then): Moment => ({ pieces, groups: [group] }) as unknown as Moment;
  const found = kinds(moment(then), moment(now));
  expect(found).toHaveLength(2);
  expect(found[0]).toEqual(['A1', 'moved']);
  expect(found[1]?.[1]).toBe('hurt');
});

test('a body without a place of its own has moved as its models have', () => {
  const company = (x: number): Moment => {
    const { group, pieces } = battalion('Able', 0, [x, 5, 0], 'assault', [slot('infantry', 0, 0), slot('infantry', 2, 0)]);
    return { pieces, groups: [{ ...group, x: null, y: null }] } as unknown as Moment;
  };
  const [found, ...others] = changesBetween(company(5), company(8));
  expect(others).toEqual([]);
  expect(found).toMatchObject({ id: 'Able', kind: 'moved' });
  expect(found!.at[0] - found!.from![0]).toBeCloseTo(3);
});
