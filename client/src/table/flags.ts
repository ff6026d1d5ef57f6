/** Objectives: a flag at each. It stands beside its place if units are there, so that nothing hides it. */

import type { Objective } from '../messages';
import type { Chart } from './chart';
import { overlap } from './ground/lettering';
import { at } from './overlays';
import { num, path, plain, span, towards, type Box, type XY } from './pen';
import { sideName } from './symbols';
import { boxAt } from './tags';

export interface Flag {
  one: Objective;
  /** The true place, and where the flag is drawn. */
  home: XY;
  at: XY;
}

const R = 11;
/** The size on a grid, and the place beside the counter, in the corner of the square. */
const CORNER = 0.68;
const ASIDE = 24.5;
/** Steps outwards, in radii of the flag. */
const RINGS = [0, 2.4, 3.6, 5, 7] as const;
const WAYS = 12;

/** Each flag on its place, or as near to it as units, tags and other flags leave room. */
export function flagsAt(objectives: readonly Objective[], chart: Chart, s: number, taken: readonly Box[]): Flag[] {
  const flags: Flag[] = [];
  for (const one of objectives) {
    const home = chart.at(one.x, one.y);
    flags.push({ one, home, at: chart.grid ? [home[0] - ASIDE, home[1] + ASIDE] : freePlace(home, chart, R * scaleOf(chart, s), [...taken, ...flags.map((flag) => boxAt(flag.at, 2 * R * scaleOf(chart, s), 2 * R * scaleOf(chart, s)))]) });
  }
  return flags;
}

function scaleOf(chart: Chart, s: number): number {
  return chart.grid ? CORNER : Math.max(0.6, Math.min(1, s), 0.78 * s);
}

function freePlace(home: XY, chart: Chart, r: number, taken: readonly Box[]): XY {
  const spots = RINGS.flatMap((far) => Array.from({ length: far ? WAYS : 1 }, (_, i): XY => [home[0] + far * r * Math.sin((i * 2 * Math.PI) / WAYS), home[1] - far * r * Math.cos((i * 2 * Math.PI) / WAYS)]));
  const covered = ([x, y]: XY) => taken.reduce((sum, box) => sum + overlap(boxAt([x, y], 2 * r, 2 * r), box), 0);
  const within = ([x, y]: XY) => x > r && y > r && x < chart.width - r && y < chart.height - r;
  const open = spots.filter((spot, i) => !i || within(spot));
  return open.find((spot) => covered(spot) === 0) ?? open.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best));
}

/** A disc with the holder's flag; an empty flag if nobody holds it. A line leads to its place if it stands aside. */
export function objective({ one, home, at: spot }: Flag, chart: Chart, s: number): string {
  const k = scaleOf(chart, s);
  const words = one.value ? `${one.name}, worth ${one.value}` : one.name;
  const flag = `<circle r="${R}" class="obj-o"/><circle r="${R}" class="obj-i"/><path d="M-4 5.5V-6H5L2.6 -3L5 0H-3.4" class="obj-f"/>`;
  const aside = !chart.grid && span(home, spot) > R * k;
  const lead = aside ? `<path d="${path([home, towards(spot, home, R * k)], false)}" class="obj-l"/><circle cx="${num(home[0])}" cy="${num(home[1])}" r="${num(2.4 * k)}" class="obj-p"/>` : '';
  return lead + at(spot, k, `<g class="obj s-${sideName(one.holder)}${one.holder < 0 ? ' free' : ''}">${flag}<title>${plain(words)}</title></g>`);
}
