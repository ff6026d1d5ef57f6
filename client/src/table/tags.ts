/** Places for tags: each tag takes its best place that covers no enemy stand and no other tag. */

import { overlap } from './ground/lettering';
import type { Box, XY } from './pen';

export interface Wanted {
  id: string;
  side: number;
  w: number;
  h: number;
  /** Places for its middle, best first. */
  spots: XY[];
}

export interface Obstacle {
  box: Box;
  side: number;
}

const FOE = 14;
const FRIEND = 3;
const TAG = 10;
const FURTHER = 0.12;
const ROUNDS = 3;

export function boxAt([x, y]: XY, w: number, h: number): Box {
  return { x0: x - w / 2, y0: y - h / 2, x1: x + w / 2, y1: y + h / 2 };
}

/** The place of each tag. Tags are placed in order, then each once more with the others in place. */
export function nudge(tags: readonly Wanted[], obstacles: readonly Obstacle[], sheet: Box): Map<string, XY> {
  const placed = new Map<string, XY>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const tag of tags) placed.set(tag.id, best(tag, tags, placed, obstacles, sheet));
  }
  return placed;
}

function best(tag: Wanted, tags: readonly Wanted[], placed: ReadonlyMap<string, XY>, obstacles: readonly Obstacle[], sheet: Box): XY {
  const others = tags.flatMap((other) => {
    const at = other.id === tag.id ? undefined : placed.get(other.id);
    return at ? [boxAt(at, other.w, other.h)] : [];
  });
  const full = tag.w * tag.h;
  const cost = (spot: XY, i: number) => {
    const box = boxAt(spot, tag.w, tag.h);
    const covered = obstacles.reduce((sum, one) => sum + overlap(box, one.box) * (one.side === tag.side ? FRIEND : FOE), 0);
    const crowded = others.reduce((sum, other) => sum + overlap(box, other) * TAG, 0);
    return i * FURTHER + (covered + crowded + (full - overlap(box, sheet)) * TAG) / full;
  };
  let found = tag.spots[0] ?? ([0, 0] as XY);
  let least = Infinity;
  tag.spots.forEach((spot, i) => {
    const c = cost(spot, i);
    if (c < least) [found, least] = [spot, c];
  });
  return found;
}

/** Pushes apart counters that would cover each other. When zoomed out, names matter more than exact places. */
export function spread(points: ReadonlyMap<string, XY>, w: number, h: number, most: number): Map<string, XY> {
  const out = new Map([...points].map(([id, p]): [string, [number, number]] => [id, [...p]]));
  const all = [...out];
  for (let round = 0; round < 12; round++) {
    all.forEach(([, a], i) => all.slice(i + 1).forEach(([, b]) => part(a, b, w, h)));
    for (const [id, p] of all) {
      const home = points.get(id)!;
      for (const axis of [0, 1] as const) p[axis] = Math.min(Math.max(p[axis], home[axis] - most), home[axis] + most);
    }
  }
  return out;
}

/** Two that overlap each move by half, along the shorter way. */
function part(a: [number, number], b: [number, number], w: number, h: number): void {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const [ox, oy] = [w - Math.abs(dx), h - Math.abs(dy)];
  if (ox <= 0 || oy <= 0) return;
  const axis = ox < oy ? 0 : 1;
  const by = (Math.min(ox, oy) / 2) * ((axis ? dy : dx) < 0 ? -1 : 1);
  a[axis] -= by;
  b[axis] += by;
}
