import { describe, expect, it } from 'vitest';

import { battalion, piece, slot } from '../specimen/things';
import { centred, distanceOf, drawnPart, fitted, framed, isDrawn, kept, toDrawing, toScreen, zoomed } from './camera';
import { chartOf, isPlaced, onSheet } from './chart';
import { sheetOf, squareName } from './frame';
import { marches, nearestTurn } from './marching';
import { onEdge, towardsKey, underFinger } from './nearby';
import { cropOf } from './crop';
import { line, over, reach, sectors, under } from './overlays';
import { boxOf } from './pen';
import { facingTowards, pulled, settled, standing, tapeEnd } from './placing';
import { lastSeen } from './seen';

const free = { kind: 'free' as const, width: 48, height: 36, climate: 'temperate', features: [], squares: null, levels: null };
const grid = { ...free, kind: 'grid' as const, width: 10, height: 12 };
const view = { width: 1000, height: 700 };

describe('the board', () => {
  it('has the south-west corner at 0, 0 and the squares by their middles', () => {
    expect(chartOf(free).at(0, 0)).toEqual([0, 720]);
    expect(chartOf(grid).at(0, 0)).toEqual([32, 12 * 64 - 32]);
    expect(chartOf(grid).place([32, 32])).toEqual([0, 11]);
    expect(squareName(3, 6)).toBe('d7');
  });
});

describe('the camera', () => {
  const sheet = sheetOf(free);

  it('fits the whole sheet', () => {
    const cam = fitted(sheet, view);
    const [x0, y0] = toScreen(cam, [-sheet.rim, -sheet.rim], sheet);
    const [x1, y1] = toScreen(cam, [sheet.width + sheet.rim, sheet.height + sheet.rim], sheet);
    expect(Math.min(x0, y0)).toBeGreaterThanOrEqual(5.9);
    expect(x1).toBeLessThanOrEqual(1000);
    expect(y1).toBeLessThanOrEqual(700);
  });

  it('keeps the point under the finger while zooming', () => {
    const cam = fitted(sheet, view);
    const before = toDrawing(cam, [300, 200], sheet);
    const after = toDrawing(zoomed(cam, 3, [300, 200], sheet, view), [300, 200], sheet);
    expect(after[0]).toBeCloseTo(before[0], 6);
    expect(after[1]).toBeCloseTo(before[1], 6);
  });

  it('never loses the sheet', () => {
    const cam = kept({ k: 1, x: -99999, y: 99999 }, sheet, view);
    expect(cam.x + (sheet.width + 2 * sheet.rim)).toBeGreaterThan(100);
    expect(cam.y).toBeLessThan(600);
  });

  it('tells three distances by pixels to the inch', () => {
    const at = (pixels: number) => distanceOf({ k: pixels / 20, x: 0, y: 0 }, sheet, false);
    expect([at(10), at(20), at(50)]).toEqual(['far', 'middle', 'near']);
  });

  it('draws the whole sheet from afar, and from near by the window and some more', () => {
    expect(drawnPart(fitted(sheet, view), sheet, view)).toEqual({ x0: -26, y0: -26, x1: 986, y1: 746 });
    const near = centred([480, 360], 5, sheet, view);
    const part = drawnPart(near, sheet, view);
    expect((part.x1 - part.x0) * 5).toBeCloseTo(2000, 5);
    expect(isDrawn(part, near, sheet, view)).toBe(true);
    expect(isDrawn(part, { ...near, x: near.x - 600 }, sheet, view)).toBe(false);
  });

  it('has nothing more to draw at the edge of the sheet', () => {
    const corner = centred([0, 0], 5, sheet, view);
    expect(isDrawn(drawnPart(corner, sheet, view), { ...corner, x: corner.x + 300 }, sheet, view)).toBe(true);
  });

  it('frames what does not fit from farther away, and stays where all is in view', () => {
    const near = centred([100, 100], 5, sheet, view);
    const far = { x0: 60, y0: 80, x1: 700, y1: 500 };
    const cam = framed(near, far, 44, sheet, view);
    const [a, z] = [toScreen(cam, [far.x0, far.y0], sheet), toScreen(cam, [far.x1, far.y1], sheet)];
    expect(Math.min(...a)).toBeGreaterThanOrEqual(44 - 1e-6);
    expect([z[0] <= view.width - 44 + 1e-6, z[1] <= view.height - 44 + 1e-6]).toEqual([true, true]);
    expect(framed(cam, far, 44, sheet, view)).toBe(cam);
    expect(framed(near, { x0: 90, y0: 90, x1: 110, y1: 110 }, 44, sheet, view)).toBe(near);
  });

  it('centres on a point', () => {
    expect(toScreen(centred([400, 300], 1.2, sheet, view), [400, 300], sheet)).toEqual([500, 350]);
  });
});

