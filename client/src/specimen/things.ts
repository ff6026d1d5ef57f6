/** Short functions that make pieces, groups and ground for the specimen sheet. */

import type { Badge, Feature, Grade, Group, Piece, Point } from '../messages';

export function piece(id: string, side: number, symbol: string, x: number | null, y: number | null, facing = 0, more: Partial<Piece> = {}): Piece {
  return {
    id, name: id, short: id, tag: id, side, kind: symbol, symbol, x, y, facing, w: 1.5, d: 0.5, disc: false, group: null, marks: [], done: [], strength: null,
    quality: null, secret: false, lost: false, aboard: null, task: null, goes_for: [], card: [], says: `${id}, ${symbol}`, ...more,
  };
}

/** A mark by its sign. Marks that the drawing of a body shows have none. */
export const mark = (icon: string, word = icon): Badge => ({ word, icon, meaning: '', stops: icon === 'suppressed', drawn: !icon });
export const words = (...icons: string[]): Badge[] => icons.map((icon) => mark(icon));
export const grade = (rank: number): Grade => ({ rank, of: 3, word: ['poor', 'average', 'elite'][rank - 1] ?? '' });

const FRONTS: Record<string, Group['drawing']> = { assault: 'attack', defensive: 'defence', march: 'march', 'road march': 'road' };

const SIZES: Record<string, [number, number]> = {
  infantry: [1.5, 0.5], armour: [1.5, 1], 'assault-gun': [1.5, 1], 'anti-tank': [1, 1], 'field-gun': [1, 0.75], 'heavy-weapons': [0.75, 0.75], hq: [0.75, 1], 'half-track': [0.5, 0.75],
};

export interface Slot {
  symbol: string;
  /** Right of the middle and behind it, in inches. */
  right: number;
  back: number;
  marks?: string[];
  lost?: boolean;
}

/** A battalion with its stands round a point. */
export function battalion(id: string, side: number, at: [number, number, number], formation: string, slots: Slot[], more: Partial<Group> = {}): { group: Group; pieces: Piece[] } {
  const [x, y, facing] = at;
  const a = (facing * Math.PI) / 180;
  const pieces = slots.map(({ symbol, right, back, marks = [], lost = false }, i) => {
    const [w, d] = SIZES[symbol] ?? [1, 1];
    const [px, py] = [x + right * Math.cos(a) - back * Math.sin(a), y - right * Math.sin(a) - back * Math.cos(a)];
    return piece(`${id}/${i + 1}`, side, symbol, px, py, facing, { w, d, group: id, marks: words(...marks), lost, tag: symbol });
  });
  const group: Group = {
    id, name: id, tag: id, side, pieces: pieces.map((one) => one.id), formation, drawing: FRONTS[formation] ?? '', standing: '', x, y, facing, quality: null, strength: null, marks: [], done: [], actions: null,
    reserve: false, secret: false, lost: false, card: [], says: `${id}, ${formation} formation`, ...more,
  };
  return { group, pieces };
}

export const slot = (symbol: string, right: number, back: number, ...marks: string[]): Slot => ({ symbol, right, back, marks: marks.filter((m) => m !== 'lost'), lost: marks.includes('lost') });

export function area(kind: string, name: string, points: Point[], level = 0): Feature {
  return { id: name, kind, shape: 'area', points, width: null, level, name };
}

export function box(kind: string, name: string, cx: number, cy: number, w: number, h: number, level = 0): Feature {
  return area(kind, name, [[cx - w / 2, cy - h / 2], [cx + w / 2, cy - h / 2], [cx + w / 2, cy + h / 2], [cx - w / 2, cy + h / 2]], level);
}

export function way(kind: string, name: string, width: number, points: Point[], level = 0): Feature {
  return { id: name, kind, shape: 'strip', points, width, level, name };
}
