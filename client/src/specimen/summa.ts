/** A grid for the specimen sheet: a trench line in the snow. */

import type { Ground, Objective, Piece, Template } from '../messages';
import type { LineShown } from '../table/props';
import { grade, piece, words } from './things';

const MEANING: Record<string, string[]> = {
  '.': [], r: ['road'], w: ['wood'], b: ['built-up area'], B: ['built-up area', 'road'], k: ['bunker'], t: ['trench'], x: ['barbed wire'], m: ['minefield'], '~': ['river'], f: ['river', 'ford'], '=': ['river', 'road'],
  h: ['wood'], H: ['road'], W: ['wood', 'road'], d: ['dugout'], e: ['fieldworks'], '1': [], '2': [], c: ['crops'], s: ['swamp'], '?': ['gasworks'], M: ['minefield', 'road'],
};
const LEVEL: Record<string, number> = { '1': 1, h: 1, H: 1, '2': 2 };

export function gridOf(map: string, climate: string): Ground {
  const rows = map.trim().split('\n').map((row) => row.trim().split(' ')).reverse();
  const letters = rows.flat();
  return {
    kind: 'grid', width: rows[0]?.length ?? 0, height: rows.length, climate, features: [],
    squares: letters.map((letter) => MEANING[letter] ?? []), levels: letters.map((letter) => LEVEL[letter] ?? 0),
  };
}

export const ground = gridOf(
  `. . . . r . . . . .
   . . . . B b . . . .
   . . . . r . . . . .
   w w . . r . . . w w
   w k t t r t t t k w
   w . x x r x x x . w
   . . . m r m m . . .
   . . . . r . . . . .
   w w . . r . . . w w
   . . . . r . . . . .
   . . . . r . . . . .
   . . . . r . . . . .`,
  'winter',
);

export const everything = gridOf(
  `. . r . b B r . . .
   . w r . . r . w . d
   . . r x . r . k . s
   1 H t t f r 1 h 2 s
   . W r r = = r r W .
   . 2 h 1 r f t t 1 1
   c c k . r . x r . .
   e c w . r . ? r w .
   . . . r B b . r ~ ~`,
  'temperate',
);

type Line = [square: string, symbol: string, facing: number, now: number, full: number, more?: Partial<Piece>];
const at = (square: string): [number, number] => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
const counters = (side: number, lines: Line[]) =>
  lines.map(([square, symbol, facing, now, full, more]) => piece(`${symbol} ${square}`, side, symbol, ...at(square), facing, { strength: { now, full }, ...more }));

const elite: Partial<Piece> = { quality: grade(3) };
const poor: Partial<Piece> = { quality: grade(1) };
export const pieces: Piece[] = [
  ...counters(1, [
    ['b8', 'machine-gun', 180, 2, 2, elite], ['i8', 'machine-gun', 180, 1, 2, elite], ['c8', 'infantry', 180, 3, 4, elite], ['d8', 'infantry', 180, 4, 4, elite], ['f8', 'infantry', 180, 3, 4, elite],
    ['h8', 'infantry', 180, 4, 4, elite], ['g8', 'engineer', 180, 4, 4], ['e9', 'anti-tank', 180, 2, 2, { done: words('fired') }], ['g10', 'field-gun', 180, 2, 2, { done: words('fired'), secret: true }], ['c10', 'spotter', 180, 1, 1],
    ['e11', 'commander', 180, 6, 6, elite],
  ]),
  ...counters(0, [
    ['d7', 'armour', 0, 2, 3, { done: words('moved') }], ['h6', 'armour', 0, 3, 3, { done: words('moved', 'fired') }], ['i6', 'recon', 0, 2, 2], ['g4', 'armour', 0, 3, 3], ['c6', 'infantry', 0, 2, 4, { ...poor, done: words('moved') }],
    ['b6', 'infantry', 90, 4, 4, { ...poor, marks: words('disordered') }], ['d4', 'infantry', 0, 4, 4, poor], ['f4', 'infantry', 0, 3, 4, poor], ['h5', 'infantry', 0, 4, 4, poor], ['f5', 'engineer', 0, 4, 4, { marks: words('wire') }],
    ['e2', 'mortar', 0, 2, 2, { done: words('fired') }], ['g2', 'field-gun', 0, 2, 2, { marks: words('gas') }], ['c5', 'spotter', 0, 1, 1], ['e5', 'commander', 0, 6, 6], ['e6', 'machine-gun', 0, 2, 2],
    ['b3', 'infantry', 0, 4, 4], ['b3', 'half-track', 0, 2, 2], ['j3', 'bomber', 0, 3, 3], ['j1', 'anti-air', 270, 2, 2],
  ]),
];
export const objectives: Objective[] = ['e11', 'f11'].map((square) => ({ id: square, name: square, x: at(square)[0], y: at(square)[1], holder: 1, value: 0 }));
export const templates: Template[] = [
  { id: 'gas', kind: 'gas cloud', side: -1, x: 2, y: 1, facing: 0, w: 0, d: 0, disc: false, secret: false, words: 'gas', drawing: 'gas' }, { id: 'mines', kind: 'laying mines', side: 0, x: 8, y: 1, facing: 0, w: 0, d: 0, disc: false, secret: false, words: 'laying mines', drawing: 'works' },
];
export const reach = { outlines: null, places: ['e7', 'e8', 'f7', 'e4', 'd5', 'd6', 'f6', 'g6'].map((square): [number, number, number] => [...at(square), 0]), turns: null, facing: null };
export const lines: LineShown[] = [
  { kind: 'clear', points: [at('e6'), at('f8')], words: 'range 3' }, { kind: 'blocked', points: [at('e6'), at('d8')], at: [3.5, 6], words: 'cannot see past the tanks on d7' },
];
