import { describe, expect, it } from 'vitest';

import type { Feature, Ground } from '../../messages';
import { drawGround, drawLetters } from './ground';
import { lookOf } from './kinds';
import { overlap } from './lettering';

const box = (kind: string, name = kind): Feature => ({ id: name, kind, shape: 'area', points: [[2, 2], [7, 2], [7, 5], [2, 5]], width: null, level: 0, name });
const way = (kind: string, name = kind): Feature => ({ id: name, kind, shape: 'strip', points: [[0, 3], [5, 4], [10, 3]], width: 0.5, level: 0, name });
const free = (...features: Feature[]): Ground => ({ kind: 'free', width: 10, height: 8, climate: 'temperate', features, squares: null, levels: null });
const lettered = (...of: Parameters<typeof drawLetters>): string => drawLetters(...of).drawn;
const grid = (words: string[][], width: number, levels: number[] = words.map(() => 0)): Ground => ({ kind: 'grid', width, height: words.length / width, climate: 'temperate', features: [], squares: words, levels });

/** Every kind of ground in the terrain tables of both rule sets. */
const FREE = ['fields', 'woods', 'orchard', 'vineyard', 'crops', 'grain', 'scrub', 'rough', 'broken', 'marsh', 'town', 'village', 'buildings', 'hill', 'ridge', 'entrenchment', 'bunker', 'river', 'lake', 'sea', 'ocean', 'beach', 'sand', 'airfield', 'aerodrome', 'cliff'];
const LINES = ['road', 'paved road', 'stream', 'ford', 'bridge', 'river', 'ridge', 'cliff', 'hedge', 'wall', 'trench', 'wire'];
const SQUARES = ['road', 'wood', 'built-up area', 'river', 'ford', 'minefield', 'barbed wire', 'trench', 'bunker', 'dugout', 'fieldworks'];

