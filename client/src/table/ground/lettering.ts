/** Names on the map: inside or beside their feature, along rivers and roads, and neither on top of each other nor under units. */

import { boxOf, inside, num, plain, span, textWidth, walk, type Box, type XY } from '../pen';
import { alongCourse } from './courses';
import type { Laid } from './free';
import { summit } from './hills';
import { roadLine } from './ways';

/** What the names have to fit. */
export interface Setting {
  sheet: Box;
  /** The size of the letters; 1 is right where a drawing unit is a pixel. */
  scale: number;
  /** The middles of flags. */
  marks: readonly XY[];
  /** The ground under units and their tags. */
  units: readonly Box[];
}

export interface Style {
  cls: string;
  size: number;
  /** Extra room between letters, as a share of the size. */
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
  river: { cls: 'm-water', size: 12, spaced: 0.12 },
  stream: { cls: 'm-water', size: 12, spaced: 0.12 },
};
const SPOT: Style = { cls: 'm-spot', size: 9.5, spaced: 0 };
const PLAIN: Style = { cls: 'm-name', size: 11.5, spaced: 0.02 };
const WAY: Style = { cls: 'm-way', size: 10.5, spaced: 0.06 };
const LINES: Laid['look'][] = ['river', 'stream', 'gully', 'track', 'road', 'paved', 'hedge', 'wall'];
/** Ground that is empty enough for a name inside it. */
const EMPTY: Laid['look'][] = ['lake', 'beach'];

/** Ground that is so full of strokes that a name on it is hard to read. */
const TEXTURED: Laid['look'][] = ['wood', 'orchard', 'vineyard', 'crops', 'scrub', 'rough', 'marsh', 'trench', 'bunker', 'fieldworks'];

/** Small letters and a number, as a program counts features: "farm 1, wall 2". */
const COUNTED = /^[a-z][a-z -]* \d+(,|$)/;

/** Whether the name says more than the kind. */
export function hasName(one: Laid): boolean {
  const { name, kind } = one.feature;
  const bare = name.toLowerCase().replace(/ \d+$/, '');
  return Boolean(name) && bare !== kind.toLowerCase() && one.look !== 'unknown' && !COUNTED.test(name);
}

/** The names as they are drawn, and the ground under them. */
export interface Lettering {
  drawn: string;
  boxes: readonly Box[];
}

export function lettering(laid: readonly Laid[], setting: Setting): Lettering {
  const crowd = new Crowd(laid, setting);
  const heights = laid.filter((one) => one.look === 'hill').map((one) => spotHeight(one, laid, crowd));
  const named = laid.filter(hasName).sort((a, b) => rank(a) - rank(b));
  const drawn = named.map((one) => (isLine(one) && alongCourse(one, styleOf(one, setting.scale), crowd)) || beside(one, crowd)).join('') + heights.join('');
  return { drawn, boxes: crowd.names };
}

export function widthOf(name: string, { size, spaced }: Style): number {
  return textWidth(name, size, false) + name.length * spaced * size;
}

function styleOf(one: Laid, scale: number): Style {
  const single = one.feature.kind === 'building'; // its name is smaller than that of a town
  return sized((single ? undefined : STYLES[one.look]) ?? (isLine(one) ? WAY : PLAIN), scale);
}

function sized(style: Style, scale: number): Style {
  return { ...style, size: style.size * scale };
}

function isLine(one: Laid): boolean {
  return one.width > 0 && LINES.includes(one.look);
}

/** Towns come first. Long features have most places for a name and come last. */
function rank(one: Laid): number {
  return one.look === 'town' ? 0 : one.look === 'hill' ? 1 : isLine(one) ? 3 : 2;
}

/** Things that a name should not cover: houses, runways, flags and other names; also roads and rivers, at less cost. */
export class Crowd {
  readonly names: Box[] = [];
  private readonly built: Box[];
  private readonly shut: Box[];
  readonly sheet: Box;
  readonly scale: number;
  private readonly grown: { one: Laid; box: Box }[];
  private readonly lines: { one: Laid; steps: XY[] }[];

