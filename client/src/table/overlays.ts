/** Overlays: reach, bands, lines, targets, templates, objectives. Magenta shows what you may choose. */

import type { Piece, Region, Sector, Template } from '../messages';
import { UNSEEN } from './bodies';
import { corners, isTape, turn, type Chart, type Laid, type Placed } from './chart';
import { chance } from './chance';
import { overlap } from './ground/lettering';
import { drawIn, joined, loops, type Cell } from './ground/squares';
import { arc, area as sizeOf, boxOf, circles, hatch, middle, num, path, plain, rounded, scatter, span, SQUARE, textWidth, towards, walk, type Box, type Disc, type XY } from './pen';
import { tapeEnd } from './placing';
import type { LineShown, ThreatShown } from './props';
import { glyph, sideName } from './symbols';
import { boxAt } from './tags';

/** Draws at screen size: text and rings do not grow with the zoom. `s` is drawing units per pixel. */
export const at = ([x, y]: XY, s: number, inner: string) => `<g transform="translate(${num(x)} ${num(y)}) scale(${s.toFixed(4)})">${inner}</g>`;

/** The size of the names on the map: readable from afar, and not huge from near. */
export function letterSize(s: number): number {
  return Math.min(3.2, Math.max(0.6, s));
}

export function callout(p: XY, text: string, cls: string, s: number): string {
  const w = textWidth(text, 11, false) + 14;
  return at(p, s, `<g class="call ${cls}"><rect x="${num(-w / 2)}" y="-9" width="${num(w)}" height="18" rx="9"/><text y="3.9">${plain(text)}</text></g>`);
}

// ---- where a unit may go

/** Pixels between the lines of the hatching. It is wide, so that the map shows through. */
const HATCH = 11;
const MOST_HATCHED = 0.8; // of the table

/** An outline with hatching inside it: no wash hides the map. */
export function reach(region: Region, chart: Chart, s: number): string {
  const places = new Map((region.places ?? []).map(([x, y]) => [`${x} ${y}`, chart.at(x, y)]));
  if (chart.grid && places.size) return reachOnGrid([...places.values()], s, chart);
  const rings = (region.outlines ?? []).map((ring) => ring.map(([x, y]) => chart.at(x, y)));
  const lines = rings.filter((ring) => ring.length === 2).map((line) => path(line, false));
  const areas = rings.filter((ring) => ring.length > 2);
  return (
    hatched(areas, s, chart) + together(areas.map((ring) => path(ring)), chart) + (lines.length ? `<path d="${lines.join('')}" class="reach"/>` : '') +
    [...places.values()].map(([x, y]) => `<circle cx="${num(x)}" cy="${num(y)}" r="4" class="reach-dot"/>`).join('')
  );
}

/** Squares that touch have one outline. */
function reachOnGrid(places: readonly XY[], s: number, chart: Chart): string {
  const cells = places.map(([x, y]): Cell => [Math.floor(x / SQUARE), Math.floor(y / SQUARE)]);
  const rings = joined(cells).flatMap((group) => loops(group)).map((loop) => rounded(drawIn(loop, 3), 7));
  const squares = places.map(([x, y]): XY[] => [[x - 29, y - 29], [x + 29, y - 29], [x + 29, y + 29], [x - 29, y + 29]]);
  return `${hatched(squares, s, chart)}<path d="${rings.map((ring) => path(ring)).join('')}" class="reach"/>`;
}

/** One path for all: where areas overlap, their lines coincide. If nearly the whole table is open, hatching says nothing. */
function hatched(rings: readonly XY[][], s: number, { width, height }: Chart): string {
  const open = rings.reduce((sum, ring) => sum + Math.abs(sizeOf(ring)), 0);
  return rings.length && open < MOST_HATCHED * width * height ? `<path d="${rings.map((ring) => hatch(ring, 45, HATCH * s)).join('')}" class="reach-hatch"/>` : '';
}

