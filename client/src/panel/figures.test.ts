import { expect, test } from 'vitest';

import type { Outcome } from '../messages';
import { figured } from './figures';

const outcome = (words: string, chance: number, tone: Outcome['tone']): Outcome => ({ words, chance, fraction: '', tone, effect: true });

test('a key shows its figure if the bar cannot', () => {
  const outcomes = [outcome('turn 5', 0.05, 'good'), outcome('turn 6', 0.2, 'even'), outcome('turn 7', 0.3, 'even'), outcome('turn 8', 0.45, 'bad')];
  expect([...figured(outcomes)].map((one) => one.words)).toEqual(['turn 5', 'turn 6', 'turn 7']);
});
