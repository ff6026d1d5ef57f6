/** High ground: tint, relief, hachures, contour; and cliffs. */

import { chance } from '../chance';
import type { Names } from './names';
import { boxOf, gap, inside, num, path, smooth, turned, walk, type XY } from '../pen';

const SHADE: readonly XY[] = [[34, 0.026], [28, 0.028], [22, 0.03], [16, 0.034], [10, 0.04], [5, 0.05]];
const LIGHT: readonly XY[] = [[30, 0.07], [23, 0.08], [16, 0.09], [9, 0.11]];
const STROKES: readonly XY[] = [[0.55, 0.55], [0.85, 0.67], [1.25, 0.79]];

/** Tint, relief inside the contour (light from the north-west), hachures downhill, and the contour. `joined` are hills of the same level: where one runs on into another, neither has a contour. */
export function hill(points: readonly XY[], level: number, names: Names, grain = 1, joined: readonly (readonly XY[])[] = []): string {
  const { id, seed } = names;
  const ring = turned(points);
  const d = path(ring);
  const tint = Math.min(Math.max(level, 1), 3);
  const stroke = (by: string, ink: string) => ([w, o]: XY) =>
    `<path d="${d}" transform="translate(${by})" stroke="var(--${ink})" stroke-width="${w}" opacity="${o}"/>`;
  return (
    `<clipPath id="${id}"><path d="${d}"/></clipPath><path d="${d}" fill="var(--hill-${tint})"/>` +
    `<g clip-path="url(#${id})" fill="none" stroke-linejoin="round" class="texture">` +
    SHADE.map(stroke('-5 -6', 'relief-lo')).join('') +
    LIGHT.map(stroke('5 6', 'relief-hi')).join('') +
    `${formLines(ring)}</g>${hachures(ring, seed, grain, joined)}` +
    `<path d="${joined.length ? apart(ring, joined) : d}" fill="none" class="contour" stroke="var(--contour)" stroke-width="${((1.3 + 0.25 * level) * Math.sqrt(grain)).toFixed(2)}"/>`
  );
}

/** The parts of a ring that lie outside these others. */
function apart(ring: readonly XY[], others: readonly (readonly XY[])[]): string {
  const steps = walk(ring, 3).map(({ x, y }): XY => [x, y]);
  const out = steps.map((p) => !others.some((other) => inside(p, other)));
  return steps.map((p, i) => (out[i] ? `${out[(i + steps.length - 1) % steps.length] && i ? 'L' : 'M'}${num(p[0])} ${num(p[1])}${i === steps.length - 1 && out[0] ? `L${num(steps[0]![0])} ${num(steps[0]![1])}` : ''}` : '')).join('');
}

/** Strokes downhill, longer and thicker on the side away from the light. */
function hachures(ring: readonly XY[], seed: string, grain: number, joined: readonly (readonly XY[])[]): string {
  const luck = chance(seed);
  const buckets: [string, string, string] = ['', '', ''];
  for (const { x, y, a } of walk(ring, 5 * grain)) {
    if (joined.some((other) => inside([x, y], other))) continue;
    const [nx, ny] = [Math.sin(a), -Math.cos(a)];
    const dark = (nx * 0.6 + ny * 0.8 + 1) / 2;
    const length = (3.2 + 5.5 * dark + luck.between(-1, 1.2)) * grain;
    const lean = luck.between(-0.12, 0.12);
    const k = dark < 0.35 ? 0 : dark < 0.7 ? 1 : 2;
    buckets[k] += `M${num(x + nx * 0.6)} ${num(y + ny * 0.6)}l${num((nx - ny * lean) * length)} ${num((ny + nx * lean) * length)}`;
  }
  const drawn = buckets.map((d, k) => {
    const [w, o] = STROKES[k]!;
    return `<path d="${d}" stroke="var(--hach)" stroke-width="${(w * Math.sqrt(grain)).toFixed(2)}" opacity="${o}"/>`;
  });
  return `<g class="texture">${drawn.join('')}</g>`;
}

