/** Towns, villages and farms. */

import { chance } from '../chance';
import { area, gap, hatch, legs, middle, num, path, scatter, span, type XY } from '../pen';

export interface TownStyle {
  size?: number;
  /** The town is big enough for a church. */
  church?: boolean;
}

interface Houses {
  outline: string;
  lit: string;
  dark: string;
  shade: string;
}

/** Houses turn their long side to the nearest street. They have two roof tones and one shadow. */
export function town(ring: readonly XY[], streets: readonly (readonly XY[])[], id: string, { size = 1, church = false }: TownStyle = {}): string {
  const d = path(ring);
  const spire = church && Math.abs(area(ring)) > 2600 * size * size ? churchyard(ring, streets, size) : null;
  const h = houses(ring, streets, id, size, spire);
  return (
    `<path d="${d}" fill="var(--town)" fill-opacity=".85"/><g class="texture"><path d="${h.shade}" fill="var(--shade)"/><path d="${h.lit}" fill="var(--roof-lit)"/>` +
    `<path d="${h.dark}" fill="var(--roof-shade)"/><path d="${h.outline}" fill="none" stroke="var(--roof-ink)" stroke-width=".7"/>${spire ? steeple(spire, size) : ''}</g>` +
    `<path d="${d}" fill="none" stroke="var(--town-edge)" stroke-width="1" stroke-dasharray="4 2.5" class="rule-edge"/>`
  );
}

/** A place near the middle, beside a street. */
function churchyard(ring: readonly XY[], streets: readonly (readonly XY[])[], size: number): XY | null {
  const heart = middle(ring);
  const spots = scatter(ring, 9 * size, chance('churchyard'), 13 * size).filter((p) => streets.every((s) => gap(p, s) > 16 * size));
  return spots.sort((a, b) => span(a, heart) - span(b, heart))[0] ?? null;
}

function houses(ring: readonly XY[], streets: readonly (readonly XY[])[], id: string, size: number, spire: XY | null): Houses {
  const luck = chance(id);
  const taken: XY[] = [];
  const out: Houses = { outline: '', lit: '', dark: '', shade: '' };
  for (const p of scatter(ring, 13.5 * size, luck, 4.5 * size)) {
    const street = nearestStreet(p, streets);
    if (street.far < 7.4 * size || taken.some((q) => span(p, q) < 12 * size) || (spire && span(p, spire) < 15 * size)) continue;
    taken.push(p);
    const turn = street.way + luck.pick([0, 0, 0, Math.PI / 2]) + luck.between(-0.06, 0.06);
    build(out, p, turn, luck.between(4.4, 6.6) * size, luck.between(3, 4.2) * size);
  }
  return out;
}

function nearestStreet(p: XY, streets: readonly (readonly XY[])[]): { far: number; way: number } {
  let best = { far: 99, way: 0 };
  for (const [a, b] of streets.flatMap((s) => legs(s))) {
    const far = gap(p, [a, b]);
    if (far < best.far) best = { far, way: Math.atan2(b[1] - a[1], b[0] - a[0]) };
  }
  return best;
}

/** One house: a lit and a dark side of the roof, an outline, a shadow. */
function build(out: Houses, [x, y]: XY, turn: number, w: number, h: number): void {
  const [ca, sa] = [Math.cos(turn), Math.sin(turn)];
  const at = (i: number, j: number): XY => [x + i * w * ca - j * h * sa, y + i * w * sa + j * h * ca];
  const walls: XY[] = [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)];
  const halves = [path([at(-1, -1), at(1, -1), at(1, 0), at(-1, 0)]), path([at(-1, 0), at(1, 0), at(1, 1), at(-1, 1)])];
  const [lit, dark] = ca < 0 ? halves.reverse() : halves;
  out.outline += path(walls);
  out.lit += lit ?? '';
  out.dark += dark ?? '';
  out.shade += path(walls.map(([px, py]): XY => [px + 2, py + 2.5]));
}

function steeple([x, y]: XY, size: number): string {
  const nave = 'M-3 -9h6v5h5v6h-5v9h-6v-9h-5v-6h5z';
  return (
    `<g transform="translate(${num(x)} ${num(y)}) scale(${size})"><path d="${nave}" fill="var(--shade)" transform="translate(2 2.6)"/>` +
    `<path d="${nave}" fill="var(--roof-shade)" stroke="var(--roof-ink)" stroke-width=".9"/><path d="M0 -9V11M-8 -1H8" stroke="var(--roof-lit)" stroke-width="1.1"/></g>`
  );
}

/** One large building: a roof with a lit and a dark side along its ridge. Its walls are the edge that the rules use. */
export function house(ring: readonly XY[]): string {
  const [a, b] = legs(ring, true).reduce((best, leg) => (span(...leg) > span(...best) ? leg : best));
  const way = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const [lit, dark] = [half(ring, middle(ring), way, -1), half(ring, middle(ring), way, 1)];
  const tiles = hatch(ring, (way * 180) / Math.PI + 90, 5, 2);
  const d = path(ring);
  return (
    `<path d="${d}" fill="var(--shade)" transform="translate(2.6 3.2)"/><path d="${path(lit)}" fill="var(--roof-lit)"/><path d="${path(dark)}" fill="var(--roof-shade)"/>` +
    `<path d="${tiles}" class="texture" fill="none" stroke="var(--roof-ink)" stroke-width=".6" opacity=".35"/><path d="${d}" fill="none" stroke="var(--roof-ink)" stroke-width="1.6" stroke-linejoin="round" class="rule-edge"/>`
  );
}

/** The part of a convex ring on one side of a line through a point. */
function half(ring: readonly XY[], [px, py]: XY, way: number, hand: 1 | -1): XY[] {
  const off = ([x, y]: XY) => hand * ((y - py) * Math.cos(way) - (x - px) * Math.sin(way));
  return legs(ring, true).flatMap(([p, q]): XY[] => {
    const [s, t] = [off(p), off(q)];
    const cut: XY[] = s > 0 !== t > 0 ? [[p[0] + ((q[0] - p[0]) * s) / (s - t), p[1] + ((q[1] - p[1]) * s) / (s - t)]] : [];
    return s > 0 ? [p, ...cut] : cut;
  });
}
