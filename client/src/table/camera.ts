/** The camera: how many pixels a drawing unit has, and where the sheet's corner lies on the screen. */

import type { Sheet } from './frame';
import type { Box, XY } from './pen';

export interface Camera {
  k: number;
  /** The corner of the sheet with its frame, on the screen. */
  x: number;
  y: number;
}

export interface Window {
  width: number;
  height: number;
}

/** Pixels per inch, or per square, that divide the three levels of detail. */
export type Distance = 'far' | 'middle' | 'near';

const NEAREST = 130;
const FURTHEST = 0.5;

function outer({ width, height, rim }: Sheet): [number, number] {
  return [width + 2 * rim, height + 2 * rim];
}

/** The whole sheet, in the middle. */
export function fitted(sheet: Sheet, view: Window, room = 6): Camera {
  const [w, h] = outer(sheet);
  const k = Math.max(0.01, Math.min((view.width - 2 * room) / w, (view.height - 2 * room) / h));
  return { k, x: (view.width - w * k) / 2, y: (view.height - h * k) / 2 };
}

/** Zooms. The point under the finger stays in place. */
export function zoomed(cam: Camera, factor: number, about: XY, sheet: Sheet, view: Window): Camera {
  const k = Math.min(Math.max(cam.k * factor, fitted(sheet, view).k * FURTHEST), NEAREST / sheet.unit);
  const f = k / cam.k;
  return { k, x: about[0] - (about[0] - cam.x) * f, y: about[1] - (about[1] - cam.y) * f };
}

/** Keeps part of the sheet in the window. A sheet smaller than the window stays inside it. */
export function kept(cam: Camera, sheet: Sheet, view: Window): Camera {
  const [w, h] = outer(sheet).map((side) => side * cam.k) as [number, number];
  return { k: cam.k, x: held(cam.x, w, view.width), y: held(cam.y, h, view.height) };
}

function held(at: number, size: number, room: number): number {
  const slack = Math.min(size, room) * 0.5;
  return size <= room ? Math.min(Math.max(at, -slack * 0.2), room - size + slack * 0.2) : Math.min(Math.max(at, room - size - slack * 0.4), slack * 0.4);
}

/** Puts that point of the drawing in the middle of the window. */
export function centred(on: XY, k: number, sheet: Sheet, view: Window): Camera {
  return { k, x: view.width / 2 - (on[0] + sheet.rim) * k, y: view.height / 2 - (on[1] + sheet.rim) * k };
}

/** All of the box in the window, with room round it; no nearer than before. A box that is in the window already moves nothing. */
export function framed(cam: Camera, box: Box, room: number, sheet: Sheet, view: Window): Camera {
  const [a, z] = [toScreen(cam, [box.x0, box.y0], sheet), toScreen(cam, [box.x1, box.y1], sheet)];
  const least = room - 0.5;
  if (Math.min(...a) >= least && z[0] <= view.width - least && z[1] <= view.height - least) return cam;
  const fits = Math.min((view.width - 2 * room) / Math.max(box.x1 - box.x0, 1), (view.height - 2 * room) / Math.max(box.y1 - box.y0, 1));
  return centred([(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2], Math.min(cam.k, fits), sheet, view);
}

export function toDrawing(cam: Camera, [px, py]: XY, sheet: Sheet): XY {
  return [(px - cam.x) / cam.k - sheet.rim, (py - cam.y) / cam.k - sheet.rim];
}

export function toScreen(cam: Camera, [x, y]: XY, sheet: Sheet): XY {
  return [(x + sheet.rim) * cam.k + cam.x, (y + sheet.rim) * cam.k + cam.y];
}

export function distanceOf(cam: Camera, sheet: Sheet, grid: boolean): Distance {
  const pixels = cam.k * sheet.unit;
  const [far, near] = grid ? [30, 110] : [11, 40];
  return pixels < far ? 'far' : pixels > near ? 'near' : 'middle';
}

/** Pixels. A larger sheet is drawn in part: no screen needs it all, and some browsers cannot hold it. */
const LARGEST = 2600;

/** The part of the sheet to draw: all of it, or when zoomed in the window and as much again round it. */
export function drawnPart(cam: Camera, sheet: Sheet, view: Window): Box {
  const [w, h] = outer(sheet);
  const all: Box = { x0: -sheet.rim, y0: -sheet.rim, x1: w - sheet.rim, y1: h - sheet.rim };
  if (Math.max(w, h) * cam.k <= LARGEST) return all;
  const [ax, ay] = toDrawing(cam, [-view.width / 2, -view.height / 2], sheet);
  const [bx, by] = toDrawing(cam, [view.width * 1.5, view.height * 1.5], sheet);
  return { x0: Math.max(ax, all.x0), y0: Math.max(ay, all.y0), x1: Math.min(bx, all.x1), y1: Math.min(by, all.y1) };
}

/** Whether everything that the window shows is drawn. */
export function isDrawn(part: Box, cam: Camera, sheet: Sheet, view: Window): boolean {
  const [ax, ay] = toDrawing(cam, [0, 0], sheet);
  const [bx, by] = toDrawing(cam, [view.width, view.height], sheet);
  const within = (a: number, b: number, low: number, high: number, end: number) => Math.max(a, -sheet.rim) >= low - 1e-6 && Math.min(b, end + sheet.rim) <= high + 1e-6;
  return within(ax, bx, part.x0, part.x1, sheet.width) && within(ay, by, part.y0, part.y1, sheet.height);
}
