/** Draws deeds: ways as arrows, shots as lines with their dice, results as labels, and marks on what has changed. */

import type { Change } from '../game/changes';
import type { Die, Line, Spot, Way } from '../messages';
import type { Chart } from './chart';
import { num, path, plain, span, textWidth, towards, type XY } from './pen';
import { sideName } from './symbols';

/** How far a line has come: its dice roll, or it is over. */
export type Phase = 'rolling' | 'over';

interface Sheet {
  chart: Chart;
  /** Drawing units per pixel. */
  s: number;
}

const EDGE = 19; // of a counter on the grid, from its middle
const at = ([x, y]: XY, s: number, inner: string, more = '') => `<g transform="translate(${num(x)} ${num(y)}) scale(${s.toFixed(4)})"${more}>${inner}</g>`;
const pointOf = (chart: Chart, [x, y]: Spot): XY => chart.at(x, y);

/** One line of the log as it happens. `bodyOf`: the body of a stand; its arrow is enough for all its stands. */
export function drawLine(line: Line, phase: Phase, sheet: Sheet, bodyOf: (unit: string) => string | null = () => null): string {
  return [ways(line, sheet, bodyOf), shots(line, sheet), throwOf(line, phase, sheet), result(line, sheet)].join('');
}

/** All lines of a deed, without the lines that say nothing on the table. */
export function drawDeed(lines: readonly Line[], sheet: Sheet, bodyOf: (unit: string) => string | null): string {
  return lines.map((line) => ways(line, sheet, bodyOf) + shots(line, sheet)).join('') + labels(lines, sheet);
}

// ---- ways

function ways(line: Line, sheet: Sheet, bodyOf: (unit: string) => string | null): string {
  const own = line.ways ?? [];
  const bodies = new Set(own.map((way) => way.unit));
  return own.filter((way) => !bodies.has(bodyOf(way.unit) ?? '')).map((way) => arrow(way, line.side, sheet)).join('');
}

/** An arrow along the way, with a ring where it began. */
export function arrow({ unit, path: spots }: Pick<Way, 'unit' | 'path'>, side: number, { chart, s }: Sheet): string {
  const points = spots.map((spot) => pointOf(chart, spot));
  const [a, z] = [points[0], points.at(-1)];
  if (!a || !z || points.length < 2 || span(a, z) < 2) return '';
  const before = points.at(-2)!;
  const edge = chart.grid ? EDGE + 4 : 8;
  const tip = span(before, z) > 2 * edge ? towards(z, before, edge) : z;
  const line = path([...points.slice(0, -1), tip], false);
  const turn = (Math.atan2(tip[1] - before[1], tip[0] - before[0]) * 180) / Math.PI;
  return (
    `<g class="went s-${sideName(side)}" data-did="${plain(unit)}"><path d="${line}" class="line-h"/><path d="${line}" class="way"/>` +
    at(a, s, '<circle r="3.5" class="way-o"/>') +
    at(tip, s, `<path d="M0 0L-11 -5.500V5.500Z" class="way-tip" transform="rotate(${num(turn)})"/>`) + '</g>'
  );
}

// ---- shots and dice

/** From the unit that acts to each of its targets. */
function shots(line: Line, { chart }: Sheet): string {
  if (line.kind !== 'roll' && line.kind !== 'fire') return '';
  const [from, ...targets] = line.spots ?? [];
  if (!from) return '';
  const drawn = targets.flatMap((to) => (to ? [shot(pointOf(chart, from), pointOf(chart, to), chart)] : []));
  return drawn.length ? `<g class="shots s-${sideName(line.side)}">${drawn.join('')}</g>` : '';
}

function shot(a: XY, z: XY, chart: Chart): string {
  const by = chart.grid && span(a, z) > 3 * EDGE ? EDGE : 0;
  const d = path([towards(a, z, by), towards(z, a, by)], false);
  return `<path d="${d}" class="line-h"/><path d="${d}" class="shot-line"/>`;
}

/** The middle of what a line shows on the table. */
export function centreOf(line: Line, chart: Chart): XY | null {
  const spots = [...(line.spots ?? []), ...(line.ways ?? []).map((way) => way.path.at(-1) ?? null)].filter((one) => one !== null);
  const points = spots.map((spot) => pointOf(chart, spot));
  return points.length ? [points.reduce((sum, [x]) => sum + x, 0) / points.length, points.reduce((sum, [, y]) => sum + y, 0) / points.length] : null;
}

/** Where dice and words of a line stand: above its last unit that has a place. */
function spotFor(line: Line, chart: Chart): XY | null {
  const spot = (line.spots ?? []).findLast((one) => one !== null) ?? line.ways?.[0]?.path.at(-1);
  return spot ? pointOf(chart, spot) : null;
}

function throwOf(line: Line, phase: Phase, { chart, s }: Sheet): string {
  const p = spotFor(line, chart);
  if (!line.dice.length || !p) return '';
  const words = phase === 'over' ? [line.total, line.came].filter(Boolean).join(': ') : '';
  return at([p[0], p[1] - (chart.grid ? 40 : 14) - 16 * s], s, dice(line.dice, phase) + (words ? tail(line.dice.length, words) : ''), ' class="throw"');
}

const SIZE = 24;
const MOST = 8; // dice that fit

export function dice(list: readonly Die[], phase: Phase): string {
  const shown = list.slice(0, MOST);
  const x0 = -((shown.length - 1) * SIZE) / 2;
  return shown.map((die, i) => one(die, x0 + i * SIZE, phase)).join('');
}

