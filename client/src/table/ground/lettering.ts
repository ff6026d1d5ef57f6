/** Names on the map: beside what they name, along rivers and roads, and not on top of each other. */

import { boxOf, num, path, plain, span, textWidth, type Box, type XY } from '../pen';
import type { Laid } from './free';

interface Style {
  cls: string;
  size: number;
  /** Extra room between letters, in parts of the size. */
  spaced: number;
}

const STYLES: Partial<Record<Laid['look'], Style>> = {
  town: { cls: 'm-town', size: 17, spaced: 0.04 },
  hill: { cls: 'm-hill', size: 12, spaced: 0.14 },
  wood: { cls: 'm-wood', size: 12, spaced: 0.05 },
  orchard: { cls: 'm-wood', size: 11, spaced: 0.05 },
  vineyard: { cls: 'm-wood', size: 11, spaced: 0.05 },
  scrub: { cls: 'm-wood', size: 11, spaced: 0.05 },
  lake: { cls: 'm-water', size: 12, spaced: 0.12 },
  marsh: { cls: 'm-water', size: 11, spaced: 0.05 },
};
const PLAIN: Style = { cls: 'm-name', size: 11.5, spaced: 0.02 };
const LINES: Laid['look'][] = ['river', 'stream', 'track', 'paved', 'hedge', 'wall'];

/** A name worth lettering says more than its kind. */
export function hasName(one: Laid): boolean {
  const { name, kind } = one.feature;
  const bare = name.toLowerCase().replace(/ \d+$/, '');
  return Boolean(name) && bare !== kind.toLowerCase() && one.look !== 'unknown';
}

export function lettering(laid: readonly Laid[], width: number, height: number): string {
  const named = laid.filter(hasName).sort((a, b) => rank(a) - rank(b));
  const taken: Box[] = laid.filter((one) => one.look === 'town').map((one) => boxOf(one.ring));
  return named.map((one) => (LINES.includes(one.look) ? alongLine(one) : beside(one, taken, width, height))).join('');
}

function rank(one: Laid): number {
  return one.look === 'town' ? 0 : one.look === 'hill' ? 1 : 2;
}

/** Below, above, to the right, to the left, or across: where it covers least. */
function beside(one: Laid, taken: Box[], width: number, height: number): string {
  const style = STYLES[one.look] ?? PLAIN;
  const b = boxOf(one.ring);
  const w = textWidth(one.feature.name, style.size, false) * (1 + style.spaced);
  const [cx, cy] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
  const clear = one.look === 'hill' ? 9 : 0;
  const spots: XY[] = [[cx, b.y1 + style.size * 0.95 + clear], [cx, b.y0 - 5 - clear], [b.x1 + w / 2 + 6, cy + 4], [b.x0 - w / 2 - 6, cy + 4], [cx, cy + 4]];
  const boxed = spots.map(([x, y]) => ({ x, y, box: { x0: x - w / 2, y0: y - style.size, x1: x + w / 2, y1: y + 3 } }));
  const cost = (box: Box, i: number) => i * 40 + taken.reduce((sum, other) => sum + overlap(box, other), 0) + outside(box, width, height) * 3;
  const best = boxed.map((spot, i) => ({ ...spot, cost: cost(spot.box, i) })).reduce((a, c) => (c.cost < a.cost ? c : a));
  taken.push(best.box);
  return `<text x="${num(best.x)}" y="${num(best.y)}" class="${style.cls}">${plain(one.feature.name)}</text>`;
}

export function overlap(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
}

function outside(a: Box, width: number, height: number): number {
  const within = overlap(a, { x0: 4, y0: 4, x1: width - 4, y1: height - 4 });
  return (a.x1 - a.x0) * (a.y1 - a.y0) - within;
}

/** Along its course, the letters upright: in wide water, else just beside the line. */
function alongLine(one: Laid): string {
  const ends = [one.points[0], one.points[one.points.length - 1]];
  const [a, z] = ends;
  if (!a || !z) return '';
  const leg = longestLeg(one.points);
  const course = leg[1][0] < leg[0][0] ? [...one.points].reverse() : one.points;
  const water = one.look === 'river' || one.look === 'stream';
  const dy = one.width >= 14 ? 4 : -(one.width / 2 + 3.5);
  return (
    `<path id="${one.id}-l" d="${path(course, false)}" fill="none"/>` +
    `<text class="${water ? 'm-water' : 'm-way'}" dy="${num(dy)}"><textPath href="#${one.id}-l" startOffset="${water ? 62 : 30}%">${plain(one.feature.name)}</textPath></text>`
  );
}

function longestLeg(points: readonly XY[]): [XY, XY] {
  let best: [XY, XY] = [points[0]!, points[points.length - 1]!];
  let far = 0;
  for (let i = 1; i < points.length; i++) {
    const [p, q] = [points[i - 1]!, points[i]!];
    if (span(p, q) > far) [best, far] = [[p, q], span(p, q)];
  }
  return best;
}
