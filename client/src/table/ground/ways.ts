/** Roads and tracks. */

import { num } from '../pen';

/** Casing in the colour of the ground, ink, fill. A paved road is yellow with a solid edge, a track white with a dashed edge. */
export function road(d: string, { paved = false, width = 7 }: { paved?: boolean; width?: number } = {}): string {
  const dash = paved ? '' : ' stroke-dasharray="5 2.2"';
  return (
    `<g fill="none" stroke-linejoin="round"><path d="${d}" stroke="var(--ground)" stroke-width="${num(width + 3.4)}" opacity=".7"/>` +
    `<path d="${d}" stroke="var(--road-ink)" stroke-width="${num(width)}"${dash}/><path d="${d}" stroke="var(--road${paved ? '-paved' : ''})" stroke-width="${num(width - 2)}"/></g>`
  );
}