describe('finding units', () => {
  const chart = chartOf(free);
  const pieces = [piece('a', 0, 'infantry', 10, 10), piece('b', 0, 'infantry', 10, 14), piece('c', 0, 'infantry', 15, 10.5)].filter(isPlaced);

  it('takes the unit under the finger, or the nearest within reach', () => {
    expect(underFinger(pieces, chart.at(10.2, 10.1), chart, 3)).toBe('a');
    expect(underFinger(pieces, chart.at(10, 10.6), chart, 16)).toBe('a');
    expect(underFinger(pieces, chart.at(20, 20), chart, 16)).toBeNull();
  });

  it('goes to the nearest unit that way', () => {
    const spots = pieces.map((one) => ({ id: one.id, at: chart.at(one.x, one.y) }));
    expect(towardsKey(spots, chart.at(10, 10), 'ArrowUp')).toBe('b');
    expect(towardsKey(spots, chart.at(10, 10), 'ArrowRight')).toBe('c');
    expect(towardsKey(spots, chart.at(10, 10), 'ArrowLeft')).toBeNull();
  });

  it('lays the ruler on the edge of a base', () => {
    const [x, y] = chart.place(onEdge(pieces, chart.at(10, 10.3), chart, 8));
    expect([x, y]).toEqual([10, 10.25]);
    expect(onEdge(pieces, [5, 5], chart, 8)).toEqual([5, 5]);
  });
});

describe('marching', () => {
  const at = (x: number, y: number, facing: number) => ({ x, y, facing });

  it('shows only what stands elsewhere or looks another way', () => {
    const before = new Map([['a', at(0, 0, 0)], ['b', at(5, 5, 0)], ['gone', at(1, 1, 0)]]);
    const now = new Map([['a', at(0, 0, 0)], ['b', at(5, 8, 0)], ['new', at(2, 2, 0)]]);
    expect(marches(before, now)).toEqual([{ id: 'b', from: at(5, 5, 0), to: at(5, 8, 0) }]);
  });

  it('turns the short way round', () => {
    expect(nearestTurn(350, 10)).toBe(370);
    expect(nearestTurn(10, 350)).toBe(-10);
    expect(nearestTurn(0, 90)).toBe(90);
  });
});

describe('placing', () => {
  it('moves and turns a battalion as one', () => {
    const { group, pieces } = battalion('A1', 0, [10, 10, 0], 'assault', [slot('infantry', 1, 0), slot('infantry', -1, 0)]);
    const ghost = { unit: 'A1', at: [20, 10, 90] as [number, number, number], turns: true, good: true, words: '', threats: [] };
    const [right, left] = standing(ghost, pieces, group);
    expect([right!.x, right!.y, right!.facing].map((v) => Math.round(v * 100) / 100)).toEqual([20, 9, 90]);
    expect(Math.round(left!.y * 100) / 100).toBe(11);
  });

  it('stands the models where the server says', () => {
    const { group, pieces } = battalion('A1', 0, [10, 10, 0], 'assault', [slot('infantry', 1, 0)]);
    const ghost = { unit: 'A1', at: [20, 10, 90] as [number, number, number], turns: true, good: true, words: '', threats: [], stands: [{ id: 'A1/1', x: 3, y: 4, facing: 45 }] };
    expect(standing(ghost, pieces, group).map(({ x, y, facing }) => [x, y, facing])).toEqual([[3, 4, 45]]);
  });

  it('takes the nearest facing that may be taken', () => {
    expect(facingTowards(-82, [0, 90, 180, 270], 90)).toBe(270);
    expect(facingTowards(358, null, 5)).toBe(0);
    expect(facingTowards(47, null, 5)).toBe(45);
  });

  it('falls on whole squares, or on hundredths of an inch', () => {
    expect(settled(3.4, 6.6, true)).toEqual([3, 7]);
    expect(settled(3.456, 6.6, false)).toEqual([3.46, 6.6]);
  });
});

