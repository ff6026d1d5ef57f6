import { beforeEach, expect, test, vi } from 'vitest';

import type { Line, Moved, Table } from '../messages';
import { piece } from '../specimen/things';
import { Playback } from './playback.svelte';

const line = (n: number, more: Partial<Line> = {}): Line => ({ n, seq: n, deed: n, side: 1, words: `line ${n}`, clause: '', kind: 'loss', dice: [], terms: [], units: [], spots: [[1, 1, 0]], ...more });
const roll = (n: number): Line => line(n, { kind: 'roll', dice: [{ sides: 6, shown: 6, made: true }] });
const table = (x: number, log: Line[] = []): Table =>
  ({ seq: 1, you: [0], pieces: [piece('B', 1, 'infantry', x, 1)], groups: [], templates: [], log, decision: { mine: true, side: 0 } }) as unknown as Table;
const told = (...lines: Line[]): Moved => ({ lines, frames: [] }) as unknown as Moved;

let runs = true;
const start = (): Playback => {
  const playback = new Playback({ runs: () => runs, speed: () => 1 });
  playback.reset(table(1));
  return playback;
};

beforeEach(() => {
  runs = true;
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});

test('commands play one after the other, line by line, and then the table is as it is', () => {
  const playback = start();
  playback.add(table(1), told(line(0), line(1)), table(2));
  playback.add(table(2), told(line(2)), table(3));
  const seen: (number | undefined)[] = [];
  for (let n = 0; n < 40 && playback.busy; n++) {
    if (seen.at(-1) !== playback.current?.line.n) seen.push(playback.current?.line.n);
    vi.advanceTimersByTime(100);
  }
  expect(seen).toEqual([0, 1, 2]);
  expect(playback.shown).toBeNull();
});

test('the die settles before the next line comes', () => {
  const playback = start();
  playback.add(table(1), told(roll(0), line(1)), table(1));
  expect([playback.current?.line.n, playback.settled]).toEqual([0, false]);
  vi.advanceTimersByTime(460);
  expect([playback.current?.line.n, playback.settled]).toEqual([0, true]);
  vi.advanceTimersByTime(460);
  expect(playback.current?.line.n).toBe(1);
});

test('a skip ends everything that waits', () => {
  const playback = start();
  playback.add(table(1), told(line(0), line(1), line(2)), table(2));
  playback.skip();
  expect([playback.busy, playback.instant]).toEqual([false, true]);
  vi.advanceTimersByTime(5000);
  expect(playback.busy).toBe(false);
});

test('nothing waits while nobody looks or wants no motion, and the marks are there all the same', () => {
  runs = false;
  const playback = start();
  playback.act(0);
  playback.add(table(1), told(line(0)), table(2, [line(0)]));
  expect(playback.busy).toBe(false);
  expect(playback.changes).toMatchObject([{ id: 'B', kind: 'moved' }]);
});

test('a pause holds the picture, and it goes on from there', () => {
  const playback = start();
  playback.add(table(1), told(line(0), line(1)), table(2));
  playback.pause();
  vi.advanceTimersByTime(5000);
  expect(playback.current?.line.n).toBe(0);
  playback.resume();
  vi.advanceTimersByTime(800);
  expect(playback.current?.line.n).toBe(1);
});

test('what the others did is gone through forwards and back, until the player acts', () => {
  const playback = start();
  playback.act(0);
  const log = [line(0, { side: 0 }), line(1, { seq: 2 }), line(2, { seq: 3 })];
  playback.add(table(1), told(log[0]!), table(2, log.slice(0, 1)));
  playback.add(table(2), told(log[1]!), table(3, log.slice(0, 2)));
  playback.add(table(3), told(log[2]!), table(4, log));
  playback.skip();
  expect(playback.deeds.map((deed) => deed[0]?.n)).toEqual([1, 2]);
  playback.step(1);
  expect([playback.deed?.[0]?.n, playback.shown?.pieces[0]?.x]).toEqual([1, 3]);
  playback.step(1);
  expect(playback.deed?.[0]?.n).toBe(2);
  playback.step(1);
  expect(playback.deed).toBeNull();
  playback.step(-1);
  expect(playback.deed?.[0]?.n).toBe(2);
  playback.act(0);
  expect([playback.deed, playback.deeds, playback.changes]).toEqual([null, [], []]);
});

test('a long row of lines goes faster', () => {
  const playback = start();
  playback.add(table(1), told(...Array.from({ length: 60 }, (_, n) => line(n))), table(2));
  expect(playback.pace).toBeGreaterThan(2);
});
