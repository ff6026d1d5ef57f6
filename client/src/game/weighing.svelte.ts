import { SvelteMap } from 'svelte/reactivity';

import type { Choice, Odds, Spot } from '../messages';
import { Lane } from '../wire/lane';
import type { Game } from './game.svelte';

const MANY = 6; // options of a list whose odds are asked before anyone picks them
const SLOW = 600; // milliseconds; if odds take longer, only the picked option is weighed

/** The odds of the options that have been asked for so far. */
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

  /** Weighs the first few options one by one, while that is quick and the decision is still open. */
  async weighSome(choices: Choice[]): Promise<void> {
    const seq = this.game.asked?.seq;
    for (const [n, choice] of choices.filter((one) => !one.region).slice(0, MANY).entries()) {
      const began = performance.now();
      await this.weigh(choice, null);
      if (seq !== this.game.asked?.seq || (n > 0 && performance.now() - began > SLOW)) return; // the first may wait for a process to start
    }
  }
}

function key(choice: Choice, to: Spot | null): string {
  return to ? `${choice.n}@${to.join()}` : `${choice.n}`;
}
