import { describe, expect, it } from 'vitest';

import { sentence, why } from './advice';

describe('reasons', () => {
  it('are whole sentences, those against a command last', () => {
    expect(why({ gains: ['It wins', 'It is safe'], costs: ['It is slow', 'The enemy rests'] })).toBe('It wins. It is safe. But it is slow, and the enemy rests.');
    expect(why({ gains: [], costs: ['It is slow'] })).toBe('It is slow.');
    expect(why({ gains: [], costs: [] })).toBe('');
  });

  it('end with one stop, or with the dots of an open place', () => {
    expect(sentence('activate it')).toBe('activate it.');
    expect(sentence('choose it, then it goes to …')).toBe('choose it, then it goes to …');
  });
});