/** Rock: a band of shade, and teeth that point downhill. */
export function cliff(points: readonly XY[], seed: string): string {
  const ring = turned(points);
  const luck = chance(seed);
  let teeth = '';
  for (const { x, y, a } of walk(ring, 6)) {
    const [nx, ny] = [-Math.sin(a), Math.cos(a)];
    const far = luck.between(4.5, 7);
    const [wx, wy] = [Math.cos(a) * 2.4, Math.sin(a) * 2.4];
    teeth += `M${num(x - wx)} ${num(y - wy)}L${num(x + nx * far)} ${num(y + ny * far)}L${num(x + wx)} ${num(y + wy)}Z`;
  }
  const d = path(ring);
  return (
    `<path d="${d}" fill="var(--hill-3)"/><path d="${teeth}" fill="var(--work)" opacity=".8" class="texture"/>` +
    `<path d="${d}" fill="none" stroke="var(--work)" stroke-width="1.8" stroke-linejoin="round"/>`
  );
}

/** How far inside the contour the form lines run, as shares of the greatest depth. */
const RINGS = [0.36, 0.7] as const;
const SHALLOW = 22;

/** Thin broken rings inside a hill. They show its shape; no rule reads them, so they are not contours. */
function formLines(ring: readonly XY[]): string {
  const deep = depth(summit(ring), ring);
  if (deep < SHALLOW) return '';
  return `<path d="${RINGS.map((share) => path(smooth(inset(ring, deep * share), true, 3))).join('')}" class="form-line"/>`;
}

/** The ring drawn in by so much. Points that come too near to another side are left out. */
function inset(ring: readonly XY[], by: number): XY[] {
  const steps = walk(ring, Math.max(6, by / 2)).map(({ x, y, a }): XY => [x - Math.sin(a) * by, y + Math.cos(a) * by]);
  return steps.filter((p) => inside(p, ring) && depth(p, ring) > by * 0.96);
}

function depth(p: XY, ring: readonly XY[]): number {
  return gap(p, ring, true);
}

/** The point of a ring that is farthest from its edge. */
export function summit(ring: readonly XY[]): XY {
  const b = boxOf(ring);
  const n = 14;
  const points = Array.from({ length: n * n }, (_, i): XY => [b.x0 + ((b.x1 - b.x0) * ((i % n) + 0.5)) / n, b.y0 + ((b.y1 - b.y0) * (Math.floor(i / n) + 0.5)) / n]);
  const within = points.filter((p) => inside(p, ring)).map((p) => ({ p, deep: depth(p, ring) }));
  return within.reduce((best, one) => (one.deep > best.deep ? one : best), { p: ring[0] ?? ([0, 0] as XY), deep: -1 }).p;
}

/** A dry bed or ditch: a shaded floor between two banks, with strokes that point down into it. */
export function gully(line: readonly XY[], width: number, seed: string): string {
  const luck = chance(seed);
  const d = path(line, false);
  const banks = walk(line, 5, false).flatMap(({ x, y, a }, i) => {
    const hand = i % 2 ? 1 : -1;
    const [nx, ny] = [-Math.sin(a) * hand, Math.cos(a) * hand];
    const [rim, far] = [width / 2 + 1.6, luck.between(2.6, 4.2)];
    return `M${num(x + nx * rim)} ${num(y + ny * rim)}l${num(-nx * far)} ${num(-ny * far)}`;
  });
  return (
    `<g fill="none" stroke-linejoin="round"><path d="${d}" stroke="var(--contour)" stroke-width="${num(width + 2)}"/><path d="${d}" stroke="var(--hill-2)" stroke-width="${num(width)}"/>` +
    `<path d="${banks.join('')}" class="texture" stroke="var(--contour)" stroke-width=".9"/></g>`
  );
}
