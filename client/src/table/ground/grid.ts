/** Draws the ground of a grid as SVG. */

import type { Ground } from '../../messages';
import { gap, num, path, plain, span, SQUARE, towards, type XY } from '../pen';
import { crops, drift, field, marsh, rough, tone, tufts } from './fields';
import type { GroundStyle, Laid } from './free';
import { airfield, beach } from './flats';
import { cliff, hill } from './hills';
import { lookOf, type Look } from './kinds';
import { lettering, type Lettering, type Setting } from './lettering';
import { centre, chains, drawIn, loops, outline, runs, solid, ways, type Cell, type Way } from './squares';
import { town } from './towns';
import { bridge, ford, lake, river } from './water';
import { road } from './ways';
import { hedge, orchard, scrub, vineyard, wood } from './woods';
import { bunker, dugout, fieldworks, mines, trench, wall, wire } from './works';

const RIVER = 30;
const ROAD = 11;
/** How far a trench or wire lies from the middle of its square. It is near the enemy edge, where no counter hides it. */
const FRONT = 24.5;

interface Board {
  files: number;
  rows: number;
  key: string;
  grain: number;
  winter: boolean;
  has(look: Look): Cell[];
}

export function gridGround(ground: Ground, style: GroundStyle): string {
  const board = boardOf(ground, style);
  const [width, height] = [board.files * SQUARE, board.rows * SQUARE];
  const roads = net(board, ['track', 'road', 'paved'], 7);
  const streets = chains(roads);
  return (
    `<rect width="${width}" height="${height}" fill="var(--ground)"/>${tone(width, height, `${style.key}-tone`)}` +
    (board.winter ? drift(width, height, 'snow') : tufts(width, height, 'grass')) +
    heights(ground, board) +
    `<g>${low(board)}</g><g>${water(board)}</g>` +
    `<g>${streets.length ? road(streets.map((line) => path(line, false)).join(''), { surface: 'paved', width: ROAD }) : ''}${crossings(board, roads)}</g>` +
    `<g>${areas(board, 'town', 4, (ring, seed) => town(ring, streets, seed, { size: 1.12, church: true }))}</g>` +
    `<g>${areas(board, 'wood', 6, (ring, seed) => wood(ring, seed, { conifer: board.winter, size: board.grain }))}</g>` +
    `<g>${works(board)}</g>${strange(ground, board)}${gridlines(board)}`
  );
}

const RIVERS: Look[] = ['river', 'stream'];
/** Ground whose name goes beside the whole of it, in this order if a square has several kinds. */
const NAMED: Look[] = ['town', 'wood', 'lake', 'marsh', 'bunker'];

export function gridLetters(ground: Ground, key: string, setting: Setting): Lettering {
  const board = boardOf(ground, { key });
  const cells = (ground.names ?? []).map(({ x, y, text }) => ({ cell: [x, board.rows - 1 - y] as Cell, text }));
  const crowded = FULL.flatMap((look) => board.has(look).map((cell) => square(cell, look)));
  return lettering([...cells.map(({ cell, text }) => named(cell, text, ground, board)), ...crowded], setting);
}

/** Ground on which a name is hard to read. */
const FULL: Look[] = ['wood', 'bunker', 'trench', 'fieldworks'];

/** One square of ground without a name. */
function square(cell: Cell, look: Look): Laid {
  const ring = outline([cell], 2, 0);
  return { ...lettered(`${look}-${String(cell)}`, ''), look, points: ring, ring, width: 0 };
}

function lettered(id: string, name: string): Pick<Laid, 'id' | 'seed' | 'feature'> {
  return { id, seed: id, feature: { id, kind: '', shape: 'area', points: [], width: null, level: 0, name } };
}

/** A name with the ground that it belongs to: a river, a group of equal squares, high ground, or one square. */
function named(cell: Cell, text: string, ground: Ground, board: Board): Laid {
  const here = (cells: readonly Cell[]) => cells.some((one) => String(one) === String(cell));
  const base = lettered(`${board.key}-name-${String(cell).replace(',', '-')}`, text);
  const wet = net(board, RIVERS, 6);
  if (here(wet.map((way) => way.cell))) {
    const points = chains(wet).reduce((best, line) => (gap(centre(cell), line) < gap(centre(cell), best) ? line : best));
    return { ...base, look: 'river', points, ring: points, width: RIVER };
  }
  const look = NAMED.find((one) => here(board.has(one))) ?? (ground.levels?.[(board.rows - 1 - cell[1]) * board.files + cell[0]] ? 'hill' : 'town');
  const alike = look === 'hill' ? raised(ground, board, 1) : board.has(look);
  const ring = outline(solid(alike).find(here) ?? [cell], 2, 0);
  return { ...base, look, points: ring, ring, width: 0 };
}

