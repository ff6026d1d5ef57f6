/** Marks as badges: ink on a small disc, except marks that stop a unit. A mark without a sign shows its first two letters. */

import type { Badge } from '../messages';
import { num, plain } from './pen';

const disc = '<circle r="5" class="bdg"/>';
const on = (d: string, cls = 'bdg-i') => `${disc}<path d="${d}" class="${cls}"/>`;

export const DRAWN: Record<string, string> = {
  suppressed: '<path d="M0 -5.6L5.8 0L0 5.6L-5.8 0Z" class="bdg-stop"/><path d="M-2.3 -1.1L0 1.5L2.3 -1.1" class="bdg-stop-i"/>',
  moved: on('M-2.6 0H2.2M.4 -2L2.4 0L.4 2'),
  fired: on('M0 -3.2V3.2M-3.2 0H3.2M-2 -2L2 2M2 -2L-2 2', 'bdg-i thin'),
  taken: '<rect x="-4.8" y="-4.8" width="9.6" height="9.6" rx="1" class="bdg-full"/><path d="M-2.4 .2L-.6 2L2.6 -2" class="bdg-inv"/>',
  ground: on('M-3.2 .6H3.2M-2.2 2.6H2.2M0 -3.4V-.6M-1.4 -1.8L0 -.4L1.4 -1.8', 'bdg-i thin'),
  disordered: '<path d="M-5 3.8L0 -5L5 3.8Z" class="bdg"/><path d="M-1.8 2L1.6 -.8" class="bdg-i"/>',
  'dug in': on('M-3.4 -1H-1.600V1.800H1.600V-1H3.4', 'bdg-i'),
  'set up': on('M-3 -1.4H3.2M-1.4 -1.4L-2.6 2.6M.4 -1.4L1.6 2.6'),
  loaded: on('M-3.2 1.4V-1.6H.6V1.4M.6 -.6H2.2L3.2 .6V1.4M-2.2 2.4h.1M1.8 2.4h.1', 'bdg-i thin'),
  wire: on('M-3.4 0H3.4M-2.4 -1.8L-.4 1.8M-.4 -1.8L-2.4 1.8M.4 -1.8L2.4 1.8M2.4 -1.8L.4 1.8', 'bdg-i thin'),
  gas: on('M-1.5 3V-.6C-1.5 -2 -.6 -3 0 -3.500C.6 -3 1.5 -2 1.5 -.6V3ZM-1.5 1H1.5', 'bdg-i thin'),
  fought: on('M-2.6 2.6L2.6 -2.6M-2.6 -2.6L2.6 2.6M-2.8 .8L-.9 2.7M2.8 .8L.9 2.7', 'bdg-i thin'),
  barrage: on('M-2 -2.400L-.8 -.8L-2.8 .4L-.8 .8L-1 3L.6 1.300L2.4 2.600L1.8 .2L3.2 -1L1 -1L.4 -3.200Z', 'bdg-i thin'),
};

/** The marks to show beside a unit, each sign once. Things done show only if they have a sign; the card lists the rest. */
export function marksOn(unit: { marks: Badge[]; done: Badge[] }): Badge[] {
  const shown = [...unit.marks.filter((mark) => !mark.drawn), ...unit.done.filter((one) => one.icon)];
  const seen = new Set<string>();
  return shown.filter(({ icon, word }) => !seen.has(icon || word) && Boolean(seen.add(icon || word)));
}

export function badge({ word, icon }: { word: string; icon: string }, x: number, y: number, k = 1): string {
  const inner = DRAWN[icon] ?? `${disc}<text y="2.4" class="bdg-t">${plain(word.slice(0, 2))}</text>`;
  return `<g transform="translate(${num(x)} ${num(y)}) scale(${k})">${inner}<title>${plain(word)}</title></g>`;
}

export function badges(marks: readonly Badge[], at: (i: number) => [x: number, y: number, k: number]): string {
  return marks.map((mark, i) => badge(mark, ...at(i))).join('');
}
