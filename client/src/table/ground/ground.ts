/** The ground of either board, and the names on it. */

import type { Ground } from '../../messages';
import { sheetOf } from '../frame';
import { freeGround, freeLetters, type GroundStyle } from './free';
import { gridGround, gridLetters } from './grid';
import type { Lettering, Setting } from './lettering';

export type { GroundStyle };

export function drawGround(ground: Ground, style: GroundStyle): string {
  return ground.kind === 'grid' ? gridGround(ground, style) : freeGround(ground, style);
}

/** The names, apart from the ground: they keep clear of units, and their size depends on the zoom. */
export function drawLetters(ground: Ground, key: string, { scale = 1, marks = [], units = [] }: Partial<Omit<Setting, 'sheet'>> = {}): Lettering {
  const { width, height } = sheetOf(ground);
  const setting: Setting = { sheet: { x0: 0, y0: 0, x1: width, y1: height }, scale, marks, units };
  return ground.kind === 'grid' ? gridLetters(ground, key, setting) : freeLetters(ground, key, setting);
}
