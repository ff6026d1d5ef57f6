/** Finds units by place: under a finger, and the next one for an arrow key. */

import type { Piece } from '../messages';
import { corners, type Chart, type Placed } from './chart';
import { gap, inside, legs, nearest, span, type XY } from './pen';

export interface Spot {
  id: string;
  at: XY;
}

/** The unit whose base is nearest to a point, if it is within reach. */
export function underFinger(pieces: readonly Placed<Piece>[], p: XY, chart: Chart, reach: number): string | null {
  let [best, least]: [string | null, number] = [null, reach];
  for (const piece of pieces) {
    const ring = corners(piece, chart);
    const far = inside(p, ring) ? 0 : gap(p, ring, true);
    if (far < least) [best, least] = [piece.id, far];
  }
  return best;
}

/** The nearest point on the edge of a base, for the ruler; without a base nearby the point itself. */
export function onEdge(pieces: readonly Placed<Piece>[], p: XY, chart: Chart, reach: number): XY {
  let [best, least]: [XY, number] = [p, Infinity];
  for (const piece of pieces) {
    const ring = corners(piece, chart);
    const within = inside(p, ring);
    for (const [a, b] of legs(ring, true)) {
      const q = nearest(p, a, b);
      if ((within || span(p, q) < reach) && span(p, q) < least) [best, least] = [q, span(p, q)];
    }
  }
  return best;
}

const WAYS: Record<string, XY> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The nearest unit in that direction. It must lie more ahead than sideways. */
export function towardsKey(spots: readonly Spot[], from: XY, key: string): string | null {
  const way = WAYS[key];
  if (!way) return null;
  let [best, least]: [string | null, number] = [null, Infinity];
  for (const { id, at } of spots) {
    const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    const cost = ahead + 2 * aside;
    if (ahead > 0.5 && aside <= ahead * 2 && cost < least) [best, least] = [id, cost];
  }
  return best;
}