  constructor(laid: readonly Laid[], { sheet, scale, marks, units }: Setting) {
    [this.sheet, this.scale] = [sheet, scale];
    const r = 14 * Math.max(1, scale * 0.8);
    this.shut = [...marks.map(([x, y]): Box => ({ x0: x - r, y0: y - r, x1: x + r, y1: y + r })), ...units];
    this.built = laid.filter((one) => one.look === 'town' || one.look === 'airfield').map((one) => boxOf(one.ring));
    this.grown = laid.filter((one) => !one.width && TEXTURED.includes(one.look)).map((one) => ({ one, box: boxOf(one.ring) }));
    this.lines = laid.filter(isLine).map((one) => ({ one, steps: walk(roadLine(one.points), STEP, false).map(({ x, y }): XY => [x, y]) }));
  }

  take(...boxes: Box[]): void {
    this.names.push(...boxes);
  }

  /** Roughly the area that a name of this feature would cover there. */
  covered(box: Box, of: Laid): number {
    const taken = [...this.built, ...this.names].reduce((sum, other) => sum + overlap(box, other), 0) + HIDES * this.hidden(box);
    const off = areaOf(box) - overlap(box, grown(this.sheet, -RIM));
    const growth = this.grown.reduce((sum, { one, box: other }) => sum + (one === of ? 0 : overlap(box, other) * 0.4), 0);
    return taken + growth + HIDES * off + this.crossed(box, of);
  }

  /** The area of it that flags and units hide. */
  hidden(box: Box): number {
    return this.shut.reduce((sum, other) => sum + overlap(box, other), 0);
  }

  private crossed(box: Box, of: Laid): number {
    const over = (one: Laid, steps: readonly XY[]) => {
      const r = one.width / 2;
      let within = 0;
      for (const [x, y] of steps) if (x > box.x0 - r && x < box.x1 + r && y > box.y0 - r && y < box.y1 + r) within++;
      return within * STEP * Math.min(one.width, 12);
    };
    return this.lines.reduce((sum, { one, steps }) => sum + (one === of ? 0 : over(one, steps)), 0);
  }
}

const STEP = 5;
/** A name stays so far from the edge of the sheet. */
const RIM = 4;
/** A flag, a unit or the end of the sheet hides the letters there. */
const HIDES = 15;
/** A name of which more than this share is hidden is left out. */
export const READABLE = 0.03;
/** The cost of each step down the list of places. */
const FURTHER = 40;
const NEARBY = 8;

interface Spot {
  at: XY;
  box: Box;
  upended?: boolean;
}

/** The name below, above, right, left or across, at the corners or a line farther; in empty ground inside it. The place that covers least wins. */
function beside(one: Laid, crowd: Crowd): string {
  const style = styleOf(one, crowd.scale);
  const w = widthOf(one.feature.name, style);
  const b = onSheet(boxOf(one.ring), crowd.sheet);
  const [cx, cy] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
  const clear = one.look === 'hill' ? 9 : 0;
  const [low, high, right, left] = [b.y1 + style.size * 0.95 + clear, b.y0 - 5 - clear, b.x1 + w / 2 + 6, b.x0 - w / 2 - 6];
  const line = style.size * 1.3;
  const round: XY[] = [
    [cx, low], [cx, high], [right, cy + 4], [left, cy + 4], [cx, cy + 4],
    [right, high], [left, high], [right, low], [left, low], [cx, high - line], [cx, low + line], [cx, high - 2 * line], [cx, low + 2 * line],
  ];
  const inner = EMPTY.includes(one.look) ? within(one.ring, b, w, style.size) : [];
  const spots = [...inner, ...round.map(([x, y]) => lying([onto(x, w, crowd.sheet), y], w, style.size))];
  const later = (i: number) => Math.min(i, inner.length) * NEARBY + Math.max(0, i - inner.length) * FURTHER;
  const best = spots.map((spot, i) => ({ ...spot, cost: later(i) + crowd.covered(spot.box, one) })).reduce((a, c) => (c.cost < a.cost ? c : a));
  if (crowd.hidden(best.box) > READABLE * areaOf(best.box)) return '';
  crowd.take(grown(best.box, 4));
  const [x, y] = best.at.map(num);
  const turn = best.upended ? ` transform="rotate(-90 ${x} ${y})"` : '';
  return `<text x="${x}" y="${y}" class="${style.cls}" font-size="${num(style.size)}"${turn}>${plain(one.feature.name)}</text>`;
}

