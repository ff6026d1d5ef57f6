import { describe, expect, it } from 'vitest';

import type { Ground, Objective } from '../messages';
import { chartOf } from './chart';
import { flagsAt, objective } from './flags';
import { boxAt } from './tags';

const free: Ground = { kind: 'free', width: 20, height: 20, climate: 'temperate', features: [], squares: null, levels: null };
const village: Objective = { id: 'village', name: 'the village', x: 10, y: 10, holder: -1, value: 2 };
const chart = chartOf(free);

describe('flags', () => {
  it('stand on their place while it is free', () => {
    const [flag] = flagsAt([village], chart, 1, []);
    expect(flag!.at).toEqual([200, 200]);
    expect(objective(flag!, chart, 1)).not.toContain('obj-l');
  });

  it('step aside for units, with a line to their place', () => {
    const unit = boxAt([200, 200], 40, 20);
    const [flag] = flagsAt([village], chart, 1, [unit]);
    const { x0, y0, x1, y1 } = boxAt(flag!.at, 22, 22);
    expect(x1 <= unit.x0 || x0 >= unit.x1 || y1 <= unit.y0 || y0 >= unit.y1).toBe(true);
    expect(objective(flag!, chart, 1)).toContain('obj-l');
  });

  it('keep off each other', () => {
    const [a, b] = flagsAt([village, { ...village, id: 'farm' }], chart, 1, []);
    expect(Math.hypot(a!.at[0] - b!.at[0], a!.at[1] - b!.at[1])).toBeGreaterThan(20);
  });
});
