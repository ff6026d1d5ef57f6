/** Squares of a grid: outlines of joined neighbours, and roads from centre to centre. A cell is [file, row from the north]. */

import { chance } from '../chance';
import { SQUARE, smooth, walk, type XY } from '../pen';

export type Cell = readonly [file: number, row: number];

const AROUND: readonly Cell[] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export function centre([file, row]: Cell): XY {
  return [(file + 0.5) * SQUARE, (row + 0.5) * SQUARE];
}

const name = ([file, row]: Cell) => `${file},${row}`;

/** Groups of cells that touch along an edge. */
export function joined(cells: readonly Cell[]): Cell[][] {
  const left = new Map(cells.map((cell) => [name(cell), cell]));
  const out: Cell[][] = [];
  for (const start of cells) {
    if (!left.delete(name(start))) continue;
    const group: Cell[] = [start];
    for (const [x, y] of group) {
      for (const [dx, dy] of AROUND) {
        const next: Cell = [x + dx, y + dy];
        if (left.delete(name(next))) group.push(next);
      }
    }
    out.push(group);
  }
  return out;
}

/** The loops round a set of cells, clockwise; a hole runs the other way. Cells that touch only at a corner stay apart. */
export function loops(cells: readonly Cell[]): XY[][] {
  const have = new Set(cells.map(name));
  const next = new Map<string, XY[]>();
  for (const [x, y] of cells) {
    const corners: XY[] = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
    AROUND.forEach(([dx, dy], i) => {
      if (have.has(name([x + dx, y + dy]))) return;
      const [a, b] = [corners[i]!, corners[(i + 1) % 4]!];
      next.set(name(a), [...(next.get(name(a)) ?? []), b]);
    });
  }
  const out: XY[][] = [];
  for (let start = next.keys().next(); !start.done; start = next.keys().next()) out.push(trace(start.value, next));
  return out;
}

function trace(start: string, next: Map<string, XY[]>): XY[] {
  const [x, y] = start.split(',').map(Number) as [number, number];
  const loop: XY[] = [[x, y]];
  let from: XY | null = null;
  for (let at: XY = [x, y]; ; ) {
    const ways = next.get(name(at)) ?? [];
    const way: XY = ways.find((to) => ways.length < 2 || !from || rightTurn(from, at, to)) ?? ways[0]!;
    const rest = ways.filter((to) => to !== way);
    if (rest.length) next.set(name(at), rest);
    else next.delete(name(at));
    if (name(way) === start) return loop;
    loop.push(way);
    [from, at] = [at, way];
  }
}

function rightTurn(a: XY, b: XY, c: XY): boolean {
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0;
}

/** Groups of joined cells without holes. A group with a hole is cut in two beside it. */
export function solid(cells: readonly Cell[]): Cell[][] {
  return joined(cells).flatMap((group) => {
    const hole = loops(group)[1];
    if (!hole) return [group];
    const at = hole[0]![0];
    return [...solid(group.filter(([x]) => x < at)), ...solid(group.filter(([x]) => x >= at))];
  });
}

/** The outline of joined squares, a little smaller, rounded and uneven, so that woods and towns look natural. */
export function outline(cells: readonly Cell[], inset: number, uneven = 1): XY[] {
  const drawn = cutCorners(cutCorners(drawIn(loops(cells)[0] ?? [], inset)));
  if (!uneven) return drawn;
  const luck = chance(cells.map(name).sort().join(' '));
  return walk(drawn, 9).map(({ x, y, a }, i): XY => {
    const o = uneven * (2.6 * Math.sin(i * 0.9 + luck.between(-0.6, 0.6)) + luck.between(-1.6, 1.2));
    return [x + Math.sin(a) * o, y - Math.cos(a) * o];
  });
}

/** The loop drawn in, with square corners: for mines. */
export function drawIn(loop: readonly XY[], inset: number): XY[] {
  const n = loop.length;
  return loop.map((q, i): XY => {
    const [p, r] = [loop[(i - 1 + n) % n]!, loop[(i + 1) % n]!];
    const [n0, n1] = [inward(p, q), inward(q, r)];
    const straight = n0[0] === n1[0] && n0[1] === n1[1];
    const [ox, oy] = straight ? n0 : [n0[0] + n1[0], n0[1] + n1[1]];
    return [q[0] * SQUARE + ox * inset, q[1] * SQUARE + oy * inset];
  });
}

