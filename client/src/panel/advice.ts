import type { Hint } from '../messages';

/** The reasons for a command, then those against it, in sentences. */
export function why({ gains, costs }: Pick<Hint, 'gains' | 'costs'>): string {
  const against = costs.map((cost, n) => (n ? `and ${lower(cost)}` : gains.length ? `But ${lower(cost)}` : cost)).join(', ');
  return [...gains, against].filter(Boolean).map((words) => `${words}.`).join(' ');
}

export const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** With its full stop; words that leave a place open end with three dots. */
export const sentence = (words: string): string => (words.endsWith('…') ? words : `${words}.`);

export const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
