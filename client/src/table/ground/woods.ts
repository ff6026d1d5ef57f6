/** Woods, orchards, vineyards, scrub and hedges; and the edge that the rules use. */

import { chance, type Chance } from '../chance';
import { area, circles, hatch, inside, middle, num, path, scatter, turned, walk, gap, type Disc, type XY } from '../pen';

export interface WoodStyle {
  conifer?: boolean;
  /** Size of the crowns. */
  size?: number;
}

/** A canopy of crowns: one shadow path, one outline, one fill, one path of lights and one of crown arcs. */
export function wood(points: readonly XY[], id: string, { conifer = false, size = 1 }: WoodStyle = {}): string {
  const luck = chance(id);
  const ring = turned(points);
  const rim = walk(ring, 9.6 * size).map(({ x, y, a }): Disc => {
    const r = luck.between(5.2, 8.2) * size;
    return [x - Math.sin(a) * r * 0.7, y + Math.cos(a) * r * 0.7, r];
  });
  const within = scatter(ring, 13.5 * size, luck, 11 * size).map(([x, y]): Disc => [x, y, luck.between(4.4, 7.6) * size]);
  const crowns = [...rim, ...within].sort((a, b) => a[1] - b[1]);
  const all = circles(rim) + path(ring);
  return (
    `<path d="${all}" fill="var(--wood-shade)" transform="translate(2 2.6)"/>` +
    `<path d="${all}" fill="none" stroke="var(--wood-ink)" stroke-width="1.7"/><path d="${all}" fill="var(--wood)"/>` +
    (conifer ? firs(crowns) : leaves(crowns, luck))
  );
}

function firs(crowns: readonly Disc[]): string {
  let dark = '';
  let light = '';
  for (const [x, y, r] of crowns) {
    const [h, w] = [r * 1.5, r * 0.72];
    dark += `M${num(x)} ${num(y - h * 0.7)}l${num(w)} ${num(h)}h${num(-2 * w)}zM${num(x)} ${num(y + h * 0.3)}v${num(r * 0.35)}`;
    light += `M${num(x)} ${num(y - h * 0.7)}l${num(-w)} ${num(h)}h${num(w)}z`;
  }
  return `<g class="texture"><path d="${dark}" fill="var(--wood-ink)" opacity=".62"/><path d="${light}" fill="var(--wood-hi)" opacity=".5"/></g>`;
}

function leaves(crowns: readonly Disc[], luck: Chance): string {
  let arcs = '';
  let lights = '';
  for (const [x, y, r] of crowns) {
    const [a, sweep, s] = [luck.between(-0.6, 0.2), luck.between(1.5, 2.3), r * 0.78];
    arcs += `M${num(x + s * Math.cos(a))} ${num(y + s * Math.sin(a))}A${num(s)} ${num(s)} 0 0 1 ${num(x + s * Math.cos(a + sweep))} ${num(y + s * Math.sin(a + sweep))}`;
    if (luck.next() < 0.6) lights += circles([[x - r * 0.25, y - r * 0.3, r * 0.38]]);
  }
  return (
    `<g class="texture"><path d="${lights}" fill="var(--wood-hi)" opacity=".75"/>` +
    `<path d="${arcs}" fill="none" stroke="var(--wood-ink)" stroke-width=".9" stroke-linecap="round" opacity=".62"/></g>`
  );
}

/** The edge that the rules use, as fine dots over the soft edge. */
export function edge(ring: readonly XY[], ink = 'wood-ink'): string {
  return `<path d="${path(ring)}" class="edge" stroke="var(--${ink})"/>`;
}

/** Trees in straight rows. */
export function orchard(ring: readonly XY[], angle: number, grain = 1): string {
  const [cx, cy] = middle(ring);
  const [ca, sa] = [Math.cos(angle), Math.sin(angle)];
  const step = 9.5 * grain;
  const far = Math.ceil(Math.sqrt(Math.abs(area(ring))) / step) + 4;
  const trees: Disc[] = [];
  for (let i = -far; i <= far; i++) {
    for (let j = -far; j <= far; j++) {
      const p: XY = [cx + (i * ca - j * sa) * step, cy + (i * sa + j * ca) * step];
      if (inside(p, ring) && gap(p, ring, true) > 4 * grain) trees.push([p[0], p[1], 2.5 * grain]);
    }
  }
  const shade = trees.map(([x, y, r]): Disc => [x + 1, y + 1.3, r]);
  return (
    `<path d="${path(ring)}" fill="var(--orchard)" stroke="var(--orchard-ink)" stroke-width=".9" stroke-dasharray="3 2"/>` +
    `<g class="texture"><path d="${circles(shade)}" fill="var(--wood-shade)"/><path d="${circles(trees)}" fill="var(--orchard-ink)"/></g>`
  );
}

/** Vines: rows of stakes on their wires. */
export function vineyard(ring: readonly XY[], angle: number): string {
  const rows = hatch(ring, (angle * 180) / Math.PI, 7.5, 2);
  return (
    `<path d="${path(ring)}" fill="var(--orchard)" stroke="var(--orchard-ink)" stroke-width=".9" stroke-dasharray="3 2"/>` +
    `<g fill="none" stroke-linecap="round" class="texture"><path d="${rows}" stroke="var(--orchard-ink)" stroke-width=".7"/>` +
    `<path d="${rows}" stroke="var(--orchard-ink)" stroke-width="3" stroke-dasharray=".1 6"/></g>`
  );
}

/** A few low bushes. */
export function scrub(points: readonly XY[], id: string): string {
  const luck = chance(id);
  const ring = turned(points);
  const bushes = scatter(ring, 12, luck, 4).map(([x, y]): Disc => [x, y, luck.between(1.6, 3.3)]);
  const twins = bushes.filter(() => luck.next() < 0.45).map(([x, y, r]): Disc => [x + r * 1.3, y + 0.8, r * 0.7]);
  const all = [...bushes, ...twins];
  return (
    `<path d="${path(ring)}" fill="var(--orchard)" opacity=".75"/>` +
    `<g class="texture"><path d="${circles(all.map(([x, y, r]) => [x + 1, y + 1.3, r]))}" fill="var(--wood-shade)"/>` +
    `<path d="${circles(all)}" fill="var(--hedge)"/></g>${edge(ring, 'orchard-ink')}`
  );
}

/** Small crowns with shadow, along a line. */
export function hedge(line: readonly XY[], id: string): string {
  const luck = chance(id);
  const crowns = walk(line, 4, false).map(({ x, y }): Disc => [x, y, luck.between(1.5, 2.4)]);
  return (
    `<path d="${circles(crowns.map(([x, y, r]) => [x + 0.8, y + 1, r]))}" fill="var(--wood-shade)"/>` +
    `<path d="${circles(crowns)}" fill="var(--hedge)"/>`
  );
}
