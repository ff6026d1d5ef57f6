/** Open and low ground: tints without edges, farmland, crops, marsh, broken ground, snow and grass. */

import { chance, type Chance } from '../chance';
import { area, boxOf, circles, gap, hatch, inside, legs, middle, num, path, scatter, span, turned, walk, type Disc, type XY } from '../pen';
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

type Cell = XY[];

/** Farmland begins at houses and roads, and a road divides fields. */
export interface Settled {
  houses: readonly (readonly XY[])[];
  roads: readonly (readonly XY[])[];
}

/**
 * Farmland by villages and roads, as decoration: the sheet is cut into crooked plots without gaps.
 * The rules treat it as open ground, so it has low contrast and no edge.
 */
export function farmland(width: number, height: number, seed: string, { houses, roads }: Settled, grain = 1): string {
  const luck = chance(`${seed} farmland`);
  const sheet: Cell = [[-60, -60], [width + 60, -60], [width + 60, height + 60], [-60, height + 60]];
  const near = [...houses, ...roads];
  const tilled = plots(sheet, luck)
    .flatMap((cell) => parted(cell, roads))
    .filter((cell) => {
      const far = Math.min(400, ...near.map((line) => gap(middle(cell), line)));
      return Math.abs(area(cell)) > 500 && luck.next() < 0.94 - far / 150;
    });
  const fills = { a: '', b: '', c: '' };
  let furrows = '';
  let bounds = '';
  for (const cell of tilled) {
    fills[luck.pick<'a' | 'b' | 'c'>(['a', 'a', 'b', 'b', 'c'])] += path(cell);
    bounds += path(cell);
    if (grain < 1.3) furrows += hatch(cell, longest(cell) + luck.pick([0, 0, 90]), luck.pick([4.6, 5.2, 6]), luck.between(0, 5));
  }
  const tints = Object.entries(fills).map(([k, d]) => `<path d="${d}" fill="var(--field-${k})" opacity=".85"/>`);
  return (
    `<g class="texture">${tints.join('')}<path d="${furrows}" stroke="var(--furrow)" stroke-width=".7" opacity=".5"/>` +
    `<path d="${bounds}" fill="none" stroke="var(--furrow)" stroke-width=".8" opacity=".8"/></g>`
  );
}

/** Cuts a plot along each road that crosses it. */
function parted(cell: Cell, roads: readonly (readonly XY[])[]): Cell[] {
  const crossing = roads.flatMap((road) => legs(road)).find(([a, b]) => walk([a, b], 6, false).some(({ x, y }) => inside([x, y], cell) && gap([x, y], cell, true) > 5));
  if (!crossing) return [cell];
  const [a, b] = crossing;
  const way = Math.atan2(b[1] - a[1], b[0] - a[0]);
  return [half(cell, a, way, 1), half(cell, a, way, -1)].filter((part) => part.length > 2);
}

/** Cuts a cell in two across its longer side, a little askew, until the plots are small. */
function plots(cell: Cell, luck: Chance): Cell[] {
  const b = boxOf(cell);
  const [w, h] = [b.x1 - b.x0, b.y1 - b.y0];
  if (w * h < luck.between(3600, 11000)) return [cell];
  const wide = w > h * luck.between(0.8, 1.25);
  const at = luck.between(0.36, 0.64);
  const p: XY = [b.x0 + w * (wide ? at : 0.5), b.y0 + h * (wide ? 0.5 : at)];
  const a = (wide ? Math.PI / 2 : 0) + luck.between(-0.13, 0.13);
  return [half(cell, p, a, 1), half(cell, p, a, -1)].flatMap((part) => plots(part, luck));
}

/** The part of a convex cell on one side of a line. */
function half(cell: Cell, p: XY, a: number, hand: 1 | -1): Cell {
  const side = (q: XY) => hand * ((q[0] - p[0]) * Math.sin(a) - (q[1] - p[1]) * Math.cos(a));
  return cell.flatMap((q, i): XY[] => {
    const r = cell[(i + 1) % cell.length]!;
    const [s, t] = [side(q), side(r)];
    const crossing: XY[] = s > 0 !== t > 0 ? [[q[0] + ((r[0] - q[0]) * s) / (s - t), q[1] + ((r[1] - q[1]) * s) / (s - t)]] : [];
    return s > 0 ? [q, ...crossing] : crossing;
  });
}

function longest(cell: Cell): number {
  const ends = cell.map((p, i) => [p, cell[(i + 1) % cell.length]!] as const);
  const [p, q] = ends.reduce((best, one) => (span(...one) > span(...best) ? one : best));
  return (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI;
}

/** A field that the rules treat as open: furrows on a tint. */
export function field(ring: readonly XY[], id: string): string {
  const luck = chance(id);
  return (
    `<path d="${path(ring)}" fill="var(--field-${luck.pick(['a', 'b', 'c'])})" stroke="var(--furrow)" stroke-width=".8"/>` +
    `<path d="${hatch(ring, longest([...ring]), 5.2, 2)}" class="texture" stroke="var(--furrow)" stroke-width=".8" opacity=".75"/>`
  );
}

/** Standing corn, which has rules: straw tint, dense rows, ears, a dotted edge. */
export function crops(points: readonly XY[], id: string): string {
  const ring = turned(points);
  const luck = chance(id);
  const d = path(ring);
  const rows = hatch(ring, longest([...ring]) + luck.between(-4, 4), 4.4, 1);
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