function inward(a: XY, b: XY): XY {
  return [-(b[1] - a[1]), b[0] - a[0]];
}

function cutCorners(ring: readonly XY[]): XY[] {
  return ring.flatMap((p, i): XY[] => {
    const q = ring[(i + 1) % ring.length]!;
    return [[p[0] * 0.8 + q[0] * 0.2, p[1] * 0.8 + q[1] * 0.2], [p[0] * 0.2 + q[0] * 0.8, p[1] * 0.2 + q[1] * 0.8]];
  });
}

export interface Way {
  cell: Cell;
  at: XY;
  /** The neighbours that it leads to, and points off the board. */
  to: XY[];
}

/** A road or river from centre to centre, each a little shifted. At the edge of the board it goes straight on. */
export function ways(cells: readonly Cell[], files: number, rows: number, id: string, off = 4): Way[] {
  const have = new Map(cells.map((cell) => [name(cell), shifted(cell, id, off)]));
  return cells.map((cell) => {
    const at = have.get(name(cell))!;
    const to = AROUND.flatMap(([dx, dy]): XY[] => {
      const next: Cell = [cell[0] + dx, cell[1] + dy];
      const there = have.get(name(next));
      if (there) return [there];
      const beyond = next[0] < 0 || next[1] < 0 || next[0] >= files || next[1] >= rows;
      const behind = have.has(name([cell[0] - dx, cell[1] - dy]));
      return beyond && behind ? [[at[0] + dx * SQUARE, at[1] + dy * SQUARE]] : [];
    });
    return { cell, at, to };
  });
}

function shifted(cell: Cell, id: string, off: number): XY {
  const luck = chance(`${id} ${name(cell)}`);
  const [x, y] = centre(cell);
  return [x + luck.between(-off, off), y + luck.between(-off, off)];
}

/** The lines of a net of roads, from fork to fork, each once. */
export function chains(net: readonly Way[]): XY[][] {
  const nodes = new Map(net.map((way) => [name(way.at), way]));
  const used = new Set<string>();
  const take = (a: XY, b: XY) => !used.has(`${name(a)}|${name(b)}`) && Boolean(used.add(`${name(a)}|${name(b)}`).add(`${name(b)}|${name(a)}`));
  const follow = (a: XY, b: XY): XY[] => {
    const line = [a, b];
    for (let [from, at] = [a, b]; ; ) {
      const on = nodes.get(name(at))?.to ?? [];
      const next = on.length === 2 ? on.find((p) => name(p) !== name(from)) : undefined;
      if (!next || !take(at, next)) return line;
      line.push(next);
      [from, at] = [at, next];
    }
  };
  const ends = net.filter((way) => way.to.length !== 2);
  const edges = net.filter((way) => way.to.some((p) => !nodes.has(name(p))));
  const out: XY[][] = [];
  for (const way of [...ends, ...edges, ...net]) {
    for (const p of way.to) {
      if (!nodes.has(name(p)) && way.to.length === 2) {
        const other = way.to.find((q) => name(q) !== name(p))!;
        if (take(p, way.at)) out.push(take(way.at, other) ? [p, ...follow(way.at, other)] : [p, way.at]);
      } else if (take(way.at, p)) out.push(follow(way.at, p));
    }
  }
  return out.map((line) => smooth(line, false, 8));
}

/** Runs of cells in one row, or in one file if they lie one above another. */
export function runs(cells: readonly Cell[]): Cell[][] {
  return joined(cells).flatMap((group) => {
    const upright = group.length > 1 && new Set(group.map(([x]) => x)).size === 1;
    const along = (cell: Cell) => (upright ? cell[1] : cell[0]);
    const line = (cell: Cell) => (upright ? cell[0] : cell[1]);
    const sorted = [...group].sort((a, b) => line(a) - line(b) || along(a) - along(b));
    const out: Cell[][] = [];
    for (const cell of sorted) {
      const run = out[out.length - 1];
      const last = run?.[run.length - 1];
      if (run && last && line(last) === line(cell) && along(last) + 1 === along(cell)) run.push(cell);
      else out.push([cell]);
    }
    return out;
  });
}
