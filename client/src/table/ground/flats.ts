/** Level ground with a use: airfields and beaches. */

import { chance } from '../chance';
import { circles, hatch, inside, legs, middle, num, path, scatter, span, towards, turned, walk, type Disc, type XY } from '../pen';
import { edge } from './woods';

const RUNWAY = 10;

/** A mown field inside a fence, with two runways that cross. A narrow field has one. */
export function airfield(points: readonly XY[], seed: string): string {
  const ring = turned(points);
  const way = bearingOf(ring);
  const swaths = hatch(ring, (way * 180) / Math.PI, 14, 7);
  return (
    `<path d="${path(ring)}" fill="var(--orchard)"/><path d="${swaths}" class="texture" stroke="var(--field-b)" stroke-width="7"/>` +
    runways(ring, way, seed) +
    `<path d="${path(ring)}${posts(ring)}" fill="none" stroke="var(--orchard-ink)" stroke-width="1"/>`
  );
}

function runways(ring: readonly XY[], way: number, seed: string): string {
  const lean = chance(seed).pick([-1, 1]);
  const [cx, cy] = middle(ring);
  const [ux, uy] = [Math.cos(way), Math.sin(way)];
  const across = ring.map(([x, y]) => y * ux - x * uy);
  const wide = Math.max(...across) - Math.min(...across);
  const narrow = wide < 2.5 * RUNWAY;
  // They cross beside the middle, where an objective has its flag.
  const off = narrow ? 0 : wide * 0.2;
  const long = chord(ring, [cx - uy * off, cy + ux * off], way + lean * 0.05);
  const beside: XY = [cx + ux * off * 1.6, cy + uy * off * 1.6];
  const cross = narrow || !inside(beside, ring) ? [] : [chord(ring, beside, way - lean * 0.95)];
  const d = [...cross, long].filter(([a, z]) => span(a, z) > 20).map(([a, z]) => path([towards(a, z, 7), towards(z, a, 7)], false)).join('');
  return (
    `<g fill="none"><path d="${d}" stroke="var(--road-ink)" stroke-width="${RUNWAY + 1.6}" opacity=".65"/><path d="${d}" stroke="var(--runway)" stroke-width="${RUNWAY}"/>` +
    `<path d="${d}" class="texture" stroke="var(--road)" stroke-width="1.3" stroke-dasharray="7 5" stroke-dashoffset="-4"/></g>`
  );
}

/** The direction of the side along which it is longest. */
function bearingOf(ring: readonly XY[]): number {
  const ways = legs(ring, true).filter((leg) => span(...leg) > 12).map(([a, z]) => Math.atan2(z[1] - a[1], z[0] - a[0]));
  return ways.reduce((best, way) => (extent(ring, way) > extent(ring, best) ? way : best), 0);
}

function extent(ring: readonly XY[], way: number): number {
  const along = ring.map(([x, y]) => x * Math.cos(way) + y * Math.sin(way));
  return Math.max(...along) - Math.min(...along);
}

/** The line through a point in that direction, from edge to edge. */
function chord(ring: readonly XY[], [px, py]: XY, way: number): [XY, XY] {
  const [ux, uy] = [Math.cos(way), Math.sin(way)];
  const off = ([x, y]: XY) => (x - px) * uy - (y - py) * ux;
  const along = legs(ring, true).flatMap(([a, b]) => {
    const [s, t] = [off(a), off(b)];
    if (s > 0 === t > 0) return [];
    const k = s / (s - t);
    return [(a[0] + (b[0] - a[0]) * k - px) * ux + (a[1] + (b[1] - a[1]) * k - py) * uy];
  });
  const [from, to] = [Math.max(...along.filter((v) => v <= 0), -1e4), Math.min(...along.filter((v) => v > 0), 1e4)];
  return [[px + ux * from, py + uy * from], [px + ux * to, py + uy * to]];
}

/** The posts of the fence, on the inside. */
function posts(ring: readonly XY[]): string {
  return walk(ring, 10).map(({ x, y, a }) => `M${num(x)} ${num(y)}l${num(-Math.sin(a) * 3)} ${num(Math.cos(a) * 3)}`).join('');
}

/** Pale sand with dots, most of them along its edge. */
export function beach(ring: readonly XY[], seed: string): string {
  const luck = chance(seed);
  const grains = scatter(ring, 6, luck, 1.5).filter(() => luck.next() < 0.72).map(([x, y]): Disc => [x, y, luck.between(0.4, 0.85)]);
  const rim = walk(turned(ring), 3.4).map(({ x, y, a }): Disc => {
    const in_ = luck.between(1.2, 4.5);
    return [x - Math.sin(a) * in_, y + Math.cos(a) * in_, 0.7];
  });
  return `<path d="${path(ring)}" fill="var(--sand)"/><path d="${circles([...grains, ...rim])}" class="texture" fill="var(--hach)" opacity=".8"/>${edge(ring, 'hach')}`;
}
