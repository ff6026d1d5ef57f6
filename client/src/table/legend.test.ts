import { describe, expect, it } from 'vitest';

import type { Ground, Piece } from '../messages';
import { drawGround } from './ground/ground';
import { groundKinds, sample, symbolsOf } from './legend';

const free: Ground = { kind: 'free', width: 20, height: 20, climate: 'arid', features: [{ id: 'w', kind: 'woods', shape: 'area', points: [[1, 1], [3, 1], [3, 3]], width: null, level: 0, name: 'w' }] };
const grid: Ground = { kind: 'grid', width: 2, height: 1, climate: 'winter', features: [], squares: [['road'], []], levels: [0, 1] };
const known = ['woods', 'town', 'road', 'hill', 'ford'].map((kind) => ({ kind, does: [], clause: 'x.y' }));

describe('legend', () => {
  it('lists the kinds of ground on this map, and no others', () => {
    expect(groundKinds(free, known).map(({ kind }) => kind)).toEqual(['woods']);
    expect(groundKinds(grid, known).map(({ kind }) => kind)).toEqual(['road', 'hill']);
  });

  it.each(known)('draws a specimen of $kind as the map would', ({ kind }) => {
    for (const ground of [free, grid]) {
      const small = sample(kind, ground);
      expect(small.climate).toBe(ground.climate);
      expect(drawGround(small, { key: 'k' })).not.toMatch(/NaN|undefined|m-kind|m-name/);
    }
  });

  it('has each symbol once, with the kinds that carry it', () => {
    const piece = (symbol: string, kind: string) => ({ symbol, kind, side: 1 }) as Piece;
    expect(symbolsOf([piece('armour', 'Tanks'), piece('armour', 'Light Tanks'), piece('armour', 'Tanks'), piece('other', 'zone')])).toEqual([{ symbol: 'armour', kinds: ['Tanks', 'Light Tanks'], side: 1 }]);
  });
});
