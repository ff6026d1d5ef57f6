/** Names of stands when zoomed in: beside each stand if there is room, otherwise none. */

import type { Piece } from '../messages';
import { corners, turn, type Chart, type Placed } from './chart';
import { overlap } from './ground/lettering';
import { marksOn } from './marks';
import { boxOf, INCH, num, plain, textWidth, type Box, type XY } from './pen';
import { boxAt, nudge, type Wanted } from './tags';

export interface Label {
  id: string;
  at: XY;
  name: string;
  /** Its marks, in words. */
  words: string;
}

export interface Surroundings {
  chart: Chart;
  /** Drawing units per pixel. */
  s: number;
  /** Boxes that labels avoid: the tags of bodies. */
  taken: readonly Box[];
  /** Units that are pointed at or selected. They always have a label. */
  wanted: ReadonlySet<string>;
}

const LINE = 11;
/** A label is left out if more of it than this is covered. */
const LITTLE = 0.06;

export function labelsOf(all: readonly Placed<Piece>[], round: Surroundings): Label[] {
  const { chart, s, taken, wanted } = round;
  const pieces = all.filter((piece) => piece.symbol !== 'other'); // a zone has its name inside
  const labels = pieces.map((piece) => ({ ...written(piece), ...placesOf(piece, chart, s) }));
  const bases = pieces.flatMap((piece) => blocks(piece));
  const solid = [...bases.map(([[x, y], side]) => boxAt(chart.at(x, y), side, side)), ...taken];
  const spots = nudge(labels, solid.map((box) => ({ box, side: NOBODY })), { x0: 0, y0: 0, x1: chart.width, y1: chart.height });
  const drawn: Box[] = [];
  return labels
    .sort((a, b) => Number(wanted.has(b.id)) - Number(wanted.has(a.id)))
    .flatMap(({ id, name, words, w, h }) => {
      const at = spots.get(id)!;
      const box = boxAt(at, w, h);
      const covered = [...solid, ...drawn].reduce((sum, other) => sum + overlap(box, other), 0);
      if (covered > LITTLE * w * h && !wanted.has(id)) return [];
      drawn.push(box);
      return [{ id, at, name, words }];
    });
}

const NOBODY = -1;

/** The label leaves the battalion out, because the tag says it. */
function written(piece: Piece): { name: string; words: string } {
  return { name: piece.short, words: marksOn(piece).map((mark) => mark.word).join(', ') };
}

/** Places below, right, left, above and at the corners. */
function placesOf(piece: Placed<Piece>, chart: Chart, s: number): Wanted {
  const { name, words } = written(piece);
  const [w, h] = [(Math.max(textWidth(name, 10), textWidth(words, 10, false)) + 2) * s, (words ? 2 : 1) * LINE * s];
  const { x0, y0, x1, y1 } = boxOf(corners(piece, chart));
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const [low, high, right, left] = [y1 + h / 2 + 2 * s, y0 - h / 2 - 2 * s, x1 + w / 2 + 5 * s, x0 - w / 2 - 5 * s];
  return { id: piece.id, side: piece.side, w, h, spots: [[cx, low], [right, cy], [left, cy], [cx, high], [right, low], [left, low], [right, high], [left, high]] };
}

/** A base as squares in a row, because one box fits a turned base badly: their middles on the board, their size in the drawing. */
function blocks(piece: Placed<Piece>): [XY, number][] {
  const [long, short] = [Math.max(piece.w, piece.d), Math.min(piece.w, piece.d) || 0.1];
  const n = Math.max(1, Math.round(long / short));
  const a = (piece.facing * Math.PI) / 180;
  const size = (long / n) * INCH * (Math.abs(Math.cos(a)) + Math.abs(Math.sin(a)));
  return Array.from({ length: n }, (_, i): [XY, number] => {
    const off = ((i + 0.5) / n - 0.5) * long;
    const [dx, dy] = turn(piece.w >= piece.d ? [off, 0] : [0, off], piece.facing);
    return [[piece.x + dx, piece.y - dy], size];
  });
}

export function labelSvg({ at, name, words }: Label, s: number): string {
  const top = words ? -2 : 3.5;
  const marks = words ? `<text y="${num(top + LINE)}" class="label mark">${plain(words)}</text>` : '';
  return `<g transform="translate(${num(at[0])} ${num(at[1])}) scale(${s.toFixed(4)})"><text y="${num(top)}" class="label">${plain(name)}</text>${marks}</g>`;
}
