/** Bodies of stands: their outline, the front mark for formation and facing, and the tag at the rear. */

import type { Group, Piece } from '../messages';
import { token, UNSEEN } from './bodies';
import { corners, isPlaced, turn, type Chart, type Placed } from './chart';
import { badge, marksOn } from './marks';
import { area, boxOf, num, path, plain, rounded, textWidth, type Box, type XY } from './pen';
import { standing } from './placing';
import type { GhostShown } from './props';
import { sideName } from './symbols';

const ROOM = 5;
/** Stands that are further apart than this have no common outline. */
const LOOSE = 16 * 20;

export interface Body {
  group: Group;
  stands: Placed<Piece>[];
  /** The middle of the body in the drawing, and its facing. */
  at: XY;
  facing: number;
  /** The box round its stands, in its own frame: the front is towards -y. */
  box: Box;
  outline: string;
}

export function bodyOf(group: Group, pieces: ReadonlyMap<string, Piece>, chart: Chart): Body | null {
  const stands = group.pieces.flatMap((id) => pieces.get(id) ?? []).filter(isPlaced);
  if (!stands.length || chart.grid) return null;
  const at = isPlaced(group) ? chart.at(group.x, group.y) : mean(stands.map((one) => chart.at(one.x, one.y)));
  const facing = isPlaced(group) ? group.facing : stands[0]!.facing;
  const own = stands.flatMap((one) => corners(one, chart, ROOM)).map(([x, y]) => turn([x - at[0], y - at[1]], -facing));
  const box = boxOf(own);
  return { group, stands, at, facing, box, outline: outlineOf(own, box) };
}

/** A point of a body's box, so far outside it: -1, -1 is the front left corner, 0, 1 the middle of the rear. */
export function onBox({ box, at, facing }: Body, across: number, along: number, out = 0): XY {
  const [mx, my] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return turn([mx + across * ((box.x1 - box.x0) / 2 + out), my + along * ((box.y1 - box.y0) / 2 + out)], facing, at);
}

/** The body of a unit that is being placed. */
export function ghostBody(ghost: GhostShown, pieces: readonly Piece[], group: Group | null, chart: Chart): Body | null {
  const [x, y, facing] = ghost.at;
  const stands = standing(ghost, pieces, group);
  return group && bodyOf({ ...group, x, y, facing }, new Map(stands.map((one) => [one.id, one])), chart);
}

function mean(points: readonly XY[]): XY {
  const n = points.length || 1;
  return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n];
}

/** A box if the stands fill it, otherwise a tight line round them. Scattered stands have no outline. */
function outlineOf(own: readonly XY[], box: Box): string {
  const [w, h] = [box.x1 - box.x0, box.y1 - box.y0];
  if (Math.max(w, h) > LOOSE) return '';
  const tight = hull(own);
  if (w * h < 1.7 * Math.abs(area(tight)) + 400) return path(rounded([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]], ROOM));
  return path(rounded(tight, ROOM));
}

