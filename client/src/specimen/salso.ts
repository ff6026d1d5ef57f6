/** A free table for the specimen sheet: a crossing, a ridge, two sides. */

import type { Ground, Objective, Piece, Template } from '../messages';
import type { GhostShown, LineShown } from '../table/props';
import { area, battalion, piece, slot, way, words } from './things';

export const ground: Ground = {
  kind: 'free', width: 48, height: 36, climate: 'temperate', squares: null, levels: null,
  features: [
    way('paved road', 'highway', 0.5, [[0, 14.6], [6, 16.4], [11, 15.6], [17.5, 17.2], [24.5, 19], [27.3, 18.3], [29.6, 19.3], [34.5, 19.9], [37.6, 19.4], [48, 20.4]]),
    way('road', 'north track', 0.4, [[8.4, 16.2], [8, 22], [9.6, 25.5], [9.2, 29], [11, 33], [10.6, 36]]),
    way('road', 'south track', 0.4, [[37.6, 19.4], [38.2, 16], [36.6, 12.5], [37.4, 8], [37, 0]]),
    way('river', 'Fiume Salso', 0.85, [[23.2, 36], [22.6, 33], [20.4, 30.2], [20.9, 27], [19, 24.2], [19.9, 21], [19.5, 17.6], [20.6, 14.2], [18.9, 11], [17.4, 8.2], [17.9, 5], [16.2, 2], [16.6, 0]]),
    way('stream', 'brook', 0.25, [[30.6, 0], [28.6, 2.4], [25.2, 3.6], [22, 5.2], [17.9, 5.6]]),
    way('bridge', 'bridge', 0.5, [[18.8, 17.5], [20.4, 17.9]]),
    area('hill', 'Monte Civita', [[28.2, 30.6], [30.8, 31.4], [33.3, 29.6], [34.2, 26], [33.6, 22.4], [34.4, 18.4], [33.4, 14], [33.9, 9.6], [32, 6.2], [29.2, 6.6], [28, 9.6], [28.6, 12.6], [27.9, 15.6], [28.3, 19], [27.6, 22.6], [28.4, 26], [27.2, 28.6]], 1),
    area('hill', 'hill 1', [[29.8, 28.6], [31.6, 29], [32.4, 26.4], [31.7, 23.4], [30.1, 22.6], [29.4, 25.2]], 2),
    area('hill', 'hill 2', [[30, 14.9], [31.6, 15.4], [32.4, 12.4], [32, 9.4], [30.5, 8.6], [29.8, 11.4]], 2),
    area('hill', 'Il Poggio', [[1.2, 31.6], [3.6, 33.2], [6.6, 31.6], [6.9, 28.2], [4.6, 26.6], [1.8, 27.8]], 1),
    area('woods', 'Bosco Grande', [[22.4, 24.2], [24.6, 23.8], [26.8, 25], [26.9, 28], [25.8, 30.4], [23.8, 30.2], [22.2, 27.8]]),
    area('woods', 'Bosco dei Frati', [[8, 7.6], [9.4, 9.6], [12, 10], [14.4, 9], [14.8, 6.4], [13, 4.2], [10, 4]]),
    area('woods', 'wood', [[25, 12.4], [26.4, 12.9], [27.7, 12.3], [27.7, 10.8], [26.5, 10], [25, 10.6]]),
    area('woods', 'Selva', [[38.6, 28.4], [40.2, 30.2], [43.4, 30], [46, 29.4], [46.2, 27], [43.4, 25.6], [39.8, 26]]),
    area('orchard', 'orchard', [[12.6, 24.6], [16.4, 24.9], [16.6, 21.9], [12.8, 21.7]]),
    area('vineyard', 'vineyard', [[35.2, 14.2], [37.2, 14.4], [36.4, 10.4], [34.9, 10.6]]),
    area('marsh', 'marsh', [[19.6, 9.8], [21.6, 9.6], [23.4, 8.2], [23.4, 6.6], [21.8, 5.9], [18.8, 6.4]]),
    area('town', 'San Leo', [[5.2, 18.4], [7.6, 19], [10.4, 18.2], [11, 15.6], [10.2, 13.9], [7.4, 13.6], [5.2, 14.6]]),
    area('village', 'Masseria', [[36, 20.9], [38.8, 21], [39.2, 18.6], [37.6, 17.7], [36.1, 18.3]]),
    area('rough', 'rocks', [[42, 14.5], [45.6, 15], [46.2, 12.4], [43, 11.6]]),
    area('scrub', 'macchia', [[41, 6.4], [44.4, 7.4], [46.8, 5.6], [45.4, 2.8], [42, 3]]),
    way('hedge', 'hedge', 0.2, [[0, 25.7], [7.2, 25]]),
    way('wall', 'wall', 0.15, [[11.2, 20.6], [15.6, 20.6], [18, 18.6]]),
    way('trench', 'trench', 0.4, [[28.7, 26.6], [28.75, 24.2], [28.7, 21.9]]),
    way('wire', 'wire', 0.3, [[27.2, 23.2], [27.6, 25], [27.4, 27]]),
  ],
};

