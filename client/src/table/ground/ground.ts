/** The ground of either board. */

import type { Ground } from '../../messages';
import { freeGround, type GroundStyle } from './free';
import { gridGround } from './grid';

export type { GroundStyle };

export function drawGround(ground: Ground, style: GroundStyle): string {
  return ground.kind === 'grid' ? gridGround(ground, style) : freeGround(ground, style);
}
