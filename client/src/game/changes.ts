/** What is different on the table since an earlier moment. Every unit that has changed gets a mark. Pure functions. */

import type { Group, Moment, Piece, Spot } from '../messages';

export interface Change {
  id: string;
  side: number;
  /** The worst thing that happened to it. */
  kind: 'lost' | 'hurt' | 'moved' | 'came' | 'changed';
  from: Spot | null;
  /** Where it is, or where it was last. */
  at: Spot;
}

type Shown = Piece | Group;

/** All changes. A body that has moved stands for its models, unless one of them was changed otherwise. */
export function changesBetween(before: Moment, after: Moment): Change[] {
  const groups = each(placed(before, after), placed(after, before));
  const moved = new Set(groups.filter((one) => one.kind === 'moved' || one.kind === 'came').map((one) => one.id));
  const group = new Map(after.pieces.map((one) => [one.id, one.group]));
  const pieces = each(before.pieces, after.pieces).filter(({ id, kind }) => !(moved.has(group.get(id) ?? '') && (kind === 'moved' || kind === 'came')));
  return [...groups.filter((one) => one.kind !== 'lost'), ...pieces];
}

/** The bodies of a moment. One without a place of its own is in the middle of the models that both moments show. */
function placed(moment: Moment, other: Moment): Group[] {
  const shown = new Set(other.pieces.filter((one) => one.x !== null).map((one) => one.id));
  return moment.groups.map((group) => {
    const models = moment.pieces.filter((one) => one.group === group.id && one.x !== null && shown.has(one.id));
    if (group.x !== null || !models.length) return group;
    const mean = (axis: 'x' | 'y'): number => models.reduce((sum, one) => sum + (one[axis] ?? 0), 0) / models.length;
    return { ...group, x: mean('x'), y: mean('y') };
  });
}

function each<T extends Shown>(before: readonly T[], after: readonly T[]): Change[] {
  const now = new Map(after.map((one) => [one.id, one]));
  const was = new Map(before.map((one) => [one.id, one]));
  const changed = after.flatMap((one) => changeOf(was.get(one.id) ?? null, one));
  return [...changed, ...before.flatMap((one) => (now.has(one.id) ? [] : changeOf(one, null)))];
}

function changeOf(was: Shown | null, now: Shown | null): Change[] {
  const [from, to] = [spotOf(was), spotOf(now)];
  const one = now ?? was;
  const at = to ?? from;
  const kind = kindOf(was, now, from, to);
  return one && at && kind ? [{ id: one.id, side: one.side, kind, from, at }] : [];
}

function kindOf(was: Shown | null, now: Shown | null, from: Spot | null, to: Spot | null): Change['kind'] | null {
  if (now?.lost && !was?.lost) return 'lost';
  if (from && !to) return now === null ? 'changed' : 'lost';
  if (stopped(now) > stopped(was) || (now?.strength && was?.strength && now.strength.now < was.strength.now)) return 'hurt';
  if (!from && to) return 'came';
  if (from && to && from.join() !== to.join()) return 'moved';
  return was && now && marksOf(was) !== marksOf(now) ? 'changed' : null;
}

const stopped = (one: Shown | null): number => one?.marks.filter((mark) => mark.stops).length ?? 0;
const marksOf = (one: Shown): string => one.marks.map((mark) => mark.word).join();
const spotOf = (one: Shown | null): Spot | null => (one && one.x !== null && one.y !== null ? [one.x, one.y, one.facing] : null);