const four = [slot('infantry', -0.9, -0.45), slot('infantry', 0.9, -0.45), slot('infantry', -0.9, 0.45), slot('infantry', 0.9, 0.45)];
const bodies = [
  battalion('A1', 0, [24.6, 20.9, 96], 'assault', [slot('infantry', -0.9, -0.45, 'suppressed'), ...four.slice(1), slot('heavy-weapons', 0, 1.2)], { actions: { left: 0, of: 1 }, done: words('fired') }),
  battalion('A2', 0, [25, 15.6, 90], 'assault', [...four, slot('heavy-weapons', -0.45, 1.25, 'set up'), slot('hq', 0.55, 1.35)], { actions: { left: 1, of: 2 } }),
  battalion('A3', 0, [14.6, 19.6, 64], 'march', [-1, -0.3, 0.4, 1.1].map((back) => slot('infantry', 0, back)).concat(slot('heavy-weapons', 0, 1.9)), { actions: { left: 0, of: 1 }, done: words('moved') }),
  battalion('D1', 0, [15.6, 16.55, 76], 'road march', [-1.8, -0.6, 0.6].map((back) => slot('armour', 0, back)), { actions: { left: 0, of: 1 }, done: words('moved') }),
  battalion('F1', 0, [4, 22.4, 90], 'assault', [...four, slot('anti-tank', 0, 1.4)], { standing: 'inactive', secret: true }),
  battalion('C3', 0, [14.2, 7.1, 82], 'defensive', [-2.7, -0.9, 0.9, 2.7].map((right) => slot('infantry', right, 0)), { standing: 'to ground' }),
  battalion('E1', 1, [28.75, 15.7, 268], 'defensive', [slot('infantry', -1.85, 0), slot('infantry', 0, 0), slot('infantry', 1.85, 0, 'suppressed'), slot('anti-tank', -3.3, 0.2), slot('heavy-weapons', 0.9, 0.85)]),
  battalion('E2', 1, [29.95, 24.2, 275], 'defensive', [slot('infantry', -1.8, 0, 'lost'), slot('infantry', 0, 0, 'suppressed'), slot('infantry', 1.8, 0), slot('heavy-weapons', 0, 0.8)], { marks: words('taken') }),
  battalion('E3', 1, [28.2, 7.6, 300], 'defensive', [slot('infantry', -1.8, 0), slot('infantry', 0, 0), slot('infantry', 1.8, 0), slot('heavy-weapons', 0, 0.85)]),
];

export const groups = bodies.map((one) => one.group);
export const pieces: Piece[] = [
  ...bodies.flatMap((one) => one.pieces),
  piece('ops a', 0, 'ops', 9.3, 15, 0, { w: 1, d: 1 }), piece('ops b', 1, 'ops', 44.6, 18.3, 0, { w: 1, d: 1 }),
  piece('FUP a', 0, 'other', 2.6, 16.9, 0, { w: 2, d: 2, name: 'FUP' }), piece('blind 1', 1, 'blind', 41.8, 27.6, 0, { w: 1.3, d: 1 }), piece('blind 2', 1, 'blind', 34.6, 16, 0, { w: 1.3, d: 1 }),
];
export const seen = [{ piece: piece('old', 1, 'assault-gun', 36.9, 24, 270, { d: 1 }), words: 'seen in turn 3' }];
export const objectives: Objective[] = [
  { id: 'Crossing', name: 'Crossing', x: 31.1, y: 19.15, holder: 1, value: 5 }, { id: 'Bridge', name: 'Bridge', x: 19.4, y: 19.3, holder: 0, value: 3 }, { id: 'Hill', name: 'Hill', x: 4, y: 30, holder: -1, value: 0 },
];
const template = (drawing: Template['drawing'], x: number, y: number, radius = 0.5, laid: Partial<Template> = {}): Template => ({ id: `${drawing} ${x}`, kind: drawing, side: 0, x, y, facing: 0, w: radius * 2, d: radius * 2, disc: true, secret: false, words: drawing, drawing, ...laid });
const tape = (drawing: Template['drawing'], x: number, y: number, facing: number, w = 0.3, d = 10): Template => template(drawing, x, y, 0, { facing, w, d, disc: false });
export const templates = [
  template('burst', 29.9, 25.3), template('burst', 29.6, 24.25), template('burst', 30.1, 23.2), template('smoke', 24, 24.2, 1), template('gas', 38, 14, 1), template('planned', 36.6, 26.5),
  tape('tape', 33, 10.5, 63), tape('smoke', 14, 26, 80, 1, 6), tape('burst', 12, 9, 110, 0.8, 7),
];
export const lines: LineShown[] = [
  { kind: 'clear', points: [[25.45, 16.5], [28.75, 15.7]], words: '2.6 in' },
  { kind: 'blocked', points: [[25.45, 14.7], [28.2, 7.6]], at: [26.6, 11.6], words: 'past 1 in of wood' },
];
export const reach = { outlines: [[[25.5, 18.9], [27.4, 18.6], [28.2, 17.7], [28.1, 13.7], [27.4, 12.7], [25.6, 12.9], [23.7, 12.4], [21.6, 12.9], [21, 14.6], [21.1, 17.4], [22.4, 18.6]] as [number, number][]], places: null, turns: null, facing: null };
export const field = {
  type: 'field' as const, id: '', piece: 'A2/1',
  sectors: [1, 3, 8].map((radius) => ({ kind: 'fire', words: `${radius} in`, clause: '', x: 25.45, y: 15.6, facing: 90, radius, degrees: 180, outlines: [] })),
};
export const ghost: GhostShown = { unit: 'A1', at: [26.9, 20.5, 92], turns: true, good: true, words: '2.3 of 3 in', threats: [{ from: [28.9, 17.5], to: [27.2, 20.2], words: '35%' }] };
