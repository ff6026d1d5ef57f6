import { SvelteMap } from 'svelte/reactivity';

import type { Choice, Odds, Spot } from '../messages';
import { Lane } from '../wire/lane';
import type { Game } from './game.svelte';

const MANY = 6; // options of a list that are weighed without being picked
const SLOW = 600; // milliseconds; where the sums are this hard, only what is picked is weighed

/** The odds of the options that lie open, as far as somebody has looked. */
export class Weighing {
  private readonly odds = new SvelteMap<string, Odds>();
  private readonly lane = new Lane();

  constructor(private readonly game: Game) {}

  of(choice: Choice, to: Spot | null = null): Odds | null {
    return this.odds.get(key(choice, to)) ?? null;
  }

  clear(): void {
    this.odds.clear();
  }

  async weigh(choice: Choice, to: Spot | null): Promise<void> {
    const seq = this.game.asked?.seq;
    if (seq === undefined || this.odds.has(key(choice, to))) return;
    const about = { seq, option: choice.n, ...(to && { to }) };
    const odds = await this.lane.ask(() => this.game.socket.ask('weigh', about));
    if (odds && seq === this.game.asked?.seq) this.odds.set(key(choice, to), odds);
  }

  /** The first few, one after another, as long as it is quick and nobody has moved on. */
  async weighSome(choices: Choice[]): Promise<void> {
    const seq = this.game.asked?.seq;
    for (const [n, choice] of choices.filter((one) => !one.region).slice(0, MANY).entries()) {
      const began = performance.now();
      await this.weigh(choice, null);
      if (seq !== this.game.asked?.seq || (n > 0 && performance.now() - began > SLOW)) return; // the first may have to wait for a process to start
    }
  }
}

function key(choice: Choice, to: Spot | null): string {
  return to ? `${choice.n}@${to.join()}` : `${choice.n}`;
}