describe('what was seen', () => {
  const foe = piece('E1', 1, 'infantry', 5, 5);
  const own = piece('A1', 0, 'infantry', 5, 9);

  it('stays as a ghost when it vanishes from the view', () => {
    expect(lastSeen([], [foe, own], [], [], 'seen in turn 3', [0])).toEqual([{ piece: foe, words: 'seen in turn 3' }]);
  });

  it('is no ghost when it is seen again, or known to be lost', () => {
    const ghosts = [{ piece: foe, words: 'seen in turn 3' }];
    expect(lastSeen(ghosts, [], [foe], [], '', [0])).toEqual([]);
    expect(lastSeen(ghosts, [], [], ['E1'], '', [0])).toEqual([]);
    expect(lastSeen([], [{ ...foe, lost: true }], [], [], '', [0])).toEqual([]);
  });
});

describe('overlays', () => {
  const chart = chartOf(grid);

  it('have no hatching where nearly the whole table is open', () => {
    const whole = reach({ outlines: [[[0, 0], [48, 0], [48, 36], [0, 36]]], places: null, turns: null, facing: null }, chartOf(free), 1);
    expect(whole).toContain('class="reach"');
    expect(whole).not.toContain('reach-hatch');
  });

  it('outline the squares that may be reached together, and hatch each once', () => {
    const drawn = reach({ outlines: [[[0.5, 0.5], [2.5, 0.5], [2.5, 1.5], [0.5, 1.5]]], places: [[1, 1, 0], [1, 1, 90], [2, 1, 0]], turns: null, facing: null }, chart, 1);
    expect(drawn.match(/class="reach"/g)).toHaveLength(1);
    expect(drawn.match(/class="reach-hatch"/g)).toHaveLength(1);
  });

  it('join outlines that overlap, and leave lines as they are', () => {
    const ring = (x: number): [number, number][] => [[x, 0], [x + 4, 0], [x + 4, 4], [x, 4]];
    const drawn = reach({ outlines: [ring(0), ring(2), [[0, 6], [9, 6]]], places: null, turns: null, facing: null }, chartOf(free), 1);
    expect(drawn).not.toContain('evenodd');
    expect(drawn).toContain('class="reach rim" mask="url(#reach-outside)"');
    expect(drawn.match(/class="reach"/g)).toHaveLength(1);
  });

  it('end a blocked line at what is in the way, and say why', () => {
    const drawn = line({ kind: 'blocked', points: [[0, 0], [0, 6]], at: [0, 3], words: 'past the wood' }, chart, 1);
    expect(drawn).toContain('past the wood');
    expect(drawn).toContain('class="stop"');
    expect(drawn).toContain('los past');
  });
});

describe('the map on a card', () => {
  it('shows the band where most is', () => {
    const squares = Array.from({ length: 64 }, (_, i): string[] => (i === 58 ? ['built-up area'] : i % 8 === 3 ? ['road'] : []));
    const band = cropOf({ ...grid, width: 8, height: 8, squares }, 2);
    expect(band.y1 - band.y0).toBe(256);
    expect(band.y0).toBe(0);
  });

  it('shows the middle where nothing is', () => {
    const band = cropOf(free, 2);
    expect(band.y0).toBeCloseTo(120, 5);
  });

  it('shows all of a map that is wider than the card', () => {
    expect(cropOf({ ...free, width: 60, height: 20 }, 2)).toEqual({ x0: 0, y0: 0, x1: 1200, y1: 400 });
  });
});