/** Outlines that overlap look like one: there is no line inside any of them. */
function together(rings: readonly string[], chart: Chart): string {
  const d = rings.join('');
  if (rings.length < 2) return d && `<path d="${d}" class="reach"/>`;
  const whole = `x="0" y="0" width="${chart.width}" height="${chart.height}"`;
  const outside = `<mask id="reach-outside" maskUnits="userSpaceOnUse" ${whole}><rect ${whole} fill="#fff"/><path d="${d}" fill="#000"/></mask>`;
  return `${outside}<path d="${d}" class="reach rim" mask="url(#reach-outside)"/>`;
}

export function square([x, y]: XY, half: number, cls: string): string {
  return `<rect x="${num(x - half)}" y="${num(y - half)}" width="${2 * half}" height="${2 * half}" rx="6" class="${cls}"/>`;
}

// ---- fields of fire

/** The fields of fire of one model or of several. What they have in common is drawn and told once; `taken`: what their words keep clear of. */
export function sectors(list: readonly Sector[], chart: Chart, s: number, taken: readonly Box[] = []): string {
  const kinds = [...new Set(list.map((one) => one.words))].map((words) => list.filter((one) => one.words === words));
  const crowd = [...taken];
  return kinds.map((alike) => (alike[0]!.outlines.length ? alike.map((one) => area(one, chart, s)).join('') : bands(alike, chart, s, crowd))).join('');
}

/** Dotted arcs about the front, with their figure on one of them. A part of an arc inside another full circle is left out. */
function bands(alike: readonly Sector[], chart: Chart, s: number, crowd: Box[]): string {
  const discs = alike.map((one): [XY, number] => [chart.at(one.x, one.y), one.radius * chart.unit]);
  const hidden = (p: XY, by: number): boolean => alike.some((one, n) => n !== by && one.degrees >= 360 && span(p, discs[n]![0]) < discs[n]![1] - 0.5);
  const arcs = alike.map((one, n) => {
    const [mid, half] = [((one.facing - 90) * Math.PI) / 180, (Math.min(one.degrees, 359) * Math.PI) / 360];
    return arc(...discs[n]!, mid - half, mid + half, ARC).map((p): XY | null => (hidden(p, n) ? null : p));
  });
  const told = alike[0]!.words;
  const [w, h] = [(textWidth(told, 10, false) + 6) * s, 14 * s];
  const open = arcs.flatMap((points) => [...points.slice(ARC / 8), ...points.slice(0, ARC / 8)].filter((p, n) => p && n % 2 === 0)) as XY[];
  const tip = clearest(open, w, h, chart, crowd);
  if (tip) crowd.push(boxAt(tip, w, h));
  const words = tip ? at(tip, s, `<text class="band-t on-line" y="3">${plain(told)}</text>`) : '';
  return `<path d="${arcs.map(dashed).join('')}" class="band"/>${words}`;
}

/** The middle of a box of that size that covers least, the first of equals; all of it should be on the sheet. */
function clearest(places: readonly XY[], w: number, h: number, chart: Chart, crowd: readonly Box[]): XY | undefined {
  const sheet: Box = { x0: 0, y0: 0, x1: chart.width, y1: chart.height };
  const cost = (p: XY) => {
    const box = boxAt(p, w, h);
    return crowd.reduce((sum, other) => sum + overlap(box, other), 3 * (w * h - overlap(box, sheet)));
  };
  return places.map((p) => ({ p, cost: cost(p) })).reduce<{ p?: XY; cost: number }>((best, one) => (one.cost < best.cost ? one : best), { cost: Infinity }).p;
}

const ARC = 96; // steps

/** A line through the points, broken where one is missing. */
function dashed(points: readonly (XY | null)[]): string {
  return points.map((p, n) => (p ? `${points[n - 1] ? 'L' : 'M'}${num(p[0])} ${num(p[1])}` : '')).join('');
}