/** A square for a d6, a hexagon for any other. While it rolls it shows no face. */
function one({ sides, shown, made }: Die, x: number, phase: Phase): string {
  const body = sides > 6 ? '<path d="M0 -12.5L11 -6.300V6.300L0 12.5L-11 6.300V-6.300Z"/>' : '<rect x="-10.500" y="-10.500" width="21" height="21" rx="4"/>';
  const face = phase === 'over' ? `<text y="4.300">${shown}</text>` : '<circle r="2"/>';
  return `<g transform="translate(${num(x)} 0)"><g class="die ${phase}${phase === 'over' && made ? ' made' : ''}">${body}${face}</g></g>`;
}

function tail(count: number, words: string): string {
  const w = textWidth(words, 12) + 14;
  const x = (Math.min(count, MOST) * SIZE) / 2 + 2;
  return `<g transform="translate(${num(x)} 0)" class="said"><rect y="-10" width="${num(w)}" height="20" rx="10"/><text x="7" y="4.200">${plain(words)}</text></g>`;
}

// ---- results

function result(line: Line, sheet: Sheet): string {
  const p = spotFor(line, sheet.chart);
  return p && tells(line) ? label(p, line.label ?? '', line.tone ?? 0, sheet, 0) : '';
}

/** Whether what happened is worth words on the table: it is good or bad for a unit, or a loss. */
function tells(line: Line): boolean {
  return line.kind !== 'roll' && line.kind !== 'fire' && Boolean(line.label) && (line.kind === 'loss' || (line.tone ?? 0) !== 0 || (line.kind === 'note' && Boolean(line.spots?.length)));
}

function label(p: XY, words: string, tone: number, { chart, s }: Sheet, row: number): string {
  const w = textWidth(words, 12) + 16;
  const cls = tone < 0 ? 'bad' : tone > 0 ? 'good' : 'plain';
  const half = w / 2;
  const x = Math.min(Math.max(p[0], half * s), chart.width - half * s);
  return at([x, p[1] + (chart.grid ? 32 : 12) + (12 + 22 * row) * s], s, `<g class="came ${cls}"><rect x="${num(-half)}" y="-10" width="${num(w)}" height="20" rx="4"/><text y="4.200">${plain(words)}</text></g>`);
}

/** Dice and results of a whole deed: below each other where several are at one place. */
function labels(lines: readonly Line[], sheet: Sheet): string {
  const rows = new Map<string, number>();
  const told = lines.filter((line) => (line.came && line.spots?.length) || tells(line));
  return told.map((line) => {
    const p = spotFor(line, sheet.chart);
    if (!p) return '';
    const key = p.join();
    const row = rows.get(key) ?? 0;
    rows.set(key, row + 1);
    const words = line.dice.length ? `${line.dice.map((die) => die.shown).join(' ')}: ${line.came}` : (line.label ?? '');
    return row < 4 ? label(p, words, line.dice.length ? 0 : (line.tone ?? 0), sheet, row) : '';
  }).join('');
}

// ---- marks

const SIGNS: Record<Change['kind'], string> = {
  lost: '<circle r="8"/><path d="M-3.600 -3.600L3.600 3.600M3.600 -3.600L-3.600 3.600"/>',
  hurt: '<path d="M0 -9.500L2.600 -3.600L9 -4.200L4.600 .6L7.600 6.800L1.400 4.200L-3.200 9L-3 2.400L-9.200 .4L-3.800 -2.600L-5.600 -8.400L-.8 -4.800Z"/>',
  moved: '<circle r="4"/>',
  came: '<circle r="7"/><path d="M0 -3.800V3.800M-3.800 0H3.800"/>',
  changed: '<circle r="5"/>',
};

/** A sign beside every unit that is not as it was, and the way of those that moved. */
export function marks(changes: readonly Change[], lines: readonly Line[], sheet: Sheet): string {
  const gone = new Map<string, Spot[]>();
  for (const { unit, path: way } of lines.flatMap((line) => line.ways ?? [])) gone.set(unit, [...(gone.get(unit) ?? []), ...way]);
  const arrows = changes.filter((one) => one.from && one.from.slice(0, 2).join() !== one.at.slice(0, 2).join());
  return (
    fired(lines, sheet) +
    arrows.map((one) => arrow({ unit: one.id, path: whole(one, gone.get(one.id)) }, one.side, sheet)).join('') +
    changes.map((one) => sign(one, sheet)).join('')
  );
}

/** Each shot once, however many dice it had. */
function fired(lines: readonly Line[], sheet: Sheet): string {
  return [...new Set(lines.map((line) => shots(line, sheet)))].join('');
}

/** Its way as it was told, if that leads to where it is. */
function whole({ from, at: to }: Change, told: Spot[] = []): Spot[] {
  const last = told.at(-1);
  return last && from && last.join() === to.join() && told[0]?.join() === from.join() ? told : from ? [from, to] : [to];
}

function sign({ id, kind, side, at: spot }: Change, { chart, s }: Sheet): string {
  const [x, y] = pointOf(chart, spot);
  const [dx, dy] = chart.grid ? [-23, -20] : [0, 0];
  const p: XY = chart.grid ? [x + dx, y + dy] : [x, y - 8 - 8 * s];
  return at(p, s, `<g class="did ${kind} s-${sideName(side)}">${SIGNS[kind]}</g>`, ` data-did="${plain(id)}" data-kind="${kind}"`);
}