/** The nearest middle at which so wide a name is all on the sheet. */
function onto(x: number, w: number, { x0, x1 }: Box): number {
  return Math.max(x0 + RIM + w / 2, Math.min(x, x1 - RIM - w / 2));
}

/** The top of a hill: a triangle and its level. It stays away from flags, units and names, or is left out. */
function spotHeight(one: Laid, laid: readonly Laid[], crowd: Crowd): string {
  const { level } = one.feature;
  if (!level || laid.some((other) => other.look === 'hill' && other.feature.level > level && other.ring.some((p) => inside(p, one.ring)))) return '';
  const style = sized(SPOT, crowd.scale);
  const words = `level ${level}`;
  const [w, k] = [widthOf(words, style) + style.size, style.size];
  const top = summitOf(one);
  const around: XY[] = [[0, 0], [0, 2.6], [0, -2.6], [3.4, 0], [-3.4, 0], [0, 4.4], [0, -4.4], [0, 7], [0, -7]];
  const spots = around.map(([dx, dy]) => lying([top[0] + dx * k, top[1] + dy * k], w, k));
  const fits = spots.find(({ box }) => inside([box.x0, box.y1], one.ring) && inside([box.x1, box.y0], one.ring) && crowd.covered(box, one) < READABLE * areaOf(box));
  if (!fits) return '';
  crowd.take(grown(fits.box, 2));
  const [x, y] = [fits.box.x0, fits.at[1]];
  return `<path d="M${num(x)} ${num(y)}h${num(k * 0.8)}l${num(-k * 0.4)} ${num(-k * 0.75)}z" fill="var(--contour)"/><text x="${num(x + k)}" y="${num(y)}" class="m-spot" font-size="${num(k)}">${words}</text>`;
}

const summits = new WeakMap<Laid, XY>();

function summitOf(one: Laid): XY {
  const known = summits.get(one) ?? summit(one.ring);
  summits.set(one, known);
  return known;
}

/** A horizontal name; the point is its middle. */
function lying([x, y]: XY, w: number, size: number): Spot {
  return { at: [x, y], box: { x0: x - w / 2, y0: y - size, x1: x + w / 2, y1: y + 3 } };
}

function upended([x, y]: XY, w: number, size: number): Spot {
  return { at: [x, y], box: { x0: x - size, y0: y - w / 2, x1: x + 3, y1: y + w / 2 }, upended: true };
}

/** Places wholly inside the ring, nearest the middle first. A name that is too long stands upright. */
function within(ring: readonly XY[], b: Box, w: number, size: number): Spot[] {
  const parts = [0.5, 0.37, 0.63, 0.25, 0.75, 0.15, 0.85];
  const places = parts.flatMap((v) => parts.map((u): XY => [b.x0 + (b.x1 - b.x0) * u, b.y0 + (b.y1 - b.y0) * v]));
  const middle: XY = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
  const fits = ({ box: { x0, y0, x1, y1 } }: Spot) => ([[x0 - 4, y0], [x1 + 4, y0], [x1 + 4, y1], [x0 - 4, y1], [x0, (y0 + y1) / 2], [x1, (y0 + y1) / 2]] as XY[]).every((p) => inside(p, ring));
  const near = places.sort((p, q) => span(p, middle) - span(q, middle));
  const flat = near.map(([x, y]) => lying([x, y + size * 0.35], w, size)).filter(fits);
  return (flat.length ? flat : near.map(([x, y]) => upended([x + size * 0.35, y], w, size)).filter(fits)).slice(0, 12);
}

function areaOf(b: Box): number {
  return (b.x1 - b.x0) * (b.y1 - b.y0);
}

function grown(b: Box, by: number): Box {
  return { x0: b.x0 - by, y0: b.y0 - by, x1: b.x1 + by, y1: b.y1 + by };
}

function onSheet(b: Box, sheet: Box): Box {
  return { x0: Math.max(b.x0, sheet.x0), y0: Math.max(b.y0, sheet.y0), x1: Math.min(b.x1, sheet.x1), y1: Math.min(b.y1, sheet.y1) };
}

export function overlap(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
}