describe('ground', () => {
  it.each(FREE)('draws %s as an area of its own look', (kind) => {
    expect(lookOf(kind)).not.toBe('unknown');
    expect(drawGround(free(box(kind)), { key: 'k' })).not.toContain('m-name');
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
    const drawn = (name: string, key = 'k') => drawGround(free(box('woods', name)), { key });
    expect(drawn('west wood')).toBe(drawn('west wood'));
    expect(drawn('west wood', 'other')).toBe(drawn('west wood').replaceAll('k-', 'other-'));
    expect(drawn('west wood')).not.toBe(drawn('east wood'));
  });

  it('keeps the edge that a rule reads where the file has it', () => {
    expect(drawGround(free(box('hill')), { key: 'k' })).toContain('<path d="M40 120L140 120L140 60L40 60Z" class="true-edge"/>');
  });

  it('letters names, but not a name that only says the kind', () => {
    expect(lettered(free(box('town', 'Agira')), 'k')).toContain('>Agira<');
    expect(lettered(free(box('woods', 'woods 2')), 'k')).not.toContain('>woods 2<');
    expect(lettered(free(box('hill', 'Hill 252.2')), 'k')).toContain('>Hill 252.2<');
    for (const counted of ['unknown woods 1', 'city 1, section 3', 'two-level hill 2, upper level']) expect(lettered(free(box('woods', counted)), 'k')).not.toContain(counted);
  });

  it('draws an airfield with runways and a beach with sand, not as roads', () => {
    const drawn = (kind: string) => drawGround(free(box(kind)), { key: 'k' });
    for (const kind of ['airfield', 'aerodrome', 'runway']) expect(drawn(kind)).toContain('var(--runway)');
    for (const kind of ['beach', 'sand', 'shore']) expect(drawn(kind)).toContain('fill="var(--sand)"');
    expect(drawn('airfield')).not.toContain('NaN');
    expect(drawGround(grid([['beach'], ['airfield']], 2), { key: 'k' })).toMatch(/--runway.*--sand/);
  });

  it('crosses two runways where there is room, and lays one where there is not', () => {
    const runways = (...corners: [number, number][]) => /<path d="([^"]*)" stroke="var\(--runway\)/.exec(drawGround(free({ ...box('airfield'), points: corners }), { key: 'k' }))?.[1]?.match(/M/g)?.length;
    expect(runways([2, 2], [8, 2], [8, 6], [2, 6])).toBe(2);
    expect(runways([2, 2], [8, 2], [8, 3], [2, 3])).toBe(1);
  });

  it('keeps the runways inside an uneven field', () => {
    const corners: [number, number][] = [[2, 2.1], [4, 1.9], [6.1, 2], [6.2, 3.9], [6, 5.9], [4, 6.1], [2.1, 6], [1.9, 4]];
    for (const turn of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const points = [...corners.slice(turn), ...corners.slice(0, turn)];
      const [, d] = /<path d="([^"]*)" stroke="var\(--runway\)/.exec(drawGround(free({ ...box('airfield'), points }), { key: 'k' })) ?? [];
      const places = [...(d ?? '').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
      expect(places.every(([x, y]) => x > 36 && x < 126 && y > 36 && y < 124)).toBe(true);
    }
  });

  it('draws no shore along the edge of the table', () => {
    const sea: Feature = { ...box('sea'), points: [[6, 0], [7, 4], [6, 8], [10, 8], [10, 0]] };
    const shore = /<path d="([^"]*)" fill="none" stroke="var\(--water-ink\)"/.exec(drawGround(free(sea), { key: 'k' }))?.[1] ?? '';
    const places = shore.slice(1, -1).split('L').map((place) => place.split(' ').map(Number) as [number, number]);
    const inland = places.filter(([x, y]) => x > 0 && x < 200 && y > 0 && y < 160);
    expect(inland.length).toBeGreaterThan(0);
    for (const [x] of inland) expect(x).toBeLessThan(145);
    expect(places.filter(([x, y]) => x === 200 || y === 0 || y === 160)).toEqual([]);
  });

  it('letters a name clear of flags and roads where there is room', () => {
    const bare = /<text x="([\d.]+)" y="([\d.]+)"/;
    const at = (marks: [number, number][], ...more: Feature[]) => bare.exec(lettered(free(box('town', 'Agira'), ...more), 'k', { marks }))?.slice(1).map(Number) as [number, number];
    const [x, y] = at([]);
    const [fx, fy] = at([[x, y]]);
    expect(Math.hypot(fx - x, fy - y)).toBeGreaterThan(14);
    const across: Feature = { ...way('road'), points: [[0, (160 - y) / 20], [10, (160 - y) / 20]] };
    expect(Math.abs(at([], across)[1] - y)).toBeGreaterThan(14);
  });

  it('letters a name clear of units, and leaves it out where they hide it everywhere', () => {
    const agira = free(box('town', 'Agira'));
    const [, x, y] = /<text x="([\d.]+)" y="([\d.]+)"/.exec(lettered(agira, 'k'))!.map(Number) as [number, number, number];
    const moved = lettered(agira, 'k', { units: [{ x0: x - 30, y0: y - 16, x1: x + 30, y1: y + 4 }] });
    expect(moved).toContain('>Agira<');
    expect(moved).not.toContain(`x="${x}" y="${y}"`);
    expect(lettered(agira, 'k', { units: [{ x0: -50, y0: -50, x1: 250, y1: 250 }] })).toBe('');
  });

  it('letters a name beside a bunker of the grid, not on it', () => {
    const words = Array.from({ length: 25 }, (_, i) => (i === 12 ? ['built-up area'] : i === 7 || i === 17 ? ['bunker'] : []));
    const { boxes: [name] } = drawLetters({ ...grid(words, 5), names: [{ x: 2, y: 2, text: 'Glaire' }] }, 'k');
    for (const row of [1, 3]) expect(overlap(name!, { x0: 128, y0: 64 * row, x1: 192, y1: 64 * row + 64 })).toBe(0);
  });

  it('rather letters a name on woods than with a letter under a unit', () => {
    const slim = free(box('town', 'Kampong Slim'), { ...box('woods'), points: [[0, 2], [10, 2], [10, 8], [0, 8]] });
    const [, x, y] = /<text x="([\d.]+)" y="([\d.]+)"/.exec(lettered(slim, 'k'))!.map(Number) as [number, number, number];
    const first = { x0: x - 90, y0: y - 26, x1: x - 55, y1: y + 64 };
    const [name] = drawLetters(slim, 'k', { units: [first] }).boxes;
    expect(name).toBeDefined();
    expect(overlap(name!, first)).toBe(0);
  });

  it('writes larger from afar', () => {
    const size = (scale: number) => Number(/font-size="([\d.]+)"/.exec(lettered({ ...free(box('town', 'Agira')), width: 40, height: 30 }, 'k', { scale }))?.[1]);
    expect(size(2)).toBeCloseTo(2 * size(1));
  });

  it('writes names on a grid beside their squares, and along a river', () => {
    const words = Array.from({ length: 25 }, (_, i) => (i === 12 ? ['built-up area'] : i < 5 ? ['river'] : []));
    const drawn = lettered({ ...grid(words, 5), names: [{ x: 2, y: 2, text: 'Summa' }, { x: 0, y: 0, text: 'Meuse' }] }, 'k');
    expect(drawn).toMatch(/class="m-town"[^>]*>Summa</);
    expect(drawn).toMatch(/<textPath[^>]*>Meuse</);
  });

  it('marks the top of a hill with its level, and of joined hills draws no contour inside', () => {
    const hill = (name: string, x: number, tall = 3): Feature => ({ ...box('hill', name), level: 1, points: [[x, 4 - tall], [x + 5, 4 - tall], [x + 5, 4 + tall], [x, 4 + tall]] });
    expect(lettered({ ...free(hill('a', 1)), width: 30, height: 30 }, 'k')).toContain('>level 1<');
    const contour = (ground: Ground) => /<path d="([^"]*)" fill="none" class="contour"/.exec(drawGround(ground, { key: 'k' }))?.[1] ?? '';
    const east = [...contour(free(hill('a', 1), hill('b', 4, 3.5))).matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((found) => Number(found[1]));
    expect(Math.max(...east)).toBeLessThan(82);
  });

  it('draws a broad road as a roadway with verges to the edge that the rules use', () => {
    const wide = drawGround(free({ ...way('road'), width: 2 }), { key: 'k' });
    expect(wide).toContain('stroke-width="40"');
    expect(wide).toMatch(/stroke="var\(--road-ink\)" stroke-width="8.1"/);
    expect(drawGround(free(way('road')), { key: 'k' })).not.toContain('stroke-width="10" stroke-linejoin');
  });

  it('writes the name of a road upright, whole, and not over a town on it', () => {
    const west: Feature = { ...box('town', 'Agira'), points: [[0, 2], [4, 2], [4, 5], [0, 5]] };
    const drawn = lettered(free(west, { ...way('road', 'coast road'), points: [[10, 3], [0, 3]] }), 'k');
    const [, course] = /id="k-coast-road-l" d="M([\d.]+) /.exec(drawn) ?? [];
    const [, from] = /startOffset="([\d.]+)"/.exec(drawn) ?? [];
    expect(course).toBe('0');
    expect(Number(from)).toBeGreaterThan(4 * 20 + 20);
    expect(Number(from)).toBeLessThan(200 - 20);
  });

  it('leaves farmland out where the rules know crops, so that fields mean one thing', () => {
    const paths = (ground: Ground) => drawGround(ground, { key: 'k' }).match(/field-[abc]/g)?.length ?? 0;
    expect(paths(free(box('town'), way('road')))).toBeGreaterThan(paths(free(box('town'), way('road'), box('grain', 'corn'))));
  });

  it('leaves the fields as they lie when a bridge breaks', () => {
    const fields = (ground: Ground) => drawGround(ground, { key: 'k' }).match(/<path[^>]*field-[abc][^>]*>/g);
    const bridge = { ...way('bridge'), id: 'bridge' };
    expect(fields(free(way('road'), bridge))).toEqual(fields(free(way('road'))));
  });

  it('draws one building as one roof up to the edge that the rules use', () => {
    const drawn = drawGround(free(box('building')), { key: 'k' });
    expect(drawn).toContain('<path d="M40 120L140 120L140 60L40 60Z" fill="none" stroke="var(--roof-ink)"');
    expect(drawn).toMatch(/roof-lit.*roof-shade/);
  });

  it('has a few paths for a feature, however large', () => {
    const wide: Feature = { ...box('woods'), points: [[0, 0], [40, 0], [40, 30], [0, 30]] };
    const nodes = drawGround({ ...free(wide), width: 40, height: 30 }, { key: 'k' }).match(/<path/g)?.length ?? 0;
    expect(nodes).toBeLessThan(25);
  });
});
