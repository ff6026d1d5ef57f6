import { getContext, setContext } from 'svelte';

import type { Ground, Line, Moment } from '../messages';
import { Choosing } from './choosing.svelte';
import { Coach } from './coach.svelte';
import { Game } from './game.svelte';
import { History } from './history.svelte';
import { Instruments } from './instruments.svelte';
import { Looks } from './looks.svelte';
import { Playback } from './playback.svelte';
import { SettingUp } from './setting_up.svelte';
import { Shelf } from './shelf.svelte';

/** Everything that the parts of the table page share. */
export class Desk {
  readonly game: Game;
  readonly choosing: Choosing;
  readonly setting: SettingUp;
  readonly history: History;
  readonly coach: Coach;
  readonly instruments: Instruments;
  readonly looks = new Looks();
  readonly playback: Playback;
  readonly shelf: Shelf;
  /** The lines of the log under the pointer. The map draws them. */
  told = $state.raw<Line[]>([]);
  /** How many log lines have been on the screen. */
  private read = 0;
  /** The page after the battle is open. A battle that ends before the player's eyes stays on the table first. */
  figures = $state(false);
  /** How many remarks have been on the screen. */
  private heard = 0;
  keysShown = $state(false);
  legendShown = $state(false);
  finding = $state(false);
  sharing = $state(false);
  wordsShown = $state(false);
  /** Null: nobody has opened or closed it, so it is open until the player's first command. */
  private briefed = $state<boolean | null>(null);

  constructor(token: string, readonly replay: boolean) {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    this.playback = new Playback({ runs: () => this.looks.animate && !still.matches && !document.hidden && !this.replay, speed: () => this.looks.pace });
    this.game = new Game(token, this.playback);
    this.choosing = new Choosing(this.game, () => this.looks.quick);
    this.setting = new SettingUp(this.game);
    this.history = new History(this.game);
    this.coach = new Coach(this.game, this.choosing, this.history, () => this.briefing || this.playback.busy);
    this.instruments = new Instruments(this.game);
    this.shelf = new Shelf(() => this.game.table?.rules.id ?? null);
  }

  get ground(): Ground | null {
    return this.history.moment?.ground ?? this.game.ground;
  }

  /** The moment on the map: now, or the command that the person looks back at. */
  get moment(): Moment | null {
    return this.history.moment ?? this.playback.shown ?? this.game.table;
  }

  /** It is this player's turn to decide, and he has seen what led to it. */
  get deciding(): boolean {
    return this.game.mine && !this.playback.busy;
  }

  /** A page that is loaded in the middle of a battle asks how the table was before this player's last command. */
  async recall(): Promise<void> {
    const { table } = this.game;
    if (this.recalled || !table) return;
    this.recalled = true;
    this.figures = table.result !== null;
    for (const side of table.you) {
      const last = table.seqs.findLastIndex((tick) => tick.side === side);
      const before = table.seqs[last - 1];
      const then = before && !table.result ? await this.game.socket.ask('at', { seq: before.seq }).catch(() => null) : null;
      if (then) this.playback.recall(side, then, then.log);
    }
  }

  private recalled = false;

  /** How many lines the log has that were not there when it was last open. */
  unread(open: boolean): number {
    const lines = this.game.table?.log.length ?? 0;
    if (open || this.read === 0) this.read = lines;
    return lines - this.read;
  }

  /** The briefing lies on the table before the player's first command, and whenever somebody asks for it. */
  get briefing(): boolean {
    const { table } = this.game;
    if (!table || this.replay || table.spectator) return this.briefed === true;
    return this.briefed ?? !table.seqs.some((tick) => table.you.includes(tick.side));
  }

  openBriefing(): void {
    this.briefed = true;
  }

  closeBriefing(): void {
    this.briefed = false;
  }

  /** How many things others have said that were not there when the talk was last open. */
  unheard(open: boolean): number {
    const said = this.game.talk.filter((one) => one.what === 'said' && !this.game.table?.you.includes(one.side)).length;
    if (open) this.heard = said;
    return said - this.heard;
  }

  /** Esc closes the last thing that was opened. */
  stepBack(): void {
    if (this.briefing) this.closeBriefing();
    else if (this.shelf.open) this.shelf.close();
    else if (this.instruments.tool !== 'none') this.instruments.take('none');
    else if (this.playback.at !== null) this.playback.leave();
    else if (this.setting.draft) this.setting.drop();
    else if (this.choosing.selected) this.choosing.unselect();
    else this.history.now();
  }

  name(side: number): string {
    return this.game.sides[side] ?? '';
  }
}

const KEY = Symbol('desk');

export const layDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const desk = (): Desk => getContext<Desk>(KEY);
