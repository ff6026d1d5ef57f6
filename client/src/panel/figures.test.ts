import { expect, test } from 'vitest';

import type { Outcome } from '../messages';
import { figured } from './figures';

const outcome = (words: string, chance: number, share: Outcome['share']): Outcome => ({ words, chance, fraction: '', share });

test('a key has its figure where the bar cannot tell it', () => {
  const outcomes = [outcome('turn 5', 0.05, 'best'), outcome('turn 6', 0.2, 'mid'), outcome('turn 7', 0.3, 'mid'), outcome('turn 8', 0.45, 'low')];
  expect([...figured(outcomes)].map((one) => one.words)).toEqual(['turn 5', 'turn 6', 'turn 7']);
});
