/** Fields along roads, as decoration. The rules treat them as open ground, so they have low contrast and no hard edge. */

import { chance, type Chance } from '../chance';
import { area, boxOf, gap, hatch, inside, legs, middle, path, span, turned, walk, type Box, type Step, type XY } from '../pen';

/** What fields lie beside, and what they keep off. */
export interface Country {
  roads: readonly { line: readonly XY[]; width: number }[];
  houses: readonly (readonly XY[])[];
  /** Rings that are no farmland: water, marsh, airfields. */
  waste: readonly (readonly XY[])[];
  /** Lines that no field crosses: streams, hedges, walls. */
  bounds: readonly { line: readonly XY[]; width: number }[];
}

interface Plot {
  ring: XY[];
  box: Box;
  /** The direction of its furrows, in degrees. */
  way: number;
  /** Its side away from the road. */
  back: XY[];
}

const STEP = 4;
const ROWS = 2;
/** A village so far from every road has its fields all round it. */
const LONE = 130;

/** Long plots side by side along each road, row behind row. They begin at the road and end at a common headland. */
export function farmland(seed: string, country: Country, grain = 1): string {
  const luck = chance(`${seed} farmland`);
  const tilled: Plot[] = [];
  const roads = [...country.roads].sort((a, b) => b.line.length - a.line.length);
  const lone = country.houses.filter((ring) => roads.every(({ line }) => gap(middle(ring), line) > LONE));
  for (const road of roads) for (const hand of [1, -1] as const) along(road, hand, country, luck, tilled);
  for (const ring of lone) around(turned(ring), country, luck, tilled);
  return drawn(tilled, luck, grain);
}

function drawn(tilled: readonly Plot[], luck: Chance, grain: number): string {
  const fills = { a: '', b: '', c: '' };
  let [furrows, heads] = ['', ''];
  for (const { ring, way, back } of tilled) {
    fills[luck.pick<'a' | 'b' | 'c'>(['a', 'a', 'b', 'b', 'c'])] += path(ring);
    heads += path(back, false);
    if (grain < 1.3) furrows += hatch(ring, way, luck.pick([4.6, 5.2, 6]), luck.between(0, 5));
  }
  const tints = Object.entries(fills).map(([k, d]) => `<path d="${d}" fill="var(--field-${k})"/>`);
  return (
    `<g class="texture">${tints.join('')}<path d="${furrows}" stroke="var(--furrow)" stroke-width=".7" opacity=".55"/>` +
    `<path d="${fills.a}${fills.b}${fills.c}" fill="none" stroke="var(--furrow)" stroke-width=".8" opacity=".85"/><path d="${heads}" fill="none" stroke="var(--furrow)" stroke-width="1.7"/></g>`
  );
}

/** The fields on one hand of a road. Where one block of fields is, the next is likely. */
function along(road: Country['roads'][number], hand: 1 | -1, country: Country, luck: Chance, tilled: Plot[]): void {
  const steps = walk(road.line, STEP, false);
  const depths = [luck.between(62, 84), luck.between(54, 78)];
  const lean = luck.between(-0.2, 0.2);
  let here = true;
  for (let from = 0; from < steps.length - 8; ) {
    const to = Math.min(steps.length - 1, from + Math.round(luck.between(72, 132) / STEP));
    const middle = steps[Math.floor((from + to) / 2)]!;
    here = luck.next() < nearness([middle.x, middle.y], country) + (here ? 0.16 : -0.12);
    let near = road.width / 2 + 2;
    for (let row = 0; here && row < ROWS; row++) {
      const far = near + depths[row]!;
      if (row && luck.next() > 0.62) break;
      const parts = split(from, to, luck);
      const found = parts.map(([a, b]) => plot(steps.slice(a, b + 1), hand, near, far, lean, luck)).filter((one) => isFree(one, road, country, tilled));
      tilled.push(...found);
      if (found.length < parts.length) break;
      near = far;
    }
    from = to;
  }
}