function area(one: Sector, chart: Chart, s: number): string {
  const rings = one.outlines.map((ring) => ring.map(([x, y]) => chart.at(x, y)));
  const top = rings.flat().reduce((best, p) => (p[1] < best[1] ? p : best), [0, Infinity] as XY);
  return `<path d="${rings.map((ring) => path(ring)).join('')}" class="band"/>${at([top[0], top[1] + 9], s, `<text class="band-t" x="4" y="3">${plain(one.words)}</text>`)}`;
}

// ---- lines

const CALLS: Record<LineShown['kind'], string> = { clear: 'good', blocked: 'blk', ruler: 'pick', threat: 'thr' };

export function line(shown: LineShown, chart: Chart, s: number, stands: readonly Box[] = []): string {
  const points = trimmed(shown.points.map(([x, y]) => chart.at(x, y)), chart.grid && shown.kind !== 'ruler' ? 19 : 0);
  const [a, z] = [points[0], points[points.length - 1]];
  if (!a || !z) return '';
  const stop = shown.kind === 'blocked' ? (shown.at ? chart.at(...shown.at) : z) : null;
  const words = shown.words ? callout(freePlace(shown.words, [a, stop ?? z], chart, s, stands), shown.words, CALLS[shown.kind], s) : '';
  if (stop) return blocked(a, z, stop, s) + words;
  const d = path(points, false);
  const inks: Record<string, string> = { clear: 'los', ruler: 'ruler', threat: 'threat' };
  const ends = shown.kind === 'ruler' ? points.map((p) => at(p, s, '<circle r="3.5" class="ruler-end"/>')).join('') : '';
  return `<path d="${d}" class="line-h"/><path d="${d}" class="${inks[shown.kind]}"/>${ends}${words}`;
}

/** A line up to the obstacle, a disc with a cross there, dots beyond. */
function blocked(a: XY, z: XY, stop: XY, s: number): string {
  const near = path([a, stop], false);
  return (
    `<path d="${near}" class="line-h"/><path d="${near}" class="los blocked"/><path d="${path([stop, z], false)}" class="los past"/>` +
    at(stop, s, '<circle r="8" class="stop-h"/><path d="M-3.6 -3.6L3.6 3.6M3.6 -3.6L-3.6 3.6" class="stop"/>')
  );
}

/** A line that begins and ends at the edge of a counter, not on its symbol. */
function trimmed(points: readonly XY[], by: number): XY[] {
  const [a, b, y, z] = [points[0], points[1], points[points.length - 2], points[points.length - 1]];
  if (!by || !a || !b || !y || !z || span(a, b) < 3 * by || span(y, z) < 3 * by) return [...points];
  return [towards(a, b, by), ...points.slice(1, -1), towards(z, y, by)];
}

/** A place for words near a line: beside its middle or its end, where they cover fewest stands and least of the line. */
function freePlace(text: string, [a, z]: [XY, XY], chart: Chart, s: number, stands: readonly Box[]): XY {
  const sheet: Box = { x0: 0, y0: 0, x1: chart.width, y1: chart.height };
  const [w, h] = [(textWidth(text, 11, false) + 14) * s, 18 * s];
  const mid: XY = [(a[0] + z[0]) / 2, (a[1] + z[1]) / 2];
  const near = [mid, z].flatMap(([x, y]): XY[] => [
    [x, y - 20 * s], [x, y + 20 * s], [x + w / 2 + 12 * s, y], [x - w / 2 - 12 * s, y],
    [x + w / 2 + 8 * s, y - 18 * s], [x - w / 2 - 8 * s, y - 18 * s], [x, y - 38 * s], [x, y + 38 * s],
  ]);
  const steps = walk([a, z], 6, false);
  const cost = (p: XY, i: number) => {
    const box = boxAt(p, w, h);
    const crossed = steps.filter(({ x, y }) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1).length;
    const off = w * h - overlap(box, sheet);
    return i * 0.03 + (stands.reduce((sum, one) => sum + overlap(box, one), 0) + 9 * off) / (w * h) + crossed * 0.12;
  };
  return near.map((p, i) => ({ p, c: cost(p, i) })).reduce((best, one) => (one.c < best.c ? one : best)).p;
}

