/** Open and low ground: tints without edges, crops, marsh, broken ground, snow and grass. */

import { chance } from '../chance';
import { circles, hatch, num, path, scatter, span, turned, type Disc, type XY } from '../pen';
import { edge } from './woods';

const TINTS = { a: 'field-b', b: 'field-a' } as const;

/** A few wide, faint ellipses on open ground. They have no edge, so nobody takes them for terrain. */
export function tone(width: number, height: number, id: string): string {
  const luck = chance(`tone ${width} ${height}`);
  const defs = Object.entries(TINTS).map(
    ([k, ink]) => `<radialGradient id="${id}-${k}"><stop offset="0" stop-color="var(--${ink})" stop-opacity=".9"/><stop offset="1" stop-color="var(--${ink})" stop-opacity="0"/></radialGradient>`,
  );
  const spots = [0.18, 0.5, 0.82].flatMap((u) =>
    [0.25, 0.75].map((v) => {
      const [x, y] = [(u + luck.between(-0.12, 0.12)) * width, (v + luck.between(-0.15, 0.15)) * height];
      const [rx, ry] = [luck.between(0.2, 0.34) * width, luck.between(0.2, 0.36) * height];
      return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="url(#${id}-${luck.pick(['a', 'b'])})"/>`;
    }),
  );
  return `<defs>${defs.join('')}</defs><g class="texture">${spots.join('')}</g>`;
}

/** Snow: a few paired strokes on open ground. */
export function drift(width: number, height: number, id: string, step = 46): string {
  const luck = chance(id);
  const d = scatter([[0, 0], [width, 0], [width, height], [0, height]], step, luck).map(([x, y]) => {
    const r = luck.between(0, 4);
    return `M${num(x)} ${num(y)}q${num(5 + r)} -3.5 ${num(11 + r)} 0M${num(x + 5)} ${num(y + 4)}q4 -2.5 9 0`;
  });
  return `<path d="${d.join('')}" class="texture" fill="none" stroke="var(--ground-mark)" stroke-width=".9" stroke-linecap="round" opacity=".55"/>`;
}

/** Grass: a few small tufts on empty ground. */
export function tufts(width: number, height: number, id: string, step = 34): string {
  const luck = chance(id);
  const d = scatter([[0, 0], [width, 0], [width, height], [0, height]], step, luck)
    .filter(() => luck.next() < 0.62)
    .map(([x, y]) => {
      const [left, up, right] = [luck.between(-2.4, -1.4), luck.between(3.4, 4.6), luck.between(1.4, 2.4)];
      return `M${num(x)} ${num(y)}l${num(left)} -3.2M${num(x + 1.2)} ${num(y)}v-${num(up)}M${num(x + 2.4)} ${num(y)}l${num(right)} -3`;
    });
  return `<path d="${d.join('')}" class="texture" fill="none" stroke="var(--ground-mark)" stroke-width=".8" stroke-linecap="round" opacity=".6"/>`;
}

/** The direction of the longest side, in degrees. */
export function longest(cell: readonly XY[]): number {
  const ends = cell.map((p, i) => [p, cell[(i + 1) % cell.length]!] as const);
  const [p, q] = ends.reduce((best, one) => (span(...one) > span(...best) ? one : best));
  return (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI;
}

/** A field that the rules treat as open: furrows on a tint. */
export function field(ring: readonly XY[], id: string): string {
  const luck = chance(id);
  return (
    `<path d="${path(ring)}" fill="var(--field-${luck.pick(['a', 'b', 'c'])})" stroke="var(--furrow)" stroke-width=".8"/>` +
    `<path d="${hatch(ring, longest(ring), 5.2, 2)}" class="texture" stroke="var(--furrow)" stroke-width=".8" opacity=".75"/>`
  );
}

/** Standing corn, which has rules: straw tint, dense rows, ears, a dotted edge. */
export function crops(points: readonly XY[], id: string): string {
  const ring = turned(points);
  const luck = chance(id);
  const d = path(ring);
  const rows = hatch(ring, longest(ring) + luck.between(-4, 4), 4.4, 1);
  const ears = scatter(ring, 19, luck, 7).map(([x, y]) => `M${num(x)} ${num(y + 4)}v-8m-2.6 2l2.6 3l2.6 -3m-4.8 -2.6l2.2 2.6l2.2 -2.6`);
  return (
    `<path d="${d}" fill="var(--field-a)"/><path d="${d}" fill="var(--road-paved)" opacity=".42"/>` +
    `<g class="texture" fill="none"><path d="${rows}" stroke="var(--furrow)" stroke-width="1.3" stroke-dasharray="2.2 1.6"/>` +
    `<path d="${ears.join('')}" stroke="var(--contour)" stroke-width="1" stroke-linecap="round" opacity=".72"/></g>${edge(ring, 'contour')}`
  );
}

/** Water tint and reed tufts. The dotted rule edge is the only outline. */
export function marsh(ring: readonly XY[], id: string): string {
  const reeds = scatter(ring, 13, chance(id), 4).map(
    ([x, y]) => `M${num(x - 4)} ${num(y)}h8M${num(x - 2)} ${num(y - 0.8)}l-1.2 -3.2M${num(x)} ${num(y - 0.8)}v-4M${num(x + 2)} ${num(y - 0.8)}l1.2 -3.2`,
  );
  return (
    `<path d="${path(ring)}" fill="var(--marsh)"/>` +
    `<path d="${reeds.join('')}" class="texture" fill="none" stroke="var(--water-ink)" stroke-width=".9" opacity=".8"/>${edge(ring, 'water-ink')}`
  );
}

/** Rough and broken ground: stones with their shadows. */
export function rough(points: readonly XY[], id: string): string {
  const luck = chance(id);
  const ring = turned(points);
  const stones = scatter(ring, 12.5, luck, 4).map(([x, y]) => {
    const r = luck.between(1.8, 3.8);
    return path([0.2, 1.5, 2.6, 3.7, 5].map((a): XY => [x + r * luck.between(0.7, 1.25) * Math.cos(a), y + r * 0.75 * luck.between(0.7, 1.2) * Math.sin(a)]));
  });
  const grit: Disc[] = scatter(ring, 15, luck, 3).map(([x, y]): Disc => [x, y, 0.8]);
  const d = stones.join('');
  return (
    `<path d="${path(ring)}" fill="var(--hill-1)" opacity=".8"/>` +
    `<g class="texture"><path d="${d}" fill="var(--shade)" transform="translate(1 1.4)"/>` +
    `<path d="${d}" fill="var(--ground)" stroke="var(--work)" stroke-width=".8"/><path d="${circles(grit)}" fill="var(--hach)"/></g>${edge(ring, 'contour')}`
  );
}
