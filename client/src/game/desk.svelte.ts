import { getContext, setContext } from 'svelte';

import type { Ground, Line, Moment } from '../messages';
import { Choosing } from './choosing.svelte';
import { Game } from './game.svelte';
import { History } from './history.svelte';
import { Instruments } from './instruments.svelte';
import { Looks } from './looks.svelte';
import { Shelf } from './shelf.svelte';

/** Everything that the parts of the table page share. */
export class Desk {
  readonly game: Game;
  readonly choosing: Choosing;
  readonly history: History;
  readonly instruments: Instruments;
  readonly looks = new Looks();
  readonly shelf: Shelf;
  /** The log line under the pointer. The map lights up its units and shows its shot or march. */
  told = $state.raw<Line | null>(null);
  /** How many log lines have been on the screen. */
  private read = 0;
  /** How many remarks have been on the screen. */
  private heard = 0;
  keysShown = $state(false);
  finding = $state(false);
  sharing = $state(false);

  constructor(token: string, readonly replay: boolean) {
    this.game = new Game(token);
    this.choosing = new Choosing(this.game);
    this.history = new History(this.game);
    this.instruments = new Instruments(this.game);
    this.shelf = new Shelf(() => this.game.table?.rules.id ?? null);
  }

  get ground(): Ground | null {
    return this.history.moment?.ground ?? this.game.ground;
  }

  /** The moment on the map: now, or the command that the person looks back at. */
  get moment(): Moment | null {
    return this.history.moment ?? this.game.table;
  }

  /** How many lines the log has that were not there when it was last open. */
  unread(open: boolean): number {
    const lines = this.game.table?.log.length ?? 0;
    if (open || this.read === 0) this.read = lines;
    return lines - this.read;
  }

  /** How many things others have said that were not there when the talk was last open. */
  unheard(open: boolean): number {
    const said = this.game.talk.filter((one) => one.what === 'said' && !this.game.table?.you.includes(one.side)).length;
    if (open) this.heard = said;
    return said - this.heard;
  }

  /** Esc closes the last thing that was opened. */
  stepBack(): void {
    if (this.shelf.open) this.shelf.close();
    else if (this.instruments.tool !== 'none') this.instruments.take('none');
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
