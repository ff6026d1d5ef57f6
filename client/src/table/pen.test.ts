import { describe, expect, it } from 'vitest';

import { chance } from './chance';
import { area, gap, hatch, inside, num, path, rounded, scatter, smooth, span, strip, turned, walk, type XY } from './pen';

const box: XY[] = [[0, 0], [100, 0], [100, 60], [0, 60]];

describe('the pen', () => {
  it('writes numbers as short as a tenth of a unit allows', () => {
    expect([num(3), num(2.04), num(-0.01), num(1.25)]).toEqual(['3', '2', '0', '1.3']);
  });

  it('rounds corners and leaves the sides where they are', () => {
    const ring = rounded(box, 10);
    expect(Math.max(...ring.map((p) => gap(p, box, true)))).toBeLessThan(4);
    expect(ring.some(([x, y]) => x === 10 && y === 0)).toBe(true);
    expect(ring.some(([x, y]) => x === 0 && y === 0)).toBe(false);
  });

  it('bounds a strip by half its width, with round ends', () => {
    const course: XY[] = [[0, 0], [80, 0], [120, 50]];
    const ring = strip(course, 20);
    for (const p of ring) expect(gap(p, course)).toBeLessThan(10.01);
    expect(inside([-9, 0], ring)).toBe(true);
    expect(inside([-11, 0], ring)).toBe(false);
    expect(inside([40, 9], ring) && !inside([40, 11], ring)).toBe(true);
  });

  it('makes a disc of a strip of one point', () => {
    expect(Math.abs(area(strip([[5, 5]], 20)))).toBeCloseTo(Math.PI * 100, -1);
  });

  it('turns every ring the same way round', () => {
    expect(area(turned(box))).toBe(6000);
    expect(area(turned([...box].reverse()))).toBe(6000);
  });

  it('walks in even steps, round the corner too', () => {
    const steps = walk(box, 7);
    const gaps = steps.slice(1).map((p, i) => span([p.x, p.y], [steps[i]!.x, steps[i]!.y]));
    expect(Math.max(...gaps)).toBeLessThan(7.001);
    expect(steps).toHaveLength(Math.ceil(320 / 7));
  });

  it('passes through the points it smooths', () => {
    const line = smooth([[0, 0], [10, 5], [20, 0]], false, 4);
    expect(line[0]).toEqual([0, 0]);
    expect(line).toContainEqual([10, 5]);
    expect(line[line.length - 1]).toEqual([20, 0]);
  });

  it('scatters inside the ring and off its edge', () => {
    const points = scatter(box, 8, chance('wood'), 5);
    expect(points.length).toBeGreaterThan(30);
    for (const p of points) expect(inside(p, box) && gap(p, box, true) > 5).toBe(true);
  });

  it('hatches a hollow shape without crossing its notch', () => {
    const notched: XY[] = [[0, 0], [30, 0], [30, 30], [20, 30], [20, 10], [10, 10], [10, 30], [0, 30]];
    const lines = hatch(notched, 0, 20, 5).split('M').filter(Boolean);
    expect(lines).toEqual(['0 5L30 5', '0 25L10 25', '20 25L30 25']);
  });

  it('closes a ring and leaves a line open', () => {
    expect(path([[0, 0], [1, 2]])).toBe('M0 0L1 2Z');
    expect(path([[0, 0], [1, 2]], false)).toBe('M0 0L1 2');
  });
});
