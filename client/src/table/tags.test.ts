import { describe, expect, it } from 'vitest';

import { overlap } from './ground/lettering';
import { boxAt, nudge, spread, type Wanted } from './tags';
import type { XY } from './pen';

const sheet = { x0: 0, y0: 0, x1: 500, y1: 500 };
const tag = (id: string, ...spots: XY[]): Wanted => ({ id, side: 0, w: 40, h: 16, spots });

describe('tags', () => {
  it('stand at the best place when nothing is there', () => {
    expect(nudge([tag('A1', [100, 100], [100, 140])], [], sheet).get('A1')).toEqual([100, 100]);
  });

  it('never cover each other when there is room', () => {
    const placed = nudge([tag('A1', [100, 100], [160, 100]), tag('A2', [110, 104], [110, 140]), tag('A3', [104, 96], [104, 60])], [], sheet);
    const boxes = [...placed.values()].map((at) => boxAt(at, 40, 16));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(overlap(a, b)).toBe(0)));
  });

  it('would rather cover a stand of their own than one of the other side', () => {
    const spots: XY[] = [[100, 100], [200, 100]];
    const obstacles = [{ box: boxAt([100, 100], 30, 10), side: 1 }, { box: boxAt([200, 100], 30, 10), side: 0 }];
    expect(nudge([tag('A1', ...spots)], obstacles, sheet).get('A1')).toEqual([200, 100]);
  });

  it('stay on the sheet', () => {
    expect(nudge([tag('A1', [10, 100], [60, 100])], [], sheet).get('A1')).toEqual([60, 100]);
  });

  it('come out the same each time', () => {
    const tags = [tag('A1', [100, 100], [160, 100]), tag('A2', [100, 100], [100, 140])];
    expect(nudge(tags, [], sheet)).toEqual(nudge(tags, [], sheet));
  });
});

describe('counters from afar', () => {
  it('are pushed apart, each by a little', () => {
    const homes = new Map<string, XY>([['A', [100, 100]], ['B', [104, 100]], ['C', [300, 300]]]);
    const out = spread(homes, 27, 27, 15);
    const [a, b] = [out.get('A')!, out.get('B')!];
    expect(Math.abs(b[0] - a[0])).toBeGreaterThan(24);
    expect(out.get('C')).toEqual([300, 300]);
    for (const [id, [x, y]] of out) expect(Math.max(Math.abs(x - homes.get(id)![0]), Math.abs(y - homes.get(id)![1]))).toBeLessThanOrEqual(15);
  });
});
