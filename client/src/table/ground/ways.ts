/** Roads and tracks. */

import { eased, num, path, strip, type XY } from '../pen';

export type Surface = 'paved' | 'road' | 'track';

/** The widest roadway that is drawn. A road with more ground by the rules has verges. */
const ROADWAY = 9;
/** How far a bend may leave the true course: a tenth of an inch. */
const EASE = 2;

const INKS: Record<Surface, { fill: string; dash: string }> = {
  paved: { fill: 'road-paved', dash: '' },
  road: { fill: 'road', dash: '' },
  track: { fill: 'road', dash: ' stroke-dasharray="5 2.2"' },
};

/** The line that a road is drawn along. */
export function roadLine(points: readonly XY[]): XY[] {
  return eased(points, EASE);
}

export function roadway(width: number): number {
  return Math.min(width, ROADWAY);
}

/** Casing in the colour of the ground, ink, fill. A paved road is yellow, a road white, a track white with a dashed edge. */
export function road(d: string, { surface = 'road', width = 7 }: { surface?: Surface; width?: number } = {}): string {
  const { fill, dash } = INKS[surface];
  return (
    `<g fill="none" stroke-linejoin="round"><path d="${d}" stroke="var(--ground)" stroke-width="${num(width + 3.4)}" opacity=".7"/>` +
    `<path d="${d}" stroke="var(--road-ink)" stroke-width="${num(width)}"${dash}/><path d="${d}" stroke="var(--${fill})" stroke-width="${num(width - 2)}"/></g>`
  );
}

/** The ground beside a roadway that counts as road: a pale verge with fine dots on the edge that the rules use. */
export function verges(points: readonly XY[], width: number): string {
  if (width <= ROADWAY + 2) return '';
  return `<path d="${path(points, false)}" fill="none" stroke="var(--road)" stroke-width="${num(width)}" stroke-linejoin="round" stroke-linecap="round" opacity=".32"/><path d="${path(strip(points, width))}" class="edge" stroke="var(--road-ink)"/>`;
}