/** Fields round a lone village, some short and some long. */
function around(ring: readonly XY[], country: Country, luck: Chance, tilled: Plot[]): void {
  const lane = { line: [...ring, ring[0]!], width: 10 };
  const steps = walk(lane.line, STEP, false);
  const lean = luck.between(-0.5, 0.5);
  for (let from = 0; from < steps.length - 6; ) {
    const to = Math.min(steps.length - 1, from + Math.round(luck.between(34, 70) / STEP));
    const far = luck.between(46, 118);
    const rows = far > 84 && luck.next() < 0.7 ? [far * 0.48, far] : [far];
    const found = rows.map((by, i) => plot(steps.slice(from, to + 1), -1, rows[i - 1] ?? 4, by, lean, luck)).filter((one) => isFree(one, lane, country, tilled));
    if (luck.next() < 0.8) tilled.push(...found);
    from = to;
  }
}

/** The share of farmland so far from the nearest house. */
function nearness(p: XY, { houses }: Country): number {
  if (!houses.length) return 0.5;
  return Math.max(0.42, 0.98 - Math.min(...houses.map((ring) => gap(p, ring, true))) / 460);
}

function split(from: number, to: number, luck: Chance): [number, number][] {
  const n = luck.pick([1, 2, 2, 3]);
  const cuts = Array.from({ length: n + 1 }, (_, i) => Math.round(from + ((to - from) * i) / n));
  return cuts.slice(1).map((cut, i) => [cuts[i]!, cut]);
}

/** A point beside a road, and so far along it. The distance swells and shrinks a little, so that a headland is not ruled with a ruler. */
function aside(x: number, y: number, a: number, by: number, on: number): XY {
  const swell = by * (1 + 0.09 * Math.sin(x / 61 + y / 47) * Math.min(1, Math.abs(by) / 60));
  return [x - Math.sin(a) * swell + Math.cos(a) * on, y + Math.cos(a) * swell + Math.sin(a) * on];
}

function plot(steps: readonly Step[], hand: 1 | -1, near: number, far: number, lean: number, luck: Chance): Plot {
  const some = steps.filter((_, i) => i % 3 === 0 || i === steps.length - 1);
  const off = (by: number) => some.map(({ x, y, a }): XY => aside(x, y, a, by * hand, by * lean));
  const [front, back] = [off(near), off(far)];
  const ring = [...front, ...[...back].reverse()];
  const along = steps[Math.floor(steps.length / 2)]?.a ?? 0;
  return { ring, box: boxOf(ring), way: luck.next() < 0.35 ? (along * 180) / Math.PI : ((along - hand * Math.atan(lean)) * 180) / Math.PI + 90, back };
}

/** The legs of a line that come so near to a box. */
function nearby(line: readonly XY[], { x0, y0, x1, y1 }: Box, by: number): [XY, XY][] {
  return legs(line).filter(([a, b]) => Math.min(a[0], b[0]) < x1 + by && Math.max(a[0], b[0]) > x0 - by && Math.min(a[1], b[1]) < y1 + by && Math.max(a[1], b[1]) > y0 - by);
}

/** Whether a plot has a sound shape and lies on no other road, water, house or field. */
function isFree({ ring, box }: Plot, road: Country['roads'][number], country: Country, tilled: readonly Plot[]): boolean {
  if (Math.abs(area(ring)) < 0.6 * (span(ring[0]!, ring[ring.length - 1]!) * span(ring[0]!, ring[Math.floor(ring.length / 2) - 1]!))) return false;
  const probes = [...ring, middle(ring), ...walk(ring, 14).map(({ x, y }): XY => [x, y])];
  const lines = [...country.roads.filter((one) => one !== road), ...country.bounds];
  if (lines.some(({ line, width }) => nearby(line, box, width).some((leg) => probes.some((p) => gap(p, leg) < width / 2 + 2) || inside(leg[0], ring)))) return false;
  if (country.roads.some(({ line, width }) => nearby(line, box, 0).some((leg) => walk(leg, 10, false).some(({ x, y }) => inside([x, y], ring) && gap([x, y], ring, true) > width / 2)))) return false;
  if (country.waste.some((one) => probes.some((p) => inside(p, one)) || one.some((p) => inside(p, ring)))) return false;
  if (country.houses.some((one) => inside(middle(ring), one))) return false;
  const others = tilled.filter((one) => box.x0 < one.box.x1 && one.box.x0 < box.x1 && box.y0 < one.box.y1 && one.box.y0 < box.y1);
  return others.every((one) => !probes.some((p) => inside(p, one.ring) && gap(p, one.ring, true) > 2) && !one.ring.some((p) => inside(p, ring) && gap(p, ring, true) > 2));
}
