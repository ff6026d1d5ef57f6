/** Lines, rings and their SVG text. Points are in drawing units: 20 per inch, 64 per square, y downwards. */

import type { Chance } from './chance';

export type XY = readonly [x: number, y: number];
export type Disc = readonly [x: number, y: number, r: number];
export interface Step {
  x: number;
  y: number;
  /** The direction of the line there, in radians. */
  a: number;
}

export const INCH = 20;
export const SQUARE = 64;

export function num(v: number): string {
  const s = v.toFixed(1);
  return s.endsWith('.0') ? (s === '-0.0' ? '0' : s.slice(0, -2)) : s;
}

export function path(points: readonly XY[], closed = true): string {
  if (!points.length) return '';
  return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}${closed ? 'Z' : ''}`;
}

export function circles(discs: readonly Disc[]): string {
  return discs
    .map(([x, y, r]) => `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 1 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 1 ${num(-2 * r)} 0`)
    .join('');
}

/** The text of a name, safe inside SVG. */
export function plain(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}

/** Pairs of neighbours along a line; in a ring also the last and the first. */
export function legs(points: readonly XY[], closed = false): [XY, XY][] {
  const out: [XY, XY][] = [];
  for (let i = 1; i < points.length; i++) out.push([points[i - 1]!, points[i]!]);
  const first = points[0];
  const last = points[points.length - 1];
  if (closed && first && last) out.push([last, first]);
  return out;
}

/** Catmull-Rom through the points. */
export function smooth(points: readonly XY[], closed = true, n = 8): XY[] {
  const m = points.length;
  const out: XY[] = [];
  const at = (i: number) => (closed ? points[(i + m) % m]! : points[Math.min(Math.max(i, 0), m - 1)]!);
  for (let i = 0; i < (closed ? m : m - 1); i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let j = 0; j < n; j++) out.push([curve(p[0], q[0], r[0], s[0], j / n), curve(p[1], q[1], r[1], s[1], j / n)]);
  }
  const last = points[m - 1];
  if (!closed && last) out.push(last);
  return out;
}

function curve(p: number, q: number, r: number, s: number, t: number): number {
  return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t ** 3);
}

/** The same line with rounded corners. The sides stay in place; only the last `r` before a corner bends. */
export function rounded(points: readonly XY[], r: number, closed = true): XY[] {
  const m = points.length;
  const out: XY[] = [];
  points.forEach((q, i) => {
    const end = !closed && (i === 0 || i === m - 1);
    const p = points[(i - 1 + m) % m]!;
    const s = points[(i + 1) % m]!;
    const cut = Math.min(r, span(p, q) * 0.45, span(q, s) * 0.45);
    if (end || cut < 0.5) out.push(q);
    else out.push(...bend(towards(q, p, cut), q, towards(q, s, cut)));
  });
  return out;
}

/** The same line with long, gentle bends. No point of it leaves the true course by more than `off`. */
export function eased(points: readonly XY[], off: number, closed = false): XY[] {
  const m = points.length;
  return points.flatMap((q, i): XY[] => {
    const [p, s] = closed ? [points[(i - 1 + m) % m], points[(i + 1) % m]] : [points[i - 1], points[i + 1]];
    if (!p || !s) return [q];
    const turn = Math.abs(Math.sin((Math.atan2(s[1] - q[1], s[0] - q[0]) - Math.atan2(q[1] - p[1], q[0] - p[0])) / 2));
    const cut = Math.min((2 * off) / Math.max(turn, 0.01), span(p, q) * 0.48, span(q, s) * 0.48);
    const steps = Math.min(6, Math.ceil(cut * turn)); // a bend that is hardly one needs no points
    return cut < 0.5 || steps < 1 ? [q] : bend(towards(q, p, cut), q, towards(q, s, cut), steps);
  });
}

function bend(a: XY, q: XY, b: XY, n = 5): XY[] {
  return Array.from({ length: n + 1 }, (_, i): XY => {
    const t = i / n;
    const [u, v, w] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [a[0] * u + q[0] * v + b[0] * w, a[1] * u + q[1] * v + b[1] * w];
  });
}

export function span(a: XY, b: XY): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The point at distance `far` from a towards b. */
export function towards(a: XY, b: XY, far: number): XY {
  const d = span(a, b) || 1;
  return [a[0] + ((b[0] - a[0]) * far) / d, a[1] + ((b[1] - a[1]) * far) / d];
}

/** Evenly spaced steps along a line. */
export function walk(points: readonly XY[], step: number, closed = true): Step[] {
  const out: Step[] = [];
  let left = 0;
  for (const [[x0, y0], [x1, y1]] of legs(points, closed)) {
    const d = Math.hypot(x1 - x0, y1 - y0);
    if (d === 0) continue;
    let s = left;
    for (; s < d; s += step) out.push({ x: x0 + ((x1 - x0) * s) / d, y: y0 + ((y1 - y0) * s) / d, a: Math.atan2(y1 - y0, x1 - x0) });
    left = s - d;
  }
  return out;
}

export function area(points: readonly XY[]): number {
  return legs(points, true).reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0) / 2;
}

/** The ring in the direction that has its inside on the right. */
export function turned(ring: readonly XY[]): XY[] {
  return area(ring) < 0 ? [...ring].reverse() : [...ring];
}

export function inside(p: XY, points: readonly XY[]): boolean {
  let hit = false;
  let b = points[points.length - 1];
  for (const a of points) {
    if (b && b[1] > p[1] !== a[1] > p[1] && p[0] < ((a[0] - b[0]) * (p[1] - b[1])) / (a[1] - b[1]) + b[0]) hit = !hit;
    b = a;
  }
  return hit;
}

/** The distance from a point to a line. */
export function gap(p: XY, line: readonly XY[], closed = false): number {
  if (line.length === 1) return span(p, line[0]!);
  let least = 1e18;
  for (let i = closed ? 0 : 1; i < line.length; i++) least = Math.min(least, apart(p, line[(i || line.length) - 1]!, line[i]!));
  return Math.min(1e9, Math.sqrt(least));
}

/** The square of the distance from a point to a leg. This is asked most of all, so it makes nothing new. */
function apart(p: XY, a: XY, b: XY): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return (p[0] - a[0] - t * dx) ** 2 + (p[1] - a[1] - t * dy) ** 2;
}

export function nearest(p: XY, a: XY, b: XY): XY {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return [a[0] + t * dx, a[1] + t * dy];
}

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export function boxOf(points: readonly XY[]): Box {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

export function middle(points: readonly XY[]): XY {
  const b = boxOf(points);
  return [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
}

/** Points spread over a ring in uneven rows, not nearer to its edge than the margin. */
export function scatter(ring: readonly XY[], step: number, luck: Chance, margin = 0): XY[] {
  const b = boxOf(ring);
  const out: XY[] = [];
  for (let y = b.y0, row = 0; y < b.y1; y += step * 0.86, row++) {
    for (let x = b.x0 + (row % 2 ? step / 2 : 0); x < b.x1; x += step) {
      const p: XY = [x + luck.between(-0.3, 0.3) * step, y + luck.between(-0.3, 0.3) * step];
      if (inside(p, ring) && (margin <= 0 || gap(p, ring, true) > margin)) out.push(p);
    }
  }
  return out;
}

/** The outline of a strip along a course: straight sides, round ends and elbows. */
export function strip(course: readonly XY[], width: number): XY[] {
  const r = width / 2;
  const first = course[0];
  if (!first) return [];
  if (course.length === 1) return arc(first, r, 0, Math.PI * 2, 24).slice(0, -1);
  const there = along(course, r);
  const back = along([...course].reverse(), r);
  return [...there, ...back];
}

/** The left bank of a course, with a round cap at its far end. */
function along(course: readonly XY[], r: number): XY[] {
  const out: XY[] = [];
  const ways = legs(course);
  ways.forEach(([a, b], i) => {
    const way = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const left = way - Math.PI / 2;
    const before = ways[i - 1];
    if (before) out.push(...elbow(before, [a, b], r));
    else out.push([a[0] + r * Math.cos(left), a[1] + r * Math.sin(left)]);
    if (i === ways.length - 1) out.push(...arc(b, r, left, left + Math.PI, 12));
  });
  return out;
}

/** The join of the left banks of two legs: round on the outside of the turn, a mitre on the inside. */
function elbow([a, b]: [XY, XY], [, c]: [XY, XY], r: number): XY[] {
  const [w0, w1] = [Math.atan2(b[1] - a[1], b[0] - a[0]), Math.atan2(c[1] - b[1], c[0] - b[0])];
  let turn = w1 - w0;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  if (turn > 0) return arc(b, r, w0 - Math.PI / 2, w0 + turn - Math.PI / 2, Math.max(1, Math.ceil(turn / 0.3)));
  const half = w0 + turn / 2 - Math.PI / 2;
  const far = r / Math.max(0.3, Math.cos(turn / 2));
  return [[b[0] + far * Math.cos(half), b[1] + far * Math.sin(half)]];
}

export function arc(c: XY, r: number, from: number, to: number, n: number): XY[] {
  return Array.from({ length: n + 1 }, (_, i): XY => {
    const a = from + ((to - from) * i) / n;
    return [c[0] + r * Math.cos(a), c[1] + r * Math.sin(a)];
  });
}

/** Parallel lines across a convex ring: furrows, hatching. SVG patterns would be slow to paint. */
export function hatch(ring: readonly XY[], degrees: number, step: number, start = 0): string {
  const a = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.cos(a), Math.sin(a)];
  const off = (p: XY) => -p[0] * dy + p[1] * dx;
  const offs = ring.map(off);
  let out = '';
  for (let v = Math.ceil((Math.min(...offs) - start) / step) * step + start; v < Math.max(...offs); v += step) {
    const cuts = legs(ring, true).flatMap(([p, q]) => cut(p, q, off(p) - v, off(q) - v));
    cuts.sort((p, q) => p[0] * dx + p[1] * dy - (q[0] * dx + q[1] * dy));
    for (let i = 0; i + 1 < cuts.length; i += 2) out += path([cuts[i]!, cuts[i + 1]!], false);
  }
  return out;
}

function cut(p: XY, q: XY, a: number, b: number): XY[] {
  return a > 0 === b > 0 ? [] : [[p[0] + ((q[0] - p[0]) * a) / (a - b), p[1] + ((q[1] - p[1]) * a) / (a - b)]];
}

/** The rough width of a text. Fonts differ, so boxes leave a little room. */
export function textWidth(text: string, size: number, bold = true): number {
  let w = 0;
  for (const c of text) w += " .,'il|:j".includes(c) ? 0.32 : 'mwMW'.includes(c) ? 0.86 : 0.6;
  return w * size * (bold ? 1.06 : 1);
}
