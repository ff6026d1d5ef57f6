import type { Moment, Tick } from '../messages';
import type { Game } from './game.svelte';

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP = 900; // milliseconds per command at speed 1

/** The table at an earlier command, and the replay from there. */
export class History {
  /** The command on the map; null is now. */
  at = $state<number | null>(null);
  moment = $state.raw<Moment | null>(null);
  playing = $state(false);
  speed = $state<number>(1);
  private timer = 0;
  private asked = 0;
  private readonly known = new Map<number, Moment>();

  constructor(private readonly game: Game) {}

  get ticks(): Tick[] {
    return this.game.table?.seqs ?? [];
  }

  /** The tick at which the knob stands. */
  get index(): number {
    const { ticks, at } = this;
    if (at === null) return ticks.length - 1;
    const found = ticks.findIndex((tick) => tick.seq >= at);
    return found < 0 ? ticks.length - 1 : found;
  }

  async go(index: number): Promise<void> {
    const { ticks } = this;
    const tick = ticks[Math.max(0, Math.min(index, ticks.length - 1))];
    if (!tick) return;
    const asked = ++this.asked;
    this.at = tick.seq;
    const moment = await this.fetch(tick.seq).catch(() => null);
    if (asked === this.asked && moment) this.moment = moment;
  }

  goTo(seq: number): Promise<void> {
    const index = this.ticks.findIndex((tick) => tick.seq >= seq);
    return this.go(index < 0 ? this.ticks.length - 1 : index);
  }

  step(by: number): Promise<void> {
    const index = this.index + by;
    if (index >= this.ticks.length - 1 && !this.game.table?.result) return Promise.resolve(this.now());
    return this.go(index);
  }

  now(): void {
    this.pause();
    this.asked++;
    this.at = null;
    this.moment = null;
  }

  /** An undo changes the past, so the kept moments are no longer true. */
  forget(): void {
    this.known.clear();
    this.now();
  }

  play(): void {
    this.playing = true;
    if (this.at === null || this.index >= this.ticks.length - 1) void this.go(0);
    this.next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.advance(), STEP / this.speed);
  }

  private async advance(): Promise<void> {
    if (!this.playing) return;
    if (this.index >= this.ticks.length - 1) return this.pause();
    await this.go(this.index + 1);
    if (this.playing) this.next();
  }

  private async fetch(seq: number): Promise<Moment> {
    const kept = this.known.get(seq);
    if (kept) return kept;
    const moment = await this.game.socket.ask('at', { seq });
    this.known.set(seq, moment);
    return moment;
  }
}
