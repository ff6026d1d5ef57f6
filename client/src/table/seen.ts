/** Keeps enemies from older views, because a view has only what its side sees now. */

import type { Piece } from '../messages';
import { isPlaced } from './chart';
import type { Seen } from './props';

/**
 * Enemy pieces that were in the view before and are not in it now, unless they are known to be lost.
 * A piece that is seen again leaves the list.
 */
export function lastSeen(seen: readonly Seen[], before: readonly Piece[], after: readonly Piece[], gone: readonly string[], words: string, mine: readonly number[]): Seen[] {
  const here = new Set(after.filter(isPlaced).map((piece) => piece.id));
  const known = new Set(after.map((piece) => piece.id));
  const lost = new Set(gone);
  const vanished = before.filter((piece) => isPlaced(piece) && !piece.lost && !mine.includes(piece.side) && !known.has(piece.id) && !lost.has(piece.id));
  const kept = seen.filter(({ piece }) => !here.has(piece.id) && !lost.has(piece.id) && !vanished.some((one) => one.id === piece.id));
  return [...kept, ...vanished.map((piece) => ({ piece, words }))];
}