/** A line from each unit that could fire. If there are few, each has its figure. */
export function threats(list: readonly ThreatShown[], chart: Chart, s: number, side: string): string {
  const lines = list.map((one) => {
    const [a, z] = [chart.at(...one.from), chart.at(...one.to)];
    const d = path([a, z], false);
    return `<path d="${d}" class="line-h"/><path d="${d}" class="threat by-${side}"/>`;
  });
  const words = list.length > FEW ? [] : list.map((one) => (one.words ? callout(between(chart.at(...one.from), chart.at(...one.to)), one.words, 'thr', s) : ''));
  return [...lines, ...words].join('');
}

const FEW = 6;
const between = ([ax, ay]: XY, [zx, zy]: XY): XY => [ax + (zx - ax) * 0.4, ay + (zy - ay) * 0.4];

// ---- rings round pieces

/** The sign of a target: a ring with four ticks; on a grid a square. */
export function aim(piece: Placed<Piece>, chart: Chart, s: number): string {
  const p = chart.at(piece.x, piece.y);
  if (chart.grid) return square(p, 30, 'aim-h') + square(p, 30, 'aim');
  const r = Math.max(11, 9 * s);
  const ticks = [0, 90, 180, 270].map((a) => path([turn([0, -r - 5 * Math.max(s, 0.6)], a, p), turn([0, -r + 3 * Math.max(s, 0.6)], a, p)], false)).join('');
  const ring = circles([[p[0], p[1], r]]);
  return `<path d="${ring}" class="aim-h"/><path d="${ring}${ticks}" class="aim"/>`;
}

/** A frame a little larger than the base, for units that are selected, lit or open. */
export function around(piece: Placed<Piece>, chart: Chart, cls: string, grow: number): string {
  const p = chart.at(piece.x, piece.y);
  return chart.grid ? square(p, 27 + grow, cls) : `<path d="${path(corners(piece, chart, grow))}" class="${cls}" stroke-linejoin="round"/>`;
}

// ---- templates: hatching under the units, a dashed edge above them

/** The ground that it covers. A tape without a width is drawn narrow. */
export function ringOf(one: Laid, chart: Chart): XY[] {
  if (isTape(one, chart)) return corners({ ...one, w: Math.max(one.w, 0.1) }, chart);
  return arc(chart.at(one.x, one.y), radius(one, chart), 0, Math.PI * 2, 24);
}

function outline(one: Laid, chart: Chart): string {
  const [x, y] = chart.at(one.x, one.y);
  return isTape(one, chart) ? path(ringOf(one, chart)) : circles([[x, y, radius(one, chart)]]);
}

export function under(one: Template, chart: Chart): string {
  const [edge, ring] = [outline(one, chart), ringOf(one, chart)];
  const inks: Partial<Record<Template['drawing'], () => string>> = {
    burst: () => `<path d="${edge}" class="t-bg"/><path d="${bursts(ring, one.id)}" class="t-ink"/>`,
    planned: () => `<path d="${hatch(ring, 45, 5)}" class="t-plan"/>`,
    smoke: () => `<path d="${cloud(one, chart)}" class="t-smoke"/>`,
    gas: () => `<path d="${cloud(one, chart)}" class="t-gas"/><path d="${droplets(ring, one.id)}" class="t-gas-i"/>`,
    works: () => '',
    air: () => `<path d="${edge}" class="t-bg"/>`,
    tape: () => `<path d="${edge}" class="t-bg"/>`,
  };
  return inks[one.drawing]?.() ?? '';
}

