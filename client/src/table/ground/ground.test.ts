import { describe, expect, it } from 'vitest';

import type { Feature, Ground } from '../../messages';
import { drawGround } from './ground';
import { lookOf } from './kinds';

const box = (kind: string, name = kind): Feature => ({ id: name, kind, shape: 'area', points: [[2, 2], [7, 2], [7, 5], [2, 5]], width: null, level: 0, name });
const way = (kind: string, name = kind): Feature => ({ id: name, kind, shape: 'strip', points: [[0, 3], [5, 4], [10, 3]], width: 0.5, level: 0, name });
const free = (...features: Feature[]): Ground => ({ kind: 'free', width: 10, height: 8, climate: 'temperate', features, squares: null, levels: null });
const grid = (words: string[][], width: number, levels: number[] = words.map(() => 0)): Ground => ({ kind: 'grid', width, height: words.length / width, climate: 'temperate', features: [], squares: words, levels });

/** Every kind of ground in the terrain tables of both rule sets. */
const FREE = ['fields', 'woods', 'orchard', 'vineyard', 'crops', 'grain', 'scrub', 'rough', 'broken', 'marsh', 'town', 'village', 'buildings', 'hill', 'ridge', 'entrenchment', 'bunker', 'river', 'lake', 'sea', 'ocean', 'beach', 'airfield', 'cliff'];
const LINES = ['road', 'paved road', 'stream', 'ford', 'bridge', 'river', 'ridge', 'cliff', 'hedge', 'wall', 'trench', 'wire'];
const SQUARES = ['road', 'wood', 'built-up area', 'river', 'ford', 'minefield', 'barbed wire', 'trench', 'bunker', 'dugout', 'fieldworks'];

describe('ground', () => {
  it.each(FREE)('draws %s as an area of its own look', (kind) => {
    expect(lookOf(kind)).not.toBe('unknown');
    expect(drawGround(free(box(kind)), { key: 'k', letters: false })).not.toContain('m-name');
  });

  it.each(LINES)('draws %s along a line', (kind) => {
    const bare = drawGround(free(), { key: 'k' });
    const drawn = drawGround(free(way(kind)), { key: 'k' });
    expect(drawn.length).toBeGreaterThan(bare.length + 100);
    expect(drawn).not.toMatch(/NaN|undefined/);
  });

  it.each(SQUARES)('draws a square of %s', (kind) => {
    const words = Array.from({ length: 9 }, (_, i) => (i === 4 ? [kind] : []));
    const drawn = drawGround(grid(words, 3), { key: 'k' });
    expect(drawn).not.toMatch(/NaN|undefined|m-kind/);
    if (kind !== 'road') expect(drawn.length).toBeGreaterThan(drawGround(grid(words.map(() => []), 3), { key: 'k' }).length);
  });

  it('labels a kind it does not know with its word, and never lets it write markup', () => {
    expect(drawGround(free(box('salt <pans>')), { key: 'k' })).toContain('salt &lt;pans&gt;');
    expect(drawGround(grid([['gasworks'], []], 2), { key: 'k' })).toContain('>gasworks<');
  });

  it('decorates a feature the same way each time, and another one otherwise', () => {
    const drawn = (name: string, key = 'k') => drawGround(free(box('woods', name)), { key, letters: false });
    expect(drawn('west wood')).toBe(drawn('west wood'));
    expect(drawn('west wood', 'other')).toBe(drawn('west wood').replaceAll('k-', 'other-'));
    expect(drawn('west wood')).not.toBe(drawn('east wood'));
  });

  it('keeps the edge that a rule reads where the file has it', () => {
    expect(drawGround(free(box('hill')), { key: 'k' })).toContain('<path d="M40 120L140 120L140 60L40 60Z" class="true-edge"/>');
  });

  it('letters names, but not a name that only says the kind', () => {
    expect(drawGround(free(box('town', 'Agira')), { key: 'k' })).toContain('>Agira<');
    expect(drawGround(free(box('woods', 'woods 2')), { key: 'k' })).not.toContain('>woods 2<');
  });

  it('leaves farmland out where the rules know crops, so that fields mean one thing', () => {
    const paths = (ground: Ground) => drawGround(ground, { key: 'k' }).match(/field-[abc]/g)?.length ?? 0;
    expect(paths(free(box('town'), way('road')))).toBeGreaterThan(paths(free(box('town'), way('road'), box('grain', 'corn'))));
  });

  it('has a few paths for a feature, however large', () => {
    const wide: Feature = { ...box('woods'), points: [[0, 0], [40, 0], [40, 30], [0, 30]] };
    const nodes = drawGround({ ...free(wide), width: 40, height: 30 }, { key: 'k', letters: false }).match(/<path/g)?.length ?? 0;
    expect(nodes).toBeLessThan(25);
  });
});
