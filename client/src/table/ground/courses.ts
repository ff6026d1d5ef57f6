/** Names along roads and rivers, with upright letters. */

import { legs, num, path, plain, span, walk, type Box, type Step, type XY } from '../pen';
import type { Laid } from './free';
import { READABLE, widthOf, type Crowd, type Style } from './lettering';
import { roadLine, roadway } from './ways';

interface Place {
  course: readonly XY[];
  /** Where the middle of the name lies along the course, and how far beside it. */
  from: number;
  dy: number;
  boxes: Box[];
  cost: number;
}

const TRIES = 14;
/** A steep course may lean back a little under its name. */
const BACKWARDS = -0.3;
const STEP = 3;
/** The cost of a bend of one radian under the name, in the same unit as a covered area. */
const BENT = 260;

/** The cost of a name at an end of the course, where the headquarters stand. */
const ENDS = 120;

/** The name where it covers least and bends least; nothing if the course is too short for it. */
export function alongCourse(one: Laid, style: Style, crowd: Crowd): string {
  const w = widthOf(one.feature.name, style);
  const course = roadLine(one.points);
  const far = legs(course).reduce((sum, leg) => sum + span(...leg), 0);
  const tries = far < w + 12 ? [] : Array.from({ length: TRIES }, (_, i) => w / 2 + 6 + ((far - w - 12) * i) / (TRIES - 1));
  const places = [course, [...course].reverse()].flatMap((line) => {
    const steps = walk(line, STEP, false);
    return tries.flatMap((from) => sides(one, style).map((dy) => place(line, steps, { from, dy, w, aside: Math.min(Math.abs(from / far - 0.35), Math.abs(from / far - 0.65)) }, one, style, crowd)));
  });
  const upright = places.filter((found) => found !== null);
  if (!upright.length) return '';
  const best = upright.reduce((a, c) => (c.cost < a.cost ? c : a));
  if (best.boxes.filter((box) => crowd.hidden(box) > 0).length > READABLE * best.boxes.length) return '';
  crowd.take(...best.boxes);
  return (
    `<path id="${one.id}-l" d="${path(best.course, false)}" fill="none"/>` +
    `<text class="${style.cls}" font-size="${num(style.size)}" dy="${num(best.dy)}"><textPath href="#${one.id}-l" startOffset="${num(best.from)}">${plain(one.feature.name)}</textPath></text>`
  );
}

/** Inside wide water; otherwise just above the line or just below. */
function sides(one: Laid, { size }: Style): number[] {
  const water = one.look === 'river' || one.look === 'stream';
  const wide = water ? one.width : roadway(one.width);
  return wide >= size + 2 ? [size * 0.33] : [-(wide / 2 + 3.5), wide / 2 + 1.5 + size * 0.75];
}

function place(course: readonly XY[], steps: readonly Step[], at: { from: number; dy: number; w: number; aside: number }, one: Laid, style: Style, crowd: Crowd): Place | null {
  const { from, dy, w, aside } = at;
  const under = steps.slice(Math.max(0, Math.floor((from - w / 2) / STEP)), Math.ceil((from + w / 2) / STEP) + 1);
  if (under.some(({ a }) => Math.cos(a) < BACKWARDS)) return null;
  const mid = dy - style.size * 0.35;
  const r = style.size * 0.45;
  const boxes = under.filter((_, i) => i % 3 === 0).map(({ x, y, a }): Box => {
    const [px, py] = [x - Math.sin(a) * mid, y + Math.cos(a) * mid];
    return { x0: px - r, y0: py - r, x1: px + r, y1: py + r };
  });
  const bent = under.slice(1).reduce((sum, step, i) => sum + Math.abs(step.a - under[i]!.a), 0);
  const steep = Math.abs(Math.sin(under[Math.floor(under.length / 2)]?.a ?? 0));
  const covered = boxes.reduce((sum, box) => sum + crowd.covered(box, one), 0);
  return { course, from, dy, boxes, cost: covered + bent * BENT + steep * 60 + (dy > style.size * 0.5 ? 30 : 0) + aside * ENDS };
}
