import { expect, test } from 'vitest';

import { ago } from './ago';

test('how long ago, in words', () => {
  const now = 1_000_000_000;
  expect(ago(now - 5_000, now)).toBe('just now');
  expect(ago(now - 2 * 3_600_000, now)).toBe('2 hours ago');
  expect(ago(now - 86_400_000, now)).toBe('yesterday');
});
