/** Chooses the part of a map to show on a card that is wider than the map. */

import type { Ground } from '../messages';
import { chartOf, type Chart } from './chart';
import { overlap } from './ground/lettering';
import { boxOf, SQUARE, type Box, type XY } from './pen';

/** The band that shows most of each kind of ground; among equals the one nearest the middle. */
export function cropOf(ground: Ground, aspect: number): Box {
  const { width, height } = chartOf(ground);
  const tall = Math.min(height, width / aspect);
  const things = ground.kind === 'grid' ? kinds(ground, chartOf(ground)) : features(ground, chartOf(ground));
  const steps = 24;
  let best: Box = { x0: 0, y0: 0, x1: width, y1: tall };
  let most = -Infinity;
  for (let i = 0; i <= steps; i++) {
    const y0 = ((height - tall) * i) / steps;
    const band: Box = { x0: 0, y0, x1: width, y1: y0 + tall };
    const shown = things.reduce((sum, boxes) => sum + share(boxes, band), 0) - Math.abs(i - steps / 2) * 0.01;
    if (shown > most) [best, most] = [band, shown];
  }
  return best;
}

function share(boxes: readonly Box[], band: Box): number {
  const all = boxes.reduce((sum, one) => sum + overlap(one, one), 0);
  return boxes.reduce((sum, one) => sum + overlap(one, band), 0) / (all || 1);
}

/** The squares of each kind and level. */
function kinds(ground: Ground, chart: Chart): Box[][] {
  const found = new Map<string, Box[]>();
  (ground.squares ?? []).forEach((words, i) => {
    const [x, y] = chart.at(i % ground.width, Math.floor(i / ground.width));
    const box = { x0: x - SQUARE / 2, y0: y - SQUARE / 2, x1: x + SQUARE / 2, y1: y + SQUARE / 2 };
    const level = ground.levels?.[i] ? [`level ${ground.levels[i]}`] : [];
    for (const word of [...words, ...level]) found.set(word, [...(found.get(word) ?? []), box]);
  });
  return [...found.values()];
}

function features(ground: Ground, chart: Chart): Box[][] {
  return ground.features.map((one) => {
    const box = boxOf(one.points.map(([x, y]): XY => chart.at(x, y)));
    return [{ x0: box.x0 - 5, y0: box.y0 - 5, x1: box.x1 + 5, y1: box.y1 + 5 }];
  });
}
