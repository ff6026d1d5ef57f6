import { expect, test } from 'vitest';

import type { Odds, Outcome } from '../messages';
import { headline, inBrief, likeliest, parts, percent } from './figures';

const outcome = (words: string, chance: number, tone: Outcome['tone'], effect = true): Outcome => ({ words, chance, fraction: '', tone, effect });
const weighed = (prospects: Odds['prospects'], outcomes: Outcome[]): Odds => ({
  type: 'odds', id: '', seq: 1, exact: true, branches: 6, prospects, outcomes, reckoning: [], total: null, need: null, assumed: '', too_many: false, brief: '',
});

const FIGHT = weighed(
  [{ tone: 'good', words: 'win', chance: 0.3 }, { tone: 'even', words: 'stand-off', chance: 0.1 }, { tone: 'bad', words: 'lose', chance: 0.6 }],
  [outcome('they retreat', 0.2, 'good'), outcome('they lose 1 SP', 0.1, 'good'), outcome('no effect', 0.1, 'even', false), outcome('you lose 1 SP', 0.6, 'bad')],
);

test('the bar has what is good on the left, and each part names what it is made of', () => {
  expect(parts(FIGHT).map(({ tone, outcomes }) => [tone, outcomes.map((one) => one.words)])).toEqual([
    ['good', ['they retreat', 'they lose 1 SP']], ['even', ['no effect']], ['bad', ['you lose 1 SP']],
  ]);
});

test('the figure beside an option is never the chance of the own ruin without a word', () => {
  expect(headline(FIGHT)).toBe('win 30%');
  expect(headline(weighed([{ tone: 'bad', words: 'loss', chance: 1 }], [outcome('it is lost', 1, 'bad')]))).toBe('loss 100%');
});

test('a shot that can do nothing says so', () => {
  const vain = weighed([], [outcome('1st Sherman 1 is unharmed', 1, 'even', false)]);
  expect([inBrief(vain, true), inBrief(vain, false)]).toEqual(['1st Sherman 1 is unharmed', '']);
});

test('where nothing is good or bad the parts are the outcomes, and the figure is that of the likeliest', () => {
  const delay = weighed([], [outcome('turn 5', 0.25, 'even'), outcome('turn 6', 0.5, 'even'), outcome('no effect', 0.25, 'even', false)]);
  expect(parts(delay).map((one) => one.words)).toEqual(['turn 5', 'turn 6', 'no effect']);
  expect(headline(delay)).toBe('turn 6 50%');
});

test('of very many outcomes the likeliest are listed, in their order', () => {
  const many = Array.from({ length: 60 }, (_, n) => outcome(`${n}`, n % 4 ? 0.001 : 0.05, 'even'));
  expect(likeliest(many).map((one) => one.words)).toEqual(['0', '4', '8']);
  expect(parts(weighed([], many)).at(-1)).toMatchObject({ words: 'other', outcomes: { length: 57 } });
});

test('a chance is a whole number unless it would look impossible or certain', () => {
  expect([0, 0.004, 0.294, 0.996, 1].map(percent)).toEqual(['0%', '0.4%', '29%', '99.6%', '100%']);
});
