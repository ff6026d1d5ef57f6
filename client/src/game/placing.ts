/** How the unit being placed moves and turns. The server decides about every place. Pure functions. */

import type { Point, Region, Spot } from '../messages';

const TURN = 5; // degrees per key press if any facing is allowed

const apart = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

function nearest<T>(all: T[], cost: (one: T) => number): T | undefined {
  return all.reduce<T | undefined>((best, one) => (best === undefined || cost(one) < cost(best) ? one : best), undefined);
}

/** The region's place there if it lists places; otherwise the point, with the same facing. */
export function placeAt(region: Region, [x, y]: Point, facing: number): Spot {
  const here = (region.places ?? []).filter((place) => place[0] === x && place[1] === y);
  const turned = nearest(here, (place) => apart(place[2], facing));
  return turned ?? [x, y, nearestTurn(region, facing)];
}

function nearestTurn(region: Region, facing: number): number {
  return nearest(region.turns ?? [], (turn) => apart(turn, facing)) ?? facing;
}

/** The facings allowed there; null for any. */
function turnsAt(region: Region, [x, y]: Spot): number[] | null {
  const listed = (region.places ?? []).filter((place) => place[0] === x && place[1] === y).map((place) => place[2]);
  const turns = listed.length ? listed : region.turns;
  return turns && [...new Set(turns)].sort((a, b) => a - b);
}

/** Whether there is more than one facing. */
export function mayTurn(region: Region, spot: Spot): boolean {
  const turns = turnsAt(region, spot);
  return turns === null || turns.length > 1;
}

/** One press of "," (-1) or "." (+1). */
export function turned(region: Region, spot: Spot, way: 1 | -1): Spot {
  const [x, y, facing] = spot;
  const turns = turnsAt(region, spot);
  if (!turns) return [x, y, (facing + way * TURN + 360) % 360];
  const now = turns.indexOf(nearest(turns, (turn) => apart(turn, facing)) ?? 0);
  return [x, y, turns[(now + way + turns.length) % turns.length] ?? facing];
}

/** On a road there is one other facing. */
export function aboutTurned([x, y, facing]: Spot): Spot {
  return [x, y, (facing + 180) % 360];
}

/** One press of an arrow key: a square on a grid, 0.1 inch (with Shift 1 inch) on a free table. */
export function moved(spot: Spot, [dx, dy]: Point, grid: boolean, far: boolean): Point {
  const step = grid || far ? 1 : 0.1;
  return [tidy(spot[0] + dx * step), tidy(spot[1] + dy * step)];
}

const tidy = (inches: number): number => Math.round(inches * 1000) / 1000;

/** Whether the facing differs, or the place by more than the hundredth of an inch that a table rounds to. */
export function isElsewhere([x, y, facing]: Spot, [px, py, other]: Spot): boolean {
  return Math.hypot(x - px, y - py) > 0.011 || facing !== other;
}

/** Where placing starts if the unit is not on the table and the server suggests no place. */
export function somewhere(region: Region): Spot | null {
  const place = region.places?.[0];
  if (place) return place;
  const outline = region.outlines?.[0];
  if (!outline?.length) return null;
  const sum = outline.reduce(([x, y], [px, py]) => [x + px, y + py] as Point, [0, 0] as Point);
  return [sum[0] / outline.length, sum[1] / outline.length, region.turns?.[0] ?? 0];
}
