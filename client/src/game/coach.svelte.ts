import type { Choice, Hint, Hints, Meant, Spot } from '../messages';
import { Lane } from '../wire/lane';
import type { Choosing } from './choosing.svelte';
import type { Game } from './game.svelte';
import type { History } from './history.svelte';

/** What the computer would do: when the person asks, and at every decision of a lesson. */
export class Coach {
  hints = $state.raw<Hints | null>(null);
  asking = $state(false);
  /** What the computer thinks of that which the person has picked instead. */
  judged = $state.raw<{ hint: Hint; of: string } | null>(null);
  trouble = $state('');
  private readonly lane = new Lane();

  constructor(
    private readonly game: Game,
    private readonly choosing: Choosing,
    private readonly history: History,
    /** Something comes first: the briefing, or what is being shown. */
    private readonly waits: () => boolean = () => false,
  ) {}

  get teaching(): boolean {
    return this.game.table?.coaching != null && !this.game.table.result;
  }

  /** Hints are for battles without another person, and for replays of battles that are over. */
  get offered(): boolean {
    const { table } = this.game;
    if (!table || table.spectator) return false;
    if (table.result) return this.history.at !== null;
    return this.game.mine && this.history.at === null && table.sides.filter((side) => side.seat === 'person').length < 2;
  }

  get best(): Hint | null {
    return this.hints?.hints[0] ?? null;
  }

  /** Whether the hints still fit what the page shows. */
  get fresh(): boolean {
    return this.hints !== null && this.hints.seq === this.seq;
  }

  private get seq(): number | undefined {
    return this.history.at ?? this.game.table?.seq;
  }

  async ask(): Promise<void> {
    const { seq } = this;
    if (seq === undefined || this.asking) return;
    this.asking = true;
    this.trouble = '';
    try {
      const found = await this.game.socket.ask('hint', { seq });
      if (seq === this.seq) this.hints = found;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.asking = false;
    if (this.teaching && this.game.mine && seq !== this.seq) void this.ask(); // the battle went on meanwhile
    this.lead();
  }

  clear(): void {
    this.hints = null;
    this.trouble = '';
  }

  /** Picks what the computer would do. It is not played yet. */
  take(hint: Hint): void {
    const choice = this.choiceOf(hint);
    if (!choice) return;
    this.choosing.unselect();
    this.choosing.pick(choice);
    if (choice.region && hint.to) this.choosing.site.put(hint.to);
  }

  /** In a lesson the picked unit goes to the place that the computer would take. */
  lead(): void {
    const { best, choosing } = this;
    const choice = best && this.choiceOf(best);
    if (!this.teaching || !this.fresh || !best?.to || !choice?.region || choosing.choice?.deed !== choice.deed || choosing.site.spot) return;
    choosing.pick(choice); // the same deed, perhaps in another way
    choosing.site.put(best.to);
  }

  /** The next sensible click of a lesson: the row of an option, or the button that plays. */
  get next(): number | 'button' | null {
    if (!this.teaching || !this.game.mine || this.history.at !== null || this.asking || this.waits()) return null;
    const wanted = this.fresh && this.best ? this.choiceOf(this.best) : null;
    return !wanted || wanted.deed === this.choosing.choice?.deed ? 'button' : wanted.n;
  }

  /** Whether a row stands for the option that is the next sensible click. Ways of one deed share a row. */
  pointsAt(choice: Choice): boolean {
    const { next } = this;
    return typeof next === 'number' && this.game.asked?.options.find((option) => option.n === next)?.deed === choice.deed;
  }

  /** The units of the command that a lesson points out. */
  get pointed(): string[] {
    return this.teaching && this.fresh && this.game.mine ? (this.best?.units ?? []) : [];
  }

  /** What the person means to do otherwise than the computer; null: nothing. */
  get astray(): Meant | null {
    const { choice, own, site } = this.choosing;
    const best = this.fresh && this.best ? this.choiceOf(this.best) : null;
    if (!this.teaching || !this.game.mine || !own || !best || !choice) return null;
    if (!choice.region) return choice.deed === best.deed ? null : { option: choice.n, to: null };
    if (!site.spot || !site.tested?.ok || (choice.deed === best.deed && near(site.spot, this.best?.to ?? null))) return null;
    return { option: choice.n, to: site.spot };
  }

  /** The person does the right thing, but at another place. */
  get misplaced(): boolean {
    return this.astray !== null && this.next === 'button';
  }

  /** What that gains and costs, measured by what the computer would do. */
  get verdict(): Hint | null {
    return this.astray && this.judged?.of === this.keyOf(this.astray) ? this.judged.hint : null;
  }

  /** Asks how it compares with what the computer would do. */
  async judge(): Promise<void> {
    const { astray, best, seq } = this;
    if (!astray || !best || seq === undefined || this.verdict) return;
    const of = this.keyOf(astray);
    const found = await this.lane.ask(() => this.game.socket.ask('hint', { seq, compare: [astray, { option: best.option, to: best.to }] }));
    const hint = found?.hints[0];
    if (hint) this.judged = { hint, of };
  }

  private keyOf(meant: Meant): string {
    return JSON.stringify([this.seq, meant]);
  }

  private choiceOf(hint: Hint): Choice | null {
    return this.game.asked?.options.find((option) => option.n === hint.option) ?? null;
  }
}

const CLOSE = 0.5; // inches: as good as the same place

function near(one: Spot | null, other: Spot | null): boolean {
  return one !== null && other !== null && Math.hypot(one[0] - other[0], one[1] - other[1]) < CLOSE;
}
