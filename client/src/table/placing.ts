/** Places the models of a unit that is being placed, and lays tapes. */

import type { Group, Piece, Point, Spot } from '../messages';
import { isPlaced, type Placed } from './chart';
import type { GhostShown } from './props';

/** The models where the server puts them; otherwise all move and turn together about the middle of the unit. */
export function standing(ghost: GhostShown, pieces: readonly Piece[], group: Group | null): Placed<Piece>[] {
  const [x, y, facing] = ghost.at;
  const known = new Map(pieces.map((one) => [one.id, one]));
  if (ghost.stands?.length) {
    return ghost.stands.flatMap((one) => {
      const piece = known.get(one.id);
      return piece ? [{ ...piece, x: one.x, y: one.y, facing: one.facing }] : [];
    });
  }
  const piece = known.get(ghost.unit);
  if (piece) return [{ ...piece, x, y, facing }];
  if (!group || !isPlaced(group)) return [];
  const by = facing - group.facing;
  return group.pieces.flatMap((id) => {
    const one = known.get(id);
    return one && isPlaced(one) ? [moved(one, [group.x, group.y], [x, y], by)] : [];
  });
}

/** On the board y points north, so a clockwise turn has the other sign than in the drawing. */
function moved(piece: Placed<Piece>, from: [number, number], to: [number, number], by: number): Placed<Piece> {
  const a = (-by * Math.PI) / 180;
  const [dx, dy] = [piece.x - from[0], piece.y - from[1]];
  return { ...piece, x: to[0] + dx * Math.cos(a) - dy * Math.sin(a), y: to[1] + dx * Math.sin(a) + dy * Math.cos(a), facing: piece.facing + by };
}

/** A place rounded for the board: whole squares, or hundredths of an inch. */
export function settled(x: number, y: number, grid: boolean): [number, number] {
  const to = grid ? 1 : 100;
  return [Math.round(x * to) / to, Math.round(y * to) / to];
}

/** The nearest allowed facing; if any is allowed, a multiple of `step` degrees. */
export function facingTowards(degrees: number, turns: readonly number[] | null, step: number): number {
  const d = ((degrees % 360) + 360) % 360;
  const off = (t: number) => Math.abs((((d - t) % 360) + 540) % 360 - 180);
  if (turns?.length) return turns.reduce((best, t) => (off(t) < off(best) ? t : best));
  return (Math.round(d / step) * step) % 360;
}

// ---- tapes: one lays them by their two ends

export type TapeEnd = 'head' | 'tail';

/** One end of a tape, from its middle and its length. */
export function tapeEnd([x, y, facing]: Spot, length: number, end: TapeEnd): Point {
  const [a, half] = [(facing * Math.PI) / 180, (end === 'head' ? length : -length) / 2];
  return [x + half * Math.sin(a), y + half * Math.cos(a)];
}

/** A tape after one end is pulled towards a point while the other lies still. */
export function pulled(still: Point, to: Point, length: number, held: TapeEnd, turns: readonly number[] | null): Spot {
  const [tail, head] = held === 'head' ? [still, to] : [to, still];
  const facing = facingTowards((Math.atan2(head[0] - tail[0], head[1] - tail[1]) * 180) / Math.PI, turns, 1);
  const [x, y] = tapeEnd([...still, facing], length, held);
  return [...settled(x, y, false), facing];
}

// ---- bodies: one holds them by their sides and front corners

/** Forward and back, slide, and wheel about the other front corner. */
export type BodyGrip = 'ahead' | 'aside' | 'wheel-left' | 'wheel-right';

export const isBodyGrip = (grip: string): grip is BodyGrip => ['ahead', 'aside', 'wheel-left', 'wheel-right'].includes(grip);

/** A body after a hand has gone so far from where it took hold: it keeps to its own axis. */
export function slid([x, y, facing]: Spot, by: Point, grip: 'ahead' | 'aside'): Spot {
  const a = ((facing + (grip === 'aside' ? 90 : 0)) * Math.PI) / 180;
  const along = by[0] * Math.sin(a) + by[1] * Math.cos(a);
  return [...settled(x + along * Math.sin(a), y + along * Math.cos(a), false), facing];
}

/** A body that wheels about a point until its held corner points at the hand. */
export function wheeled([x, y, facing]: Spot, pivot: Point, corner: Point, hand: Point, turns: readonly number[] | null): Spot {
  const bearing = ([px, py]: Point): number => (Math.atan2(px - pivot[0], py - pivot[1]) * 180) / Math.PI;
  const to = facingTowards(facing + bearing(hand) - bearing(corner), turns, 5);
  const a = (-(to - facing) * Math.PI) / 180;
  const [dx, dy] = [x - pivot[0], y - pivot[1]];
  return [...settled(pivot[0] + dx * Math.cos(a) - dy * Math.sin(a), pivot[1] + dx * Math.sin(a) + dy * Math.cos(a), false), to];
}
