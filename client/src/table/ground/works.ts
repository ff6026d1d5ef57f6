/** Fieldworks: trench, wire, mines, bunkers, dugouts; walls; and ground of an unknown kind. */

import { circles, hatch, middle, num, path, plain, rounded, turned, walk, type Disc, type XY } from '../pen';
import { edge } from './woods';

/** A toothed trench on a band of spoil; `flip` turns the teeth to the other side. */
export function trench(line: readonly XY[], { tooth = 5, flip = 1, closed = false }: { tooth?: number; flip?: 1 | -1; closed?: boolean } = {}): string {
  const points: XY[] = [];
  walk(line, tooth, closed).forEach(({ x, y, a }, i) => {
    const [nx, ny] = [Math.sin(a) * flip, -Math.cos(a) * flip];
    for (const o of i % 2 ? [4.2, 0] : [0, 4.2]) points.push([x + nx * o, y + ny * o]);
  });
  const d = path(points, closed);
  return `<g fill="none" stroke-linejoin="miter"><path d="${d}" stroke="var(--work-fill)" stroke-width="6.5"/><path d="${d}" stroke="var(--work)" stroke-width="2.2"/></g>`;
}

/** A line of crosses on a pale casing. */
export function wire(line: readonly XY[], step = 7): string {
  let d = path(line, false);
  for (const { x, y, a } of walk(line, step, false)) {
    for (const t of [0.78, -0.78]) {
      const [dx, dy] = [2.6 * Math.cos(a + t), 2.6 * Math.sin(a + t)];
      d += `M${num(x + dx)} ${num(y + dy)}L${num(x - dx)} ${num(y - dy)}`;
    }
  }
  return `<path d="${d}" fill="none" stroke="var(--ground)" stroke-width="3.2" opacity=".8"/><path d="${d}" fill="none" stroke="var(--wire)" stroke-width="1.15"/>`;
}

/** Mines in rows, inside a dash-dot line. */
export function mines(ring: readonly XY[]): string {
  return (
    `<path d="${path(ring)}" fill="var(--ground)" fill-opacity=".4" stroke="var(--mine)" stroke-width="1.1" stroke-dasharray="6 2 1.4 2"/>` +
    `<path d="${circles(rows(ring).map(([x, y]): Disc => [x, y, 1.9]))}" fill="var(--mine)"/>`
  );
}

/** Staggered rows of points that fill a ring. */
function rows(ring: readonly XY[]): XY[] {
  const lines = hatch(ring, 0, 6.5, 3).split('M').slice(1);
  return lines.flatMap((text, i) => {
    const [x0 = 0, y = 0, x1 = 0] = text.split(/[ L]/).map(Number);
    const found: XY[] = [];
    for (let x = x0 + (i % 2 ? 10.5 : 4); x < x1 - 3; x += 13) found.push([x, y]);
    return found;
  });
}

/** A faceted block with a slit to its front. */
export function bunker(at: XY, degrees = 0, size = 1): string {
  const d = 'M-9 6V-2L-5 -7H5L9 -2V6Z';
  const turn = `rotate(${num(degrees)}) scale(${size})`;
  return (
    `<g transform="translate(${num(at[0])} ${num(at[1])})"><path d="${d}" fill="var(--shade)" transform="translate(2.2 2.8) ${turn}"/><g transform="${turn}">` +
    `<path d="${d}" fill="var(--roof-lit)" stroke="var(--roof-ink)" stroke-width="1.4"/><path d="M-3.5 -4.5h7" stroke="var(--roof-ink)" stroke-width="2.2"/><path d="M-9 2H9" stroke="var(--roof-ink)" stroke-width=".8"/></g></g>`
  );
}

