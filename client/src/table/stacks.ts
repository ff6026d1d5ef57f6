/** Squares of a grid, and the places of units that share one. */

import type { Ground, Piece } from '../messages';
import { squareName } from './frame';
import { SQUARE } from './pen';

export interface Square {
  file: number;
  rank: number;
  name: string;
  says: string;
  x: number;
  y: number;
}

/** Rows from north to south, as one reads. */
export function squaresOf(ground: Ground): Square[][] {
  const [files, ranks] = [ground.width, ground.height];
  return Array.from({ length: ranks }, (_, row) => {
    const rank = ranks - 1 - row;
    return Array.from({ length: files }, (_, file): Square => {
      const name = squareName(file, rank);
      const words = ground.squares?.[rank * files + file] ?? [];
      const level = ground.levels?.[rank * files + file] ?? 0;
      const says = [words.join(', ') || 'open', ...(level ? [`level ${level}`] : [])].join(', ');
      return { file, rank, name, says: `${name}: ${says}`, x: file * SQUARE, y: row * SQUARE };
    });
  });
}

export interface Stacked {
  piece: Piece;
  dx: number;
  dy: number;
  k: number;
}

/** These stand small beside the fighting unit. */
const BESIDE = ['commander', 'spotter', 'truck', 'half-track', 'hq', 'fighter', 'bomber', 'glider'];
const CORNERS: [number, number][] = [[17, 17], [-17, 17], [17, -17], [-17, -17]];

export function sharing(pieces: readonly Piece[], square: { file: number; rank: number }): Stacked[] {
  const here = pieces.filter((one) => one.x === square.file && one.y === square.rank);
  if (!here.length) return [];
  const aboard = pieces.filter((one) => one.x === null && here.some((carrier) => carrier.id === one.aboard));
  const sorted = [...here].sort((a, b) => rank(a) - rank(b));
  const [first, ...rest] = [...sorted, ...aboard];
  if (!rest.length) return [{ piece: first!, dx: 0, dy: 0, k: 1 }];
  const others = rest.map((piece, i): Stacked => {
    const [dx, dy] = CORNERS[i % CORNERS.length]!;
    return { piece, dx, dy, k: 0.62 };
  });
  return [{ piece: first!, dx: -5, dy: -4, k: 0.92 }, ...others];
}

function rank(piece: Piece): number {
  return BESIDE.includes(piece.symbol) || piece.aboard ? 1 : 0;
}
