import { expect, test } from 'vitest';

import type { Outcome } from '../messages';
import { figured, likeliest, slices } from './figures';

const outcome = (words: string, chance: number, tone: Outcome['tone']): Outcome => ({ words, chance, fraction: '', tone, effect: true });

test('a key shows its figure if the bar cannot', () => {
  const outcomes = [outcome('turn 5', 0.05, 'good'), outcome('turn 6', 0.2, 'even'), outcome('turn 7', 0.3, 'even'), outcome('turn 8', 0.45, 'bad')];
  expect([...figured(outcomes)].map((one) => one.words)).toEqual(['turn 5', 'turn 6', 'turn 7']);
});

test('outcomes too thin to be seen share a slice of the bar with neighbours of their tone', () => {
  const many = Array.from({ length: 600 }, (_, n) => outcome(`loss ${n}`, 0.001, 'good'));
  const bar = slices([...many, outcome('nothing', 0.3, 'even'), outcome('one', 0.005, 'bad'), outcome('other', 0.095, 'bad')]);
  expect(bar.map(({ tone, chance }) => [tone, chance.toFixed(3)])).toEqual([['good', '0.600'], ['even', '0.300'], ['bad', '0.005'], ['bad', '0.095']]);
});

test('of very many outcomes the likeliest are listed, in their order', () => {
  const many = Array.from({ length: 60 }, (_, n) => outcome(`${n}`, n % 4 ? 0.001 : 0.05, 'good'));
  expect(likeliest(many).slice(0, 3).map((one) => one.words)).toEqual(['0', '4', '8']);
  expect(likeliest(many)).toHaveLength(12);
  expect(likeliest(many.slice(0, 5))).toEqual(many.slice(0, 5));
});
