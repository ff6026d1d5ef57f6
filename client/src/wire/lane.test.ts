import { expect, test } from 'vitest';

import { Lane } from './lane';

test('while one question is out, the newest of the others waits and the rest are dropped', async () => {
  const lane = new Lane();
  const asked: string[] = [];
  let answer = (_: string): void => {};
  const ask = (words: string): Promise<string | null> =>
    lane.ask(() => {
      asked.push(words);
      return new Promise<string>((resolve) => (answer = resolve));
    });

  const first = ask('first');
  const second = ask('second');
  const third = ask('third');
  answer('one');
  expect(await first).toBe('one');
  expect(await second).toBeNull();
  await Promise.resolve();
  answer('three');
  expect(await third).toBe('three');
  expect(asked).toEqual(['first', 'third']);
});

test('a refused question does not block the next', async () => {
  const lane = new Lane();
  expect(await lane.ask(() => Promise.reject(new Error('not now')))).toBeNull();
  expect(await lane.ask(() => Promise.resolve('later'))).toBe('later');
});