/** A bunker with room for stands: thick walls with slits round a floor. Its outside is the edge that the rules use. */
export function blockhouse(points: readonly XY[]): string {
  const ring = turned(points);
  const outer = rounded(ring, 6);
  const floor = shrunk(ring, 7);
  const slits = walk(shrunk(ring, 3.5), 17).map(({ x, y, a }) => path([[x - 3.2 * Math.cos(a), y - 3.2 * Math.sin(a)], [x + 3.2 * Math.cos(a), y + 3.2 * Math.sin(a)]], false));
  return (
    `<path d="${path(outer)}" fill="var(--shade)" transform="translate(2.2 2.8)"/><path d="${path(outer)}" fill="var(--roof-lit)" stroke="var(--roof-ink)" stroke-width="1.4"/>` +
    `<path d="${path(floor)}" fill="var(--work-fill)" stroke="var(--roof-ink)" stroke-width=".8"/><path d="${slits.join('')}" stroke="var(--roof-ink)" stroke-width="2"/>`
  );
}

/** The ring made smaller by so much. This is exact for convex rings. */
export function shrunk(ring: readonly XY[], by: number): XY[] {
  const [cx, cy] = middle(ring);
  return ring.map(([x, y]): XY => [x - Math.sign(x - cx) * Math.min(by, Math.abs(x - cx)), y - Math.sign(y - cy) * Math.min(by, Math.abs(y - cy))]);
}

/** Spoil inside the edge, and a trench all round. */
export function entrenchment(points: readonly XY[]): string {
  const ring = turned(points);
  return (
    `<path d="${path(ring)}" fill="var(--work-fill)" fill-opacity=".4"/>${trench(rounded(shrunk(ring, 6), 3), { tooth: 5, closed: true })}` + edge(ring, 'work')
  );
}

/** A mound with a timbered mouth. */
export function dugout([x, y]: XY, degrees = 0, size = 1): string {
  return (
    `<g transform="translate(${num(x)} ${num(y)}) rotate(${num(degrees)}) scale(${size})"><path d="M-10 7C-11 -6 11 -6 10 7Z" fill="var(--shade)" transform="translate(1.6 2)"/>` +
    `<path d="M-10 7C-11 -6 11 -6 10 7Z" fill="var(--work-fill)" stroke="var(--work)" stroke-width="1.1"/>` +
    `<path d="M-7.4 3l-1.6 2.6M-5.4 .2l-2 2.6M7.4 3l1.6 2.6M5.4 .2l2 2.6M0 -2.4v-2" stroke="var(--work)" stroke-width=".9"/><path d="M-3.4 7V2.4H3.400V7Z" fill="var(--roof-ink)"/><path d="M-4.4 2H4.4" stroke="var(--work)" stroke-width="1.4"/></g>`
  );
}

/** A redoubt: banks on three sides, open to the rear. */
export function fieldworks([x, y]: XY, degrees = 0, half = 27): string {
  const line: XY[] = [[-half, half], [-half, -half * 0.55], [-half * 0.5, -half], [half * 0.5, -half], [half, -half * 0.55], [half, half]];
  return `<g transform="translate(${num(x)} ${num(y)}) rotate(${num(degrees)})">${trench(line, { tooth: 6, flip: -1 })}</g>`;
}

/** A dark line with pale dashes in it. */
export function wall(d: string): string {
  return `<path d="${d}" fill="none" stroke="var(--wall)" stroke-width="2.6"/><path d="${d}" fill="none" stroke="var(--ground)" stroke-width=".9" stroke-dasharray="3.2 1.2"/>`;
}

/** Ground of an unknown kind: its edge and its word. */
export function unknown(ring: readonly XY[], kind: string): string {
  const [x, y] = middle(ring);
  return (
    `<path d="${path(ring)}" fill="var(--ground-mark)" fill-opacity=".16" stroke="var(--map-ink)" stroke-width="1" stroke-dasharray="4 2.5"/>` +
    `<text x="${num(x)}" y="${num(y + 4)}" class="m-name" font-size="11.5">${plain(kind)}</text>`
  );
}
