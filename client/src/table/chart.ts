/** Converts places on the board to the drawing and back. */

import type { Ground, Group, Piece, Point } from '../messages';
import { sheetOf, type Sheet } from './frame';
import { INCH, SQUARE, type XY } from './pen';

export interface Chart extends Sheet {
  grid: boolean;
  at(x: number, y: number): XY;
  place(p: XY): Point;
}

export function chartOf(ground: Ground): Chart {
  const sheet = sheetOf(ground);
  if (ground.kind === 'grid') {
    const top = ground.height - 0.5;
    return { ...sheet, grid: true, at: (x, y) => [(x + 0.5) * SQUARE, (top - y) * SQUARE], place: ([x, y]) => [x / SQUARE - 0.5, top - y / SQUARE] };
  }
  return { ...sheet, grid: false, at: (x, y) => [x * INCH, (ground.height - y) * INCH], place: ([x, y]) => [x / INCH, ground.height - y / INCH] };
}

/** Whether it stands on the table, not off it and not aboard something. */
export type Placed<T extends Piece | Group> = T & { x: number; y: number };

export function isPlaced<T extends Piece | Group>(one: T): one is Placed<T> {
  return one.x !== null && one.y !== null;
}

/** A thing that covers ground. */
export type Laid = Pick<Placed<Piece>, 'x' | 'y' | 'facing' | 'w' | 'd' | 'disc'>;

/** Whether a template is a strip along its facing, not a disc. */
export function isTape(one: Pick<Laid, 'd' | 'disc'>, chart: Chart): boolean {
  return !chart.grid && !one.disc && one.d > 0;
}

/** The corners of a base, clockwise from its front left, grown by so much. */
export function corners(piece: Laid, chart: Chart, grow = 0): XY[] {
  const [w, d] = chart.grid ? [23 + grow, 20.5 + grow] : [(piece.w * INCH) / 2 + grow, (piece.d * INCH) / 2 + grow];
  const [cx, cy] = chart.at(piece.x, piece.y);
  return ([[-w, -d], [w, -d], [w, d], [-w, d]] as XY[]).map((p) => turn(p, chart.grid ? 0 : piece.facing, [cx, cy]));
}

/** The last point of the line from one point to another that is still on the sheet. */
export function onSheet(from: XY, to: XY, { width, height }: Sheet): XY {
  const share = (a: number, b: number, size: number) => (b < 0 ? a / (a - b) : b > size ? (size - a) / (b - a) : 1);
  const t = Math.max(0, Math.min(share(from[0], to[0], width), share(from[1], to[1], height)));
  return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
}

/** Turns a point clockwise about the origin by so many degrees, then moves it. */
export function turn([x, y]: XY, degrees: number, to: XY = [0, 0]): XY {
  const a = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(a), Math.sin(a)];
  return [to[0] + x * c - y * s, to[1] + x * s + y * c];
}
