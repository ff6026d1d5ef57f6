import { expect, test } from 'vitest';

import type { Choice, Region, Spot, Tested } from '../messages';
import type { Game } from './game.svelte';
import { Siting } from './siting.svelte';

const anywhere: Region = { outlines: null, places: null, turns: null, facing: null };
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Placing on a table whose server answers when the test says so. */
function hand(meant: (to: Spot) => Spot, region = anywhere, nearest: (to: Spot) => Spot | null = () => null): { site: Siting; answer: () => Promise<void> } {
  const choice = { n: 0, unit: 'C Ops', region } as Choice;
  const waiting: (() => void)[] = [];
  const judged = (to: Spot, is: boolean): Tested => {
    const near = nearest(to);
    return { type: 'tested', id: '', seq: 1, to: meant(to), words: '', ok: !near, why: near ? 'too far' : '', clause: '', stands: [], threats: [], nearest: is ? near : null, off: near ? to[0] - near[0] : 0, sure: is && !near };
  };
  const ask = (_: string, about: { to: Spot; meant: boolean }): Promise<Tested> =>
    new Promise((resolve) => waiting.push(() => resolve(judged(about.to, about.meant))));
  const site = new Siting({ asked: { seq: 1 }, socket: { ask } } as unknown as Game, () => choice, () => {});
  const answer = (): Promise<void> => (waiting.shift()?.(), soon());
  return { site, answer };
}

test('a unit that keeps to a road is drawn on it while the pointer moves beside it', async () => {
  const { site, answer } = hand(([, y]) => [12, y, 0]);
  site.put([13, 2, 0]);
  await answer();
  expect(site.shown).toEqual([12, 2, 0]);
  site.put([13, 3, 0]);
  expect(site.shown).toEqual([12, 2, 0]);
  site.put([13, 4, 0]);
  await answer();
  expect(site.shown).toEqual([12, 3, 0]);
  await answer();
  expect(site.shown).toEqual([12, 4, 0]);
  expect(site.spot).toEqual([12, 4, 0]);
});

test('any other unit follows the pointer at once, and so does the next one', async () => {
  const { site, answer } = hand(([x, y]) => [x, y, 0]);
  site.put([13.004, 2, 0]);
  await answer();
  site.put([14, 3, 0]);
  expect(site.shown).toEqual([14, 3, 0]);
  site.leave();
  expect(site.shown).toBeNull();
});

test('the keys turn a unit on a road about', async () => {
  const { site, answer } = hand(([x, y, facing]) => [x, y, facing > 175 && facing < 355 ? 265 : 85]);
  site.put([12, 2, 265]);
  await answer();
  for (let press = 0; press < 2; press++) {
    site.turn(1);
    await answer();
  }
  expect(site.spot).toEqual([12, 2, 85]);
});

test('a unit that enters by a tap has the facing of its region', async () => {
  const { site, answer } = hand((to) => to, { outlines: null, places: null, turns: null, facing: 180 });
  site.putAt([3, 20]);
  await answer();
  expect(site.spot).toEqual([3, 20, 180]);
});

test('a place that is meant and refused becomes the nearest one, and it is said why', async () => {
  const { site, answer } = hand((to) => to, anywhere, ([x]) => (x > 10 ? [10, 2, 0] : null));
  const laid = site.settle([13, 2, 0]);
  await answer();
  expect(site.spot).toEqual([10, 2, 0]);
  expect(site.snapped).toMatchObject({ off: 3, why: 'too far' });
  await answer();
  expect(await laid).toBe(false);
  site.put([11, 2, 0]);
  expect(site.snapped).toBeNull();
});

test('a place on the way is refused but does not jump', async () => {
  const { site, answer } = hand((to) => to, anywhere, ([x]) => (x > 10 ? [10, 2, 0] : null));
  site.put([13, 2, 0]);
  await answer();
  expect(site.spot).toEqual([13, 2, 0]);
});

test('a place where nothing is at stake is sure, but only if it is meant', async () => {
  const { site, answer } = hand((to) => to);
  const laid = site.settle([3, 2, 0]);
  await answer();
  expect(await laid).toBe(true);
});
