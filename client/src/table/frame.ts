/** The frame of the sheet: six-inch bars and figures; on a grid letters and figures on all four sides. */

import type { Ground } from '../messages';
import { INCH, SQUARE } from './pen';

export interface Sheet {
  /** Size of the ground itself, in drawing units. */
  width: number;
  height: number;
  /** Room for the frame on each side. */
  rim: number;
  /** Drawing units per inch, or per square. */
  unit: number;
}

export function sheetOf(ground: Ground): Sheet {
  const unit = ground.kind === 'grid' ? SQUARE : INCH;
  return { width: ground.width * unit, height: ground.height * unit, rim: ground.kind === 'grid' ? 30 : 26, unit };
}

export function frame(ground: Ground): string {
  return ground.kind === 'grid' ? gridFrame(ground) : freeFrame(ground);
}

function backing({ width, height, rim }: Sheet, outer: number, inner: number): string {
  return (
    `<rect x="${-rim}" y="${-rim}" width="${width + 2 * rim}" height="${height + 2 * rim}" fill="var(--sheet)"/>` +
    `<rect x="${-outer}" y="${-outer}" width="${width + 2 * outer}" height="${height + 2 * outer}" fill="none" stroke="var(--map-ink)" stroke-width="1"/>` +
    `<rect x="${-inner}" y="${-inner}" width="${width + 2 * inner}" height="${height + 2 * inner}" fill="none" stroke="var(--map-ink)" stroke-width=".8"/>`
  );
}

function freeFrame(ground: Ground): string {
  const sheet = sheetOf(ground);
  const { width: w, height: h } = sheet;
  let bars = '';
  for (let x = 0; x < w; x += 240) for (const y of [-5.5, h + 5.5]) bars += `M${x} ${y}h${Math.min(120, w - x)}`;
  for (let y = 0; y < h; y += 240) for (const x of [-5.5, w + 5.5]) bars += `M${x} ${h - y}v${-Math.min(120, h - y)}`;
  let figures = '';
  for (let i = 0; i <= ground.width; i += 6) for (const y of [-13, h + 20]) figures += `<text x="${i * INCH}" y="${y}" class="m-edge">${i}</text>`;
  for (let i = 0; i <= ground.height; i += 6) for (const x of [-17, w + 17]) figures += `<text x="${x}" y="${h - i * INCH + 3.5}" class="m-edge">${i}</text>`;
  return `${backing(sheet, 8, 3)}<path d="${bars}" stroke="var(--map-ink)" stroke-width="3.6"/>${figures}`;
}

function gridFrame(ground: Ground): string {
  const sheet = sheetOf(ground);
  const { width: w, height: h } = sheet;
  let figures = '';
  for (let i = 0; i < ground.width; i++) for (const y of [-12, h + 21]) figures += `<text x="${(i + 0.5) * SQUARE}" y="${y}" class="m-edge g">${fileName(i)}</text>`;
  for (let j = 0; j < ground.height; j++) for (const x of [-18, w + 18]) figures += `<text x="${x}" y="${h - (j + 0.5) * SQUARE + 4}" class="m-edge g">${j + 1}</text>`;
  return backing(sheet, 6, 2.5) + figures;
}

export function fileName(file: number): string {
  return String.fromCharCode(97 + file);
}

/** A square as the rules name it: d4. */
export function squareName(x: number, y: number): string {
  return `${fileName(Math.round(x))}${Math.round(y) + 1}`;
}
