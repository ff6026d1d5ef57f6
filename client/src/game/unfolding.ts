/** How a command unfolds on the table: a beat for each line of the log, with the table as it looks then. Pure functions. */

import type { Frame, Line, Moment, Moved } from '../messages';

export interface Beat {
  line: Line;
  /** The table from this line on. */
  moment: Moment;
  /** Milliseconds at speed 1. */
  time: number;
}

/** Milliseconds until a die lies still. The result shows after that. */
export const TUMBLE = 450;
const TIMES: Record<Line['kind'], number> = { roll: 900, move: 700, fire: 600, loss: 700, turn: 500, win: 900, note: 450 };
const ASIDE = 220; // for a line that shows nothing on the table

/** The beats of a command, from the table before it. */
export function beatsOf(before: Moment, moved: Moved): Beat[] {
  const frames = new Map(moved.frames.map((frame) => [frame.n, frame]));
  let moment: Moment = { ...before, turns: moved.turns, steps: moved.steps };
  return moved.lines.map((line) => {
    const frame = frames.get(line.n);
    if (frame) moment = follow(moment, frame);
    return { line, moment, time: timeOf(line) };
  });
}

/** The table with the changes of a frame. */
export function follow(moment: Moment, { pieces, groups, templates, gone }: Frame): Moment {
  const left = new Set(gone);
  return {
    ...moment,
    pieces: merged(moment.pieces, pieces, left),
    groups: merged(moment.groups, groups, left),
    templates: templates ?? moment.templates,
  };
}

function merged<T extends { id: string }>(before: readonly T[], changed: readonly T[], gone: ReadonlySet<string>): T[] {
  const now = new Map(changed.map((one) => [one.id, one]));
  const known = new Set(before.map((one) => one.id));
  const kept = before.filter((one) => !gone.has(one.id)).map((one) => now.get(one.id) ?? one);
  return [...kept, ...changed.filter((one) => !known.has(one.id))];
}

export function timeOf(line: Line): number {
  if (line.kind === 'note' && !line.spots?.length && !line.ways?.length) return ASIDE;
  return TIMES[line.kind];
}

/** The lines of the log as deeds: an order, and all that came of it. In their order. */
export function deedsOf(lines: readonly Line[]): Line[][] {
  const deeds = new Map<number, Line[]>();
  for (const line of lines) deeds.set(line.deed, [...(deeds.get(line.deed) ?? []), line]);
  return [...deeds.values()];
}

/** The side that a deed is of: that of its first line that has one; -1 for a new turn. */
export function sideOf(deed: readonly Line[]): number {
  return deed[0]?.kind === 'turn' ? -1 : (deed.find((line) => line.side >= 0)?.side ?? -1);
}
