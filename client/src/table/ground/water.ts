/** Rivers, lakes, fords and bridges. */

import { num, path, span, type XY } from '../pen';

/** Bank, water and water lining: six strokes of one path. */
export function river(d: string, width: number): string {
  const strokes: [number, string][] = [
    [width + 2.4, 'water-ink'], [width, 'water'], [width - 5, 'water-line'], [width - 6.2, 'water'], [width - 10.5, 'water-line'], [width - 11.5, 'water'],
  ];
  const drawn = strokes.filter(([w]) => w > 0).map(([w, ink]) => `<path d="${d}" stroke="var(--${ink})" stroke-width="${num(w)}"/>`);
  return `<g fill="none" stroke-linejoin="round" stroke-linecap="round">${drawn.join('')}</g>`;
}

/** Still water: lined along its shore. */
export function lake(ring: readonly XY[], id: string): string {
  const d = path(ring);
  const lines: [number, string][] = [[19, 'water-line'], [17.4, 'water'], [9, 'water-line'], [7.2, 'water']];
  return (
    `<clipPath id="${id}"><path d="${d}"/></clipPath><path d="${d}" fill="var(--water)"/>` +
    `<g clip-path="url(#${id})" fill="none" stroke-linejoin="round" class="texture">${lines.map(([w, ink]) => `<path d="${d}" stroke="var(--${ink})" stroke-width="${w}"/>`).join('')}</g>` +
    `<path d="${d}" fill="none" stroke="var(--water-ink)" stroke-width="1.6"/>`
  );
}

/** Stepping stones from bank to bank. */
export function ford(at: XY, degrees: number, length: number, width = 9): string {
  const h = length / 2;
  const rows = [-width / 2, 0, width / 2].map((y) => `M${num(-h)} ${num(y)}h${num(length)}`).join('');
  return (
    `<g transform="translate(${num(at[0])} ${num(at[1])}) rotate(${num(degrees)})" fill="none" stroke-linecap="round">` +
    `<path d="${rows}" stroke="var(--water-ink)" stroke-width="4" stroke-dasharray=".1 5.2"/>` +
    `<path d="${rows}" stroke="var(--road)" stroke-width="2.6" stroke-dasharray=".1 5.2"/></g>`
  );
}

/** A deck with its shadow and flared parapets. */
export function bridge(at: XY, degrees: number, length: number, width = 8): string {
  const [h, w] = [length / 2, width / 2];
  const deck = `M${num(-h)} ${num(-w)}h${num(length)}v${num(width)}h${num(-length)}z`;
  const rail = (s: number) => `M${num(-h - 4)} ${num(s * (w + 4))}l4 ${num(-s * 3.4)}h${num(length)}l4 ${num(s * 3.4)}`;
  return (
    `<g transform="translate(${num(at[0])} ${num(at[1])}) rotate(${num(degrees)})"><path d="${deck}" fill="var(--shade)" transform="translate(1.5 2)"/>` +
    `<path d="${deck}" fill="var(--road)"/><path d="${rail(-1)}${rail(1)}" fill="none" stroke="var(--map-ink)" stroke-width="1.7" stroke-linejoin="round"/></g>`
  );
}

/** The angle of a course at its middle, in degrees, and its length. */
export function bearing(course: readonly XY[]): { at: XY; degrees: number; length: number } {
  const a: XY = course[0] ?? [0, 0];
  const b: XY = course[course.length - 1] ?? a;
  return { at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], degrees: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI, length: span(a, b) };
}