function boardOf(ground: Ground, style: GroundStyle): Board {
  const [files, rows] = [ground.width, ground.height];
  const squares = ground.squares ?? [];
  const cells = new Map<Look, Cell[]>();
  squares.forEach((words, i) => {
    const cell: Cell = [i % files, rows - 1 - Math.floor(i / files)];
    for (const look of new Set(words.map(lookOf))) cells.set(look, [...(cells.get(look) ?? []), cell]);
  });
  return { files, rows, key: style.key, grain: style.grain ?? 1, winter: ground.climate === 'winter', has: (look) => cells.get(look) ?? [] };
}

/** Draws each group of joined squares of one kind by its outline. */
function areas(board: Board, look: Look, inset: number, draw: (ring: XY[], seed: string, i: number) => string): string {
  return solid(board.has(look)).map((group, i) => draw(outline(group, inset), `${look} ${String(group[0])}`, i)).join('');
}

function heights(ground: Ground, board: Board): string {
  return [1, 2, 3]
    .map((level) => {
      const groups = solid(raised(ground, board, level));
      return `<g>${groups.map((group, i) => hill(outline(group, level * 5, 1.5), level, { id: `${board.key}-hill-${level}-${i}`, seed: `hill ${String(group[0])}` })).join('')}</g>`;
    })
    .join('');
}

function raised(ground: Ground, board: Board, level: number): Cell[] {
  return (ground.levels ?? []).flatMap((here, i): Cell[] => (here >= level ? [[i % board.files, board.rows - 1 - Math.floor(i / board.files)]] : []));
}

function low(board: Board): string {
  return (
    areas(board, 'field', 4, field) + areas(board, 'crops', 5, crops) + areas(board, 'marsh', 5, marsh) + areas(board, 'rough', 5, rough) + areas(board, 'gully', 5, rough) +
    areas(board, 'scrub', 5, scrub) + areas(board, 'orchard', 5, (ring) => orchard(ring, 0)) + areas(board, 'vineyard', 5, (ring) => vineyard(ring, 0)) +
    areas(board, 'cliff', 8, cliff) + areas(board, 'airfield', 5, airfield) + areas(board, 'beach', 3, beach) + areas(board, 'lake', 3, (ring, _seed, i) => lake(ring, `${board.key}-lake-${i}`))
  );
}

function net(board: Board, looks: Look[], off = 4): Way[] {
  return ways(looks.flatMap((look) => board.has(look)), board.files, board.rows, looks.join(), off);
}

function water(board: Board): string {
  const rivers = net(board, RIVERS, 6);
  const alone = rivers.filter((way) => !way.to.length).map((way) => way.cell);
  const lines = chains(rivers).map((line) => path(sourced(line, rivers), false));
  const ponds = alone.map((cell, i) => lake(outline([cell], 6), `${board.key}-pond-${i}`));
  const fords = board.has('ford').map((cell) => ford(centre(cell), across(rivers, cell), RIVER + 12, 16));
  return (lines.length ? river(lines.join(''), RIVER) : '') + ponds.join('') + fords.join('');
}

/** A river that ends on the board fills its last square. */
function sourced(line: XY[], rivers: readonly Way[]): XY[] {
  const ends = new Set(rivers.filter((way) => way.to.length === 1).map((way) => String(way.at)));
  const [a, b, y, z] = [line[0], line[1], line[line.length - 2], line[line.length - 1]];
  if (!a || !b || !y || !z) return line;
  return [...(ends.has(String(a)) ? [towards(a, b, -12)] : []), ...line, ...(ends.has(String(z)) ? [towards(z, y, -12)] : [])];
}

/** The direction across a road or river in a cell, in degrees. */
function across(net: readonly Way[], cell: Cell): number {
  return bearingAt(net, cell) + 90;
}

