/** Frames of the two sides, stands to scale, counters of the grid. Colour, frame and hatch always show the side together. */

import type { Piece } from '../messages';
import { badges, marksOn } from './marks';
import { hatch, INCH, num, path, plain, rounded, type XY } from './pen';
import { glyph, leanOf, sideName, type SideName } from './symbols';

/** Side a has square corners and no hatch, side b cut corners and a hatch. A frame of no side is round. */
export function frame(side: SideName, w: number, h: number, cut = 0.26): string {
  const d = frameLine(side, w, h, cut);
  const hatching = side === 'b' ? `<path d="${hatch(octagon(w, h, cut), 45, 4, 1)}" class="u-hatch"/>` : '';
  return `<path d="${d}" class="u-body"/>${hatching}`;
}

export function frameLine(side: SideName, w: number, h: number, cut = 0.26): string {
  if (side === 'b') return path(octagon(w, h, cut));
  const [x, y] = [w / 2, h / 2];
  const corners: XY[] = [[-x, -y], [x, -y], [x, y], [-x, y]];
  return path(side === 'n' ? rounded(corners, Math.min(x, y) * 0.5) : corners);
}

function octagon(w: number, h: number, cut: number): XY[] {
  const [x, y, c] = [w / 2, h / 2, Math.min(w, h) * cut];
  return [[c - x, -y], [x - c, -y], [x, c - y], [x, y - c], [x - c, y], [c - x, y], [-x, y - c], [-x, c - y]];
}

/** Frame with its short shadow, and the symbol. */
export function token(side: SideName, symbol: string, w: number, h: number, cut = 0.26): string {
  const lean = leanOf(symbol, side, 2, 4.5);
  return `<path d="${frameLine(side, w, h, cut)}" class="u-cast"/>${frame(side, w, h, cut)}<g class="u-sym">${glyph(symbol, w - lean, h - lean * 0.5)}</g>`;
}

// ---- stands of a free table

/** Stands of the same kind, side and size share one drawing. */
export function standId(key: string, piece: Piece): string {
  return `${key}-st-${piece.symbol}-${sideName(piece.side)}-${num(piece.w * INCH)}x${num(piece.d * INCH)}`.replaceAll('.', '_');
}

export function standDefs(key: string, pieces: readonly Piece[]): string {
  const drawn = new Map<string, string>();
  for (const piece of pieces) {
    const id = standId(key, piece);
    if (!drawn.has(id)) drawn.set(id, `<g id="${id}">${stand(piece)}</g>`);
  }
  return [...drawn.values()].join('');
}

/** To scale, with a bright front edge. */
export function stand(piece: Piece): string {
  const [side, w, h] = [sideName(piece.side), piece.w * INCH, piece.d * INCH];
  if (piece.symbol === 'other') return `<path d="${frameLine(side, w, h, 0.16)}" class="u-zone"/>`;
  const front = `<path d="M${num(-w / 2 + 2.4)} ${num(-h / 2 + 0.2)}H${num(w / 2 - 2.4)}" class="u-front"/>`;
  return token(side, piece.symbol, w, h) + (piece.disc ? '' : front);
}

/** A zone, which is no model, shows upright letters. */
export function zoneText(piece: Piece): string {
  const text = [piece.name, piece.name.split(' ').at(-1) ?? ''].find((name) => name.length <= 8) ?? piece.tag;
  const size = Math.min(10, ((piece.w * INCH) / Math.max(text.length, 2)) * 1.4);
  return `<text y="${num(size * 0.36)}" class="zone-t" font-size="${num(size)}">${plain(text)}</text>`;
}

// ---- counters of the grid

const [W, H, CUT] = [46, 41, 0.17];

/** The symbol is on top, a dark strip with strength and quality below. A triangle outside the frame shows the facing. */
export function counter(piece: Piece): string {
  const side = sideName(piece.side);
  const lean = leanOf(piece.symbol, side, 2, 5);
  const shown = marksOn(piece);
  return (
    `${facing(piece.facing)}<path d="${frameLine(side, W, H, CUT)}" class="u-cast"/>${frame(side, W, H, CUT)}<path d="${stripLine(side)}" class="strip"/>` +
    `<g class="u-sym" transform="translate(0 -5.2)">${glyph(piece.symbol, W - lean, 29 - lean * 0.5)}</g>` +
    (piece.strength ? strength(piece.strength.now, piece.strength.full, piece.quality) : quality(piece.quality, 0)) +
    badges(shown, (i) => [W / 2 - 1 - i * 12.5, 0.5 - H / 2, 1.2]) +
    (piece.secret ? `<g transform="translate(-21 -19)">${UNSEEN}</g>` : '')
  );
}

/** An eye with a slash says that the enemy cannot see the unit. */
export const UNSEEN = '<g class="eye"><circle r="6"/><path d="M-4 0C-2 -3 2 -3 4 0C2 3 -2 3 -4 0Z"/><circle r="1.1" class="pupil"/><path d="M-3.8 3.8L3.8 -3.8"/></g>';

function facing(degrees: number): string {
  const upright = degrees % 180 === 0;
  const [base, tip] = upright ? [22.5, 29.5] : [25, 31];
  return `<path d="M-7 ${-base}L0 ${-tip}L7 ${-base}Z" class="face" transform="rotate(${degrees})"/>`;
}

function stripLine(side: SideName): string {
  const [x, y, c] = [W / 2, H / 2, side === 'a' ? 0 : H * CUT];
  return `M${-x} ${num(y - 11)}H${x}V${num(y - c)}L${num(x - c)} ${num(y)}H${num(c - x)}L${-x} ${num(y - c)}Z`;
}

/** Filled and hollow pips; figures from six up. */
function strength(now: number, full: number, grade: Piece['quality']): string {
  const graded = rankOf(grade) !== 0;
  if (full > 5) return `<text x="${graded ? 5 : 0}" y="${num(H / 2 - 2.2)}" class="spn">${now}/${full}</text>${quality(grade, -13)}`;
  const x0 = -(full - 1) * 3.1 + (graded ? 4 : 0);
  const pip = (_: unknown, i: number) => `<rect x="${num(x0 + i * 6.2 - 2.3)}" y="${num(H / 2 - 7.8)}" width="4.6" height="4.6" rx=".6" class="sp${i < now ? '' : ' gone'}"/>`;
  return Array.from({ length: full }, pip).join('') + quality(grade, x0 - 8.5);
}

/** Steps above the middle of the ranks; negative below it. */
function rankOf(grade: Piece['quality']): number {
  const off = grade ? (2 * grade.rank - grade.of - 1) / 2 : 0;
  return Math.sign(off) * Math.min(Math.ceil(Math.abs(off)), 4);
}

/** A chevron for each step above the middle, a bar for each step below. */
function quality(grade: Piece['quality'], x: number): string {
  const steps = rankOf(grade);
  if (!grade || !steps) return '';
  const count = Math.abs(steps);
  const rise = count > 2 ? 2.2 : 3.4;
  const low = H / 2 - 5.5 + (count - 1) * 1.1 + (steps > 0 ? rise / 2 : 0);
  const one = (_: unknown, i: number) => `M${num(x - 3)} ${num(low - i * 2.2)}${steps > 0 ? `l3 ${-rise}l3 ${rise}` : 'h6'}`;
  return `<path d="${Array.from({ length: count }, one).join('')}" class="qual"><title>${plain(grade.word)}</title></path>`;
}
