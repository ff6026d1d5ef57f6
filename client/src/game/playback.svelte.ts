import type { Line, Moment, Moved, Table } from '../messages';
import { changesBetween, type Change } from './changes';
import { beatsOf, deedsOf, sideOf, TUMBLE, type Beat } from './unfolding';

export const PACES = [0.5, 1, 2, 4] as const;
const MANY = 12; // beats that wait; more of them go faster
const FASTEST = 2.5;

/** The last command of a side of this player: the table right before it, and how long the log was. */
interface Acted {
  moment: Moment;
  lines: number;
}

/** When beats are shown and how fast. A test brings its own. */
export interface Projector {
  /** False if the person wants no motion, or does not look. */
  runs(): boolean;
  speed(): number;
}

/**
 * Plays what happened one line after the other, and keeps what the others did until this player acts.
 * The game itself is never behind: only the picture is.
 */
export class Playback {
  current = $state.raw<Beat | null>(null);
  /** The dice of the present beat lie still. */
  settled = $state(false);
  paused = $state(false);
  /** The deed on the map that the player steps through; null: none. */
  at = $state<number | null>(null);
  /** The last change was not played: the picture goes there at once. */
  instant = $state(false);
  private queue: Beat[] = [];
  private waiting = $state(0);
  private timer = 0;
  /** The table after each line since the player's last command. */
  private readonly after = new Map<number, Moment>();
  private acted = $state.raw<(Acted | null)[]>([]);
  private table = $state.raw<Table | null>(null);

  constructor(private readonly projector: Projector) {}

  get busy(): boolean {
    return this.current !== null;
  }

  /** The table on the map: of the present beat, or of the deed that the player looks at. */
  get shown(): Moment | null {
    return this.current?.moment ?? this.stepped;
  }

  /** How much faster than usual the next beat goes. */
  get pace(): number {
    return this.projector.speed() * Math.min(FASTEST, Math.max(1, this.waiting / MANY));
  }

  /** A new table: nothing is known of how it came about. */
  reset(table: Table | null): void {
    this.stop();
    this.after.clear();
    this.table = table;
    if (table) this.acted = this.acted.map((one) => (one && one.lines <= table.log.length ? one : null));
  }

  /** A command was carried out. */
  add(before: Moment, moved: Moved, now: Table): void {
    this.table = now;
    this.at = null;
    this.instant = false;
    const beats = beatsOf(before, moved);
    for (const beat of beats) this.after.set(beat.line.n, beat.moment);
    const last = beats.at(-1);
    if (last) this.after.set(last.line.n, now);
    if (!this.projector.runs()) return this.stop();
    this.queue.push(...beats);
    this.waiting = this.queue.length;
    if (!this.current) this.next();
  }

  /** This player gives a command: what the others did before it is done with. */
  act(side: number): void {
    this.stop();
    this.after.clear();
    if (!this.table) return;
    const acted = [...this.acted];
    acted[side] = { moment: this.table, lines: this.table.log.length };
    this.acted = acted;
  }

  /** What the page knows of this player's last command if it was given before the page was loaded. */
  recall(side: number, moment: Moment, lines: number): void {
    if (!this.acted[side]) this.acted = Object.assign([...this.acted], { [side]: { moment, lines } });
  }

  /** To the end, at once. */
  skip(): void {
    this.instant = this.busy;
    this.stop();
  }

  pause(): void {
    this.paused = true;
    clearTimeout(this.timer);
  }

  resume(): void {
    this.paused = false;
    if (this.current) this.settle(this.current);
  }

  // ---- what the others did

  private get side(): number {
    return this.table?.decision?.mine ? this.table.decision.side : (this.table?.you[0] ?? -1);
  }

  private get since(): Acted | null {
    return this.acted[this.side] ?? null;
  }

  /** What the others did since this player's last command, deed by deed. */
  get deeds(): Line[][] {
    const { since, side, table } = this;
    if (!since || !table || table.you.length === 0) return [];
    const lines = table.log.slice(since.lines);
    const own = lines[0]?.seq;
    const others = deedsOf(lines).filter((deed) => sideOf(deed) !== side || deed.some((line) => line.seq !== own && line.side !== side));
    return others.some((deed) => sideOf(deed) >= 0) ? others : [];
  }

  /** Every unit that is not as it was at this player's last command. */
  get changes(): Change[] {
    const { since, table } = this;
    return since && table && this.deeds.length ? changesBetween(since.moment, table) : [];
  }

  /** One deed on or back; from the last one on, to now. */
  step(by: 1 | -1): void {
    const { deeds } = this;
    if (!deeds.length) return;
    if (this.busy) this.skip();
    const next = (this.at ?? (by > 0 ? -1 : deeds.length)) + by;
    this.at = next < 0 || next >= deeds.length ? null : next;
  }

  leave(): void {
    this.at = null;
  }

  get deed(): Line[] | null {
    return this.at === null ? null : (this.deeds[this.at] ?? null);
  }

  private get stepped(): Moment | null {
    const last = this.deed?.at(-1);
    return last ? (this.after.get(last.n) ?? null) : null;
  }

  // ---- the beats

  private next(): void {
    clearTimeout(this.timer);
    this.current = this.queue.shift() ?? null;
    this.waiting = this.queue.length;
    this.settled = this.current?.line.dice.length === 0;
    if (!this.current || this.paused) return;
    if (this.settled) this.settle(this.current);
    else this.timer = window.setTimeout(() => this.current && this.settle(this.current), TUMBLE / this.pace);
  }

  private settle(beat: Beat): void {
    const left = beat.line.dice.length ? beat.time - TUMBLE : beat.time;
    this.settled = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.next(), left / this.pace);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.waiting = 0;
    this.current = null;
    this.paused = false;
    this.at = null;
  }
}
