/** What the legend of a battle shows: the symbols of its units, and a specimen of each kind of ground on its map. */

import type { Feature, Ground, Piece, TerrainInfo } from '../messages';
import { lookOf, type Look } from './ground/kinds';

export interface SymbolUsed {
  symbol: string;
  /** The kinds of unit that have it. */
  kinds: string[];
  side: number;
}

/** Each symbol once, with all kinds that carry it. */
export function symbolsOf(pieces: readonly Piece[]): SymbolUsed[] {
  const found = new Map<string, SymbolUsed>();
  for (const { symbol, kind, side } of pieces.filter((piece) => piece.symbol !== 'other')) {
    const used = found.get(symbol) ?? { symbol, kinds: [], side };
    if (!used.kinds.includes(kind)) used.kinds.push(kind);
    found.set(symbol, used);
  }
  return [...found.values()];
}

/** The kinds of ground on this map that the rule set describes, in its order. */
export function groundKinds(ground: Ground, terrain: readonly TerrainInfo[]): TerrainInfo[] {
  const raised = (ground.levels ?? []).some((level) => level > 0);
  const here = new Set([...ground.features.map((feature) => feature.kind), ...(ground.squares ?? []).flat(), ...(raised ? ['hill'] : [])]);
  return terrain.filter(({ kind }) => here.has(kind));
}

const LINES: readonly Look[] = ['road', 'paved', 'track', 'stream', 'gully', 'hedge', 'wall', 'wire', 'trench'];
const AREA: Feature['points'] = [[0.7, 0.6], [2.2, 0.4], [4.1, 0.7], [4.2, 2.3], [2.6, 2.8], [0.8, 2.5]];
const LINE: Feature['points'] = [[0, 1.2], [1.8, 1.8], [3.2, 1.4], [4.8, 1.9]];
const DECK: Feature['points'] = [[1.6, 1.6], [3.2, 1.6]];

/** The part of a specimen that the legend shows. */
export const VIEW = { grid: '48 0 96 64', free: '0 0 96 64' } as const;

/** A small piece of ground with that kind on it, drawn like the map. */
export function sample(kind: string, { kind: board, climate }: Ground): Ground {
  const look = lookOf(kind);
  if (board === 'grid') return square(kind, look, climate);
  const feature: Feature = { id: kind, kind, shape: 'area', points: AREA, width: null, level: look === 'hill' ? 1 : 0, name: kind };
  if (look === 'bridge' || look === 'ford') return { kind: 'free', width: 4.8, height: 3.2, climate, features: [river, { ...feature, shape: 'strip', points: DECK, width: 0.5 }] };
  const features = LINES.includes(look) || look === 'river' ? [{ ...feature, shape: 'strip' as const, points: LINE, width: look === 'river' ? 1 : 0.4 }] : [feature];
  return { kind: 'free', width: 4.8, height: 3.2, climate, features };
}

/** A square between two others. Lines run through all three. */
function square(kind: string, look: Look, climate: string): Ground {
  const here = look === 'hill' ? [] : look === 'ford' ? ['river', kind] : [kind];
  const beside = look === 'ford' ? ['river'] : ACROSS.includes(look) ? [kind] : [];
  return { kind: 'grid', width: 3, height: 1, climate, features: [], squares: [beside, here, beside], levels: [0, look === 'hill' ? 1 : 0, 0] };
}

const ACROSS: readonly Look[] = ['road', 'paved', 'track', 'river', 'stream', 'wire', 'trench'];
const river: Feature = { id: 'river', kind: 'river', shape: 'strip', points: [[2.4, 0], [2.4, 3.2]], width: 0.8, level: 0, name: 'river' };
