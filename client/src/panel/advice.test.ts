import { describe, expect, it } from 'vitest';

import { why } from './advice';

describe('reasons', () => {
  it('are whole sentences, those against a command last', () => {
    expect(why({ gains: ['It wins', 'It is safe'], costs: ['It is slow', 'The enemy rests'] })).toBe('It wins. It is safe. But it is slow, and the enemy rests.');
    expect(why({ gains: [], costs: ['It is slow'] })).toBe('It is slow.');
    expect(why({ gains: [], costs: [] })).toBe('');
  });
});