export function hull(points: readonly XY[]): XY[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly XY[]) => {
    const out: XY[] = [];
    for (const p of list) {
      while (out.length > 1 && !leftTurn(out[out.length - 2]!, out[out.length - 1]!, p)) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

function leftTurn(a: XY, b: XY, c: XY): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}

/** The CSS class for the state of a body. Bodies that are not active are pale and dashed. */
export function stateOf(group: Group): string {
  return group.standing === 'to ground' ? 'ground' : group.standing;
}

/** Outline and front mark, in the body's own frame. */
export function outlineMark(body: Body, selected: boolean): string {
  const halo = selected ? `<path d="${body.outline}" class="sel-halo"/>` : '';
  return `${halo}<path d="${body.outline}" class="form"/>${frontMark(body)}`;
}

/** Assault: an arrowhead. Defensive: a heavy bar, its ends bent back. March: a long arrow. Anything else: a small tick. */
function frontMark({ group, box }: Body): string {
  const { x0, y0, x1 } = box;
  const m = (x0 + x1) / 2;
  if (group.drawing === 'defence') return `<path class="form-mark bar" d="M${num(x0 - 2)} ${num(y0 + 7)}L${num(x0 + 2)} ${num(y0)}H${num(x1 - 2)}L${num(x1 + 2)} ${num(y0 + 7)}"/>`;
  if (group.drawing === 'attack') return `<path class="form-mark solid" d="M${num(m - 7)} ${num(y0 - 0.5)}L${num(m)} ${num(y0 - 7)}L${num(m + 7)} ${num(y0 - 0.5)}Z"/>`;
  if (group.drawing === 'road') return `<path class="form-mark" d="M${num(m)} ${num(y0)}v-9M${num(m - 4)} ${num(y0 - 5)}l4 -4.5l4 4.5M${num(m - 4)} ${num(y0)}l4 -4.5l4 4.5"/>`;
  if (group.drawing === 'march') return `<path class="form-mark" d="M${num(m)} ${num(y0)}v-9M${num(m - 4)} ${num(y0 - 5)}l4 -4.5l4 4.5"/>`;
  return `<path class="form-mark" d="M${num(m)} ${num(y0)}v-5"/>`;
}

// ---- tags: at screen size, round the origin

export interface Tag {
  w: number;
  h: number;
  svg: string;
}

export function tagOf({ group, stands }: Body): Tag {
  const secret = group.secret || stands.some((one) => one.secret);
  const { left, of } = group.actions ?? { left: 0, of: 0 };
  const marks = marksOn(group);
  const name = textWidth(group.tag, 11);
  const w = 13 + name + (of ? of * 8 + 4 : 0) + marks.length * 12 + (secret ? 15 : 0);
  let x = 16 + name;
  let inner = '';
  for (let i = 0; i < of; i++, x += 8) inner += `<circle cx="${num(x)}" cy="8" r="2.9" class="pip${i < of - left ? ' spent' : ''}"/>`;
  if (of) x += 2;
  for (const mark of marks) {
    inner += badge(mark, x + 1, 8, 0.95);
    x += 12;
  }
  if (secret) inner += `<g transform="translate(${num(x + 2)} 8)">${UNSEEN}</g>`;
  return {
    w,
    h: 16,
    svg:
      `<g transform="translate(${num(-w / 2)} -8)"><rect width="${num(w)}" height="16" rx="2.5" class="tag"/><rect width="4" height="16" rx="1.5" class="tag-bar"/>` +
      `<text x="8" y="12" class="tag-t">${plain(group.tag)}</text>${inner}</g>`,
  };
}

/** Places for its tag, best first: at the rear, then all round. `w` and `h` are in drawing units. */
export function tagSpots(body: Body, w: number, h: number): XY[] {
  const { box } = body;
  const m = (box.x0 + box.x1) / 2;
  const mid = (box.y0 + box.y1) / 2;
  const edge = (p: XY, out: XY): XY => {
    const at = turn(p, body.facing, body.at);
    const way = turn(out, body.facing);
    const far = Math.abs(way[0]) * (w / 2) + Math.abs(way[1]) * (h / 2) - 1;
    return [at[0] + way[0] * far, at[1] + way[1] * far];
  };
  return [
    edge([m, box.y1], [0, 1]), edge([box.x0 * 0.6 + m * 0.4, box.y1], [0, 1]), edge([box.x1 * 0.6 + m * 0.4, box.y1], [0, 1]),
    edge([box.x0, box.y1], [-0.7, 0.7]), edge([box.x1, box.y1], [0.7, 0.7]), edge([box.x0, mid], [-1, 0]), edge([box.x1, mid], [1, 0]),
    edge([m, box.y1 + h], [0, 1]), edge([box.x0, box.y0], [-0.7, -0.7]), edge([box.x1, box.y0], [0.7, -0.7]), edge([m, box.y0 - 9], [0, -1]),
    edge([m, box.y1 + 2 * h], [0, 1]), edge([box.x0 - w * 0.5, mid], [-1, 0]), edge([box.x1 + w * 0.5, mid], [1, 0]),
  ];
}

// ---- from afar: one counter for the whole body, at screen size

/** A body without a place of its own stands where its stands are, so no single counter can stand for them. */
export const isLoose = ({ group }: Body): boolean => !isPlaced(group);

export function farCounter(body: Body, selected: boolean): string {
  const { group, facing } = body;
  const stopped = body.stands.flatMap((one) => one.marks).find((mark) => mark.stops);
  const w = textWidth(group.tag, 9) + 6;
  const arrow = stateOf(group) ? '' : `<path d="M-4.5 -12.4L0 -17.2L4.5 -12.4Z" class="face" transform="rotate(${num(facing)})"/>`;
  const ring = selected ? '<rect x="-15" y="-12" width="30" height="24" rx="3" class="sel-halo"/><rect x="-15" y="-12" width="30" height="24" rx="3" class="sel-sq"/>' : '';
  return (
    arrow + ring + token(sideName(group.side), mainSymbol(body.stands), 24, 17, 0.2) +
    (stopped ? badge(stopped, 11, -8, 0.72) : '') +
    `<g transform="translate(${num(-w / 2)} 10)"><rect width="${num(w)}" height="10.5" rx="1.8" class="tag"/><text x="3" y="8.3" class="tag-s">${plain(group.tag)}</text></g>`
  );
}

/** The symbol of most of its stands. */
export function mainSymbol(stands: readonly Piece[]): string {
  const count = new Map<string, number>();
  for (const one of stands) count.set(one.symbol, (count.get(one.symbol) ?? 0) + (one.lost ? 0.1 : 1));
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'other';
}
