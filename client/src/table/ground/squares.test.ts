import { describe, expect, it } from 'vitest';

import { area } from '../pen';
import { chains, joined, loops, outline, runs, solid, ways, type Cell } from './squares';

describe('squares', () => {
  it('joins neighbours along an edge, not at a corner', () => {
    const groups = joined([[0, 0], [1, 0], [2, 1], [5, 5]]);
    expect(groups.map((group) => group.length).sort()).toEqual([1, 1, 2]);
  });

  it('bounds an L of three squares by one loop', () => {
    const [loop, ...rest] = loops([[0, 0], [0, 1], [1, 1]]);
    expect(rest).toHaveLength(0);
    expect(area(loop!)).toBe(3);
  });

  it('keeps two squares that touch at a corner apart', () => {
    expect(loops([[0, 0], [1, 1]]).map((loop) => loop.length)).toEqual([4, 4]);
  });

  it('cuts a ring of squares open, so that its middle stays bare', () => {
    const ring: Cell[] = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
    const parts = solid(ring);
    expect(parts.flat()).toHaveLength(8);
    for (const part of parts) expect(loops(part)).toHaveLength(1);
  });

  it('draws the outline inside the squares it joins', () => {
    const ring = outline([[0, 0], [1, 0]], 6);
    for (const [x, y] of ring) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(128);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(64);
    }
    expect(Math.abs(area(ring))).toBeGreaterThan(128 * 64 * 0.65);
  });

  it('leads a road from centre to centre and straight off the board', () => {
    const net = ways([[1, 0], [1, 1], [1, 2]], 3, 3, 'road', 0);
    const lines = chains(net);
    expect(lines).toHaveLength(1);
    expect(lines[0]![0]).toEqual([96, -32]);
    expect(lines[0]!.at(-1)).toEqual([96, 224]);
  });

  it('draws each arm of a fork once', () => {
    const fork: Cell[] = [[1, 1], [0, 1], [2, 1], [1, 2]];
    expect(chains(ways(fork, 9, 9, 'road', 0))).toHaveLength(3);
  });

  it('draws a ring road all round', () => {
    const ring: Cell[] = [[1, 1], [2, 1], [2, 2], [1, 2]];
    const [line] = chains(ways(ring, 9, 9, 'road', 0));
    expect(line![0]).toEqual(line!.at(-1));
  });

  it('lays trenches in runs along a row, and along a file where they stand upright', () => {
    expect(runs([[2, 0], [3, 0], [5, 0]]).map((run) => run.length)).toEqual([2, 1]);
    expect(runs([[4, 1], [4, 2], [4, 3]])).toHaveLength(1);
  });
});