/** The direction of a road or river in a cell. At a fork the two straightest arms count. */
function bearingAt(net: readonly Way[], cell: Cell): number {
  const way = net.find((one) => one.cell[0] === cell[0] && one.cell[1] === cell[1]);
  if (!way?.to.length) return 0;
  const arms = way.to.length > 1 ? way.to : [...way.to, way.at];
  const pairs = arms.flatMap((a, i) => arms.slice(i + 1).map((b): [XY, XY] => [a, b]));
  const [a, b] = pairs.reduce((best, pair) => (span(...pair) > span(...best) ? pair : best));
  return (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
}

/** A road on a river square is a bridge. */
function crossings(board: Board, roads: readonly Way[]): string {
  const wet = new Set([...board.has('river'), ...board.has('stream')].map(String));
  const over = roads.filter((way) => wet.has(String(way.cell)));
  return over.map((way) => bridge(way.at, bearingAt(roads, way.cell), RIVER + 10, ROAD)).join('');
}

function works(board: Board): string {
  const laid = solid(board.has('mines')).map((group) => mines(drawIn(loops(group)[0] ?? [], 5)));
  const wires = runs(board.has('wire')).map((run) => {
    const { a, b, out } = frontLine(run, board, 28);
    return [0, -8].map((by) => wire([beyond(a, out, by), beyond(mid(a, b), out, by + 2), beyond(b, out, by)], 8)).join('');
  });
  const lines = runs(board.has('trench')).map((run) => {
    const { a, b, flip } = frontLine(run, board, 29);
    return trench([a, b], { tooth: 7, flip });
  });
  const at = (look: Look, draw: (at: XY, degrees: number) => string) => board.has(look).map((cell) => draw(centre(cell), facing([cell], board)));
  return [
    ...laid, ...wires, ...lines,
    ...at('hedge', ([x, y]) => hedge([[x - 28, y - 24], [x + 28, y - 24]], `${x} ${y}`)),
    ...at('wall', ([x, y]) => wall(`M${num(x - 28)} ${num(y - 24)}h56`)),
    ...at('fieldworks', (p, turn) => fieldworks(p, turn)),
    ...at('dugout', (p, turn) => dugout(p, turn + 180, 2.7)),
    ...at('bunker', (p, turn) => bunker(p, turn, 3.2)),
  ].join('');
}

/** Works face the middle of the board, because the enemy comes from there. */
function facing(run: readonly Cell[], board: Board): number {
  const [file, row] = run[0]!;
  const upright = run.length > 1 && run.every(([x]) => x === file);
  return upright ? (file + 0.5 < board.files / 2 ? 90 : 270) : row + 0.5 < board.rows / 2 ? 180 : 0;
}

/** The line along the enemy edge of a run of squares, its outward direction, and the side of its teeth. */
function frontLine(run: readonly Cell[], board: Board, half: number): { a: XY; b: XY; out: XY; flip: 1 | -1 } {
  const turn = (facing(run, board) * Math.PI) / 180;
  const [nx, ny] = [Math.sin(turn), -Math.cos(turn)];
  const [ux, uy] = [Math.abs(ny), Math.abs(nx)];
  const [p, q] = [centre(run[0]!), centre(run[run.length - 1]!)];
  const a: XY = [p[0] - ux * half + nx * FRONT, p[1] - uy * half + ny * FRONT];
  const b: XY = [q[0] + ux * half + nx * FRONT, q[1] + uy * half + ny * FRONT];
  const flip = uy * nx - ux * ny > 0 ? 1 : -1;
  return { a, b, out: [nx, ny], flip };
}

function mid(a: XY, b: XY): XY {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function beyond(p: XY, out: XY, by: number): XY {
  return [p[0] + out[0] * by, p[1] + out[1] * by];
}

/** Ground of an unknown kind: a tint and its word. */
function strange(ground: Ground, board: Board): string {
  const words = (ground.squares ?? []).map((square) => square.filter((word) => lookOf(word) === 'unknown').join(', '));
  return board
    .has('unknown')
    .map((cell) => {
      const [x, y] = centre(cell);
      const word = words[(board.rows - 1 - cell[1]) * board.files + cell[0]] ?? '';
      return (
        `<rect x="${num(x - 27)}" y="${num(y - 27)}" width="54" height="54" rx="5" fill="var(--ground-mark)" fill-opacity=".18" stroke="var(--map-ink)" stroke-dasharray="4 2.5"/>` +
        `<text x="${num(x)}" y="${num(y + 25)}" class="m-kind">${plain(word)}</text>`
      );
    })
    .join('');
}

function gridlines({ files, rows }: Board): string {
  let d = '';
  for (let i = 1; i < files; i++) d += `M${i * SQUARE} 0V${rows * SQUARE}`;
  for (let j = 1; j < rows; j++) d += `M0 ${j * SQUARE}H${files * SQUARE}`;
  return `<path d="${d}" class="gridline"/>`;
}