export function over(one: Template, chart: Chart): string {
  const [p, r, cover] = [chart.at(one.x, one.y), radius(one, chart), one.drawing];
  const secret = one.secret ? `<g transform="translate(${num(p[0] + r * 0.8)} ${num(p[1] - r * 0.8)})">${UNSEEN}</g>` : '';
  if (cover === 'works') return `<g transform="translate(${num(p[0] - 20)} ${num(p[1] - 22)})" class="t-works"><circle r="7.5"/>${glyph('works', 12, 12)}</g>${secret}`;
  if (cover === 'gas' || cover === 'smoke') return `<path d="${cloud(one, chart)}" class="t-rim ${cover}"/>${secret}`;
  const plane = cover === 'air' ? `<g class="u-sym t-air s-${sideName(one.side)}" transform="translate(${num(p[0])} ${num(p[1])})">${glyph('bomber', r * 1.7, r * 1.7)}</g>` : '';
  return plane + edges(one, chart, `t-ed ${cover} s-${sideName(one.side)}`) + secret;
}

/** Its edge. An arrow at the head of a tape shows its direction. */
export function edges(one: Laid, chart: Chart, cls: string): string {
  const d = outline(one, chart) + (isTape(one, chart) ? arrowhead(one, chart) : '');
  return `<path d="${d}" class="t-hl"/><path d="${d}" class="${cls}"/>`;
}

function arrowhead(one: Laid, chart: Chart): string {
  const head = tapeEnd([one.x, one.y, one.facing], one.d, 'head');
  return path(([[-9, 5], [0, -11], [9, 5]] as XY[]).map((p) => turn(p, one.facing, chart.at(...head))), false);
}

/** Half its width; for a tape half an inch. Signs on it have this size. */
function radius(one: Laid, chart: Chart): number {
  if (chart.grid) return 0.5 * SQUARE * 0.92;
  return (isTape(one, chart) ? 0.5 : one.w / 2 || 0.5) * chart.unit;
}

function droplets(ring: readonly XY[], seed: string): string {
  return circles(scatter(ring, 8, chance(seed), 2).map(([x, y]): Disc => [x, y, 1.1]));
}

/** Shell bursts, spread evenly. */
function bursts(ring: readonly XY[], id: string): string {
  return scatter(ring, 8, chance(id), 2.5)
    .map(([x, y]) => `M${num(x)} ${num(y - 3)}v6M${num(x - 3)} ${num(y)}h6M${num(x - 2)} ${num(y - 2)}l4 4M${num(x + 2)} ${num(y - 2)}l-4 4`)
    .join('');
}

function cloud(one: Template, chart: Chart): string {
  if (!isTape(one, chart)) return puffs(chart.at(one.x, one.y), radius(one, chart), one.id);
  const ring = ringOf(one, chart);
  return billows(walk(ring, Math.max(span(ring[0]!, ring[1]!), 12) / 1.5).map(({ x, y }): XY => [x, y]));
}

/** The scalloped edge of a cloud. */
function puffs([x, y]: XY, r: number, id: string): string {
  const luck = chance(id);
  const n = 11;
  const rim = Array.from({ length: n }, (_, i): XY => {
    const [a, far] = [(i / n) * Math.PI * 2 + luck.between(-0.08, 0.08), r * luck.between(0.8, 0.9)];
    return [x + far * Math.cos(a), y + far * Math.sin(a)];
  });
  return billows(rim);
}

/** An arc outwards from each point of a ring to the next. */
function billows(rim: readonly XY[]): string {
  const arcs = rim.map((p, i) => {
    const next = rim[(i + 1) % rim.length]!;
    const r = num(span(p, next) * 0.56);
    return `A${r} ${r} 0 0 1 ${num(next[0])} ${num(next[1])}`;
  });
  return `M${num(rim[0]![0])} ${num(rim[0]![1])}${arcs.join('')}Z`;
}

// ---- last seen

/** The words below a unit that went out of sight. */
export function lastSeen(piece: Placed<Piece>, words: string, chart: Chart, s: number): string {
  const box = boxOf(corners(piece, chart));
  const [x] = middle([[box.x0, box.y0], [box.x1, box.y1]]);
  const w = textWidth(words, 10, false) + 12;
  return at([x, box.y1 + 10 * s], s, `<rect x="${num(-w / 2)}" y="-7" width="${num(w)}" height="14" rx="7" class="tag"/><text y="3.4" class="seen-t">${plain(words)}</text>`);
}