describe('fields of fire', () => {
  const chart = chartOf(free);
  const ring = (x: number, words = '8"') => ({ kind: 'fire', words, clause: 'c', x, y: 18, facing: 0, radius: 8, degrees: 360, outlines: [] });

  it('of models side by side have one outline and one label', () => {
    const drawn = sectors([ring(20), ring(22)], chart, 1);
    expect(drawn.match(/8&quot;/g)).toHaveLength(1);
    const corners = [...drawn.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x]) => Number(x));
    expect(boxOf(corners.map((x) => [x, 0]))).toMatchObject({ x0: chart.at(12, 0)[0], x1: chart.at(30, 0)[0] });
    expect(corners.length).toBeLessThan(130); // two full circles have 194
  });

  it('of different ranges are all told', () => {
    expect(sectors([ring(20), ring(20, '16"')], chart, 1)).toContain('16&quot;');
  });

  it('tells the figures of two fields of fire clear of each other and of units', () => {
    const places = (drawn: string) => [...drawn.matchAll(/translate\(([\d.-]+) ([\d.-]+)\)/g)].map((found): [number, number] => [Number(found[1]), Number(found[2])]);
    const [first, second] = places(sectors([ring(20, 'rifles, all dice'), ring(20.2, 'machine gun, all dice')], chart, 1));
    expect(Math.abs(first![0] - second![0]) > 90 || Math.abs(first![1] - second![1]) >= 14).toBe(true);
    const unit = { x0: first![0] - 40, y0: first![1] - 20, x1: first![0] + 40, y1: first![1] + 20 };
    expect(places(sectors([ring(20, 'rifles, all dice')], chart, 1, [unit]))[0]).not.toEqual(first);
  });
});

describe('tapes', () => {
  const chart = chartOf(free);
  const laid = { id: 't', kind: 'run', side: 0, x: 10, y: 10, facing: 90, w: 0.5, d: 8, disc: false, secret: false, words: '', drawing: 'tape' as const };
  const farthest = (d: string) => boxOf([...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]): [number, number] => [Number(x), Number(y)]));

  it('lie about their middle, along their facing', () => {
    expect(tapeEnd([10, 10, 90], 8, 'head')).toEqual([14, 10]);
    expect(tapeEnd([10, 10, 180], 8, 'tail').map(Math.round)).toEqual([10, 14]);
  });

  it('are as long and as wide on the map as the rules say, and show which way they run', () => {
    const edge = over(laid, chart);
    const drawn = farthest(/d="([^"]+)" class="t-ed tape s-a"/.exec(edge)![1]!);
    expect(drawn.x0).toBeCloseTo(chart.at(6, 10)[0]);
    expect(drawn.x1).toBeGreaterThan(chart.at(14, 10)[0]); // the arrowhead
    expect(under(laid, chart)).toContain('t-bg');
    expect(over({ ...laid, facing: 270 }, chart)).not.toBe(edge);
  });

  it.each(['burst', 'planned', 'smoke', 'gas', 'air', 'tape', ''] as const)('are drawn as %s', (drawing) => {
    expect(under({ ...laid, drawing }, chart) + over({ ...laid, drawing }, chart)).not.toMatch(/NaN|undefined/);
  });

  it('without a width are seen all the same', () => {
    expect(over({ ...laid, w: 0 }, chart)).not.toBe(over({ ...laid, w: 0.5 }, chart));
    const drawn = farthest(/d="([^"]+)" class="t-hl"/.exec(over({ ...laid, w: 0, facing: 0 }, chart))![1]!);
    expect(drawn.x1 - drawn.x0).toBeGreaterThan(1);
  });

  it('that run off the table are held where they leave it', () => {
    expect(onSheet([100, 100], [100, 300], chart)).toEqual([100, 300]);
    expect(onSheet([100, 100], [-100, 0], chart)).toEqual([0, 50]);
    expect(onSheet([100, 100], [100, 920], chart)).toEqual([100, 720]);
  });

  it('held by the head turn about the tail, held by the tail about the head', () => {
    expect(pulled([6, 10], [6, 30], 8, 'head', null)).toEqual([6, 14, 0]);
    expect(pulled([14, 10], [14, 30], 8, 'tail', null)).toEqual([14, 14, 180]);
    expect(pulled([6, 10], [20, 24.2], 8, 'head', null)[2]).toBe(45);
  });

  it('may be turned only as the rules allow', () => {
    expect(pulled([6, 10], [7, 30], 8, 'head', [0, 90])).toEqual([6, 14, 0]);
  });
});
