import type { Choice, Odds } from '../messages';
import type { Game } from './game.svelte';
import { actsWith, aimsAt, kin, touching } from './lists';
import { Siting } from './siting.svelte';
import { Weighing } from './weighing.svelte';

/** What this person is about to choose: a unit, one of its options, and a place if the option wants one. */
export class Choosing {
  /** The piece or group pointed at; options are narrowed to it. */
  selected = $state<string | null>(null);
  picked = $state<number | null>(null);
  /** An option under the pointer, drawn on the map without being picked; may be a refused one. */
  hovered = $state.raw<Choice | null>(null);
  /** The option was picked by hand, or there is no other unit to pick: it is not merely the first of the list. */
  private meant = $state(false);
  readonly odds: Weighing;
  readonly site: Siting;

  constructor(private readonly game: Game) {
    this.odds = new Weighing(game);
    this.site = new Siting(game, () => this.choice, (choice, spot) => void this.odds.weigh(choice, spot));
  }

  get options(): Choice[] {
    return this.narrowed(this.game.asked?.options ?? []);
  }

  get barred(): Choice[] {
    return this.narrowed(this.game.asked?.barred ?? []);
  }

  get choice(): Choice | null {
    return this.game.asked?.options.find((option) => option.n === this.picked) ?? null;
  }

  get looked(): Choice | null {
    return this.hovered ?? this.choice;
  }

  /** A tap on the map means a place. */
  get placing(): boolean {
    return this.choice?.region != null;
  }

  /** Whose place is being chosen, and by intent: a tap means that place, even inside the outline of others. */
  get moving(): string | null {
    return this.placing && this.meant ? (this.choice?.unit ?? '') : null;
  }

  /** Ready to be played: complete, or placed where the server admits it. */
  get ready(): boolean {
    if (!this.choice || this.game.busy) return false;
    return this.choice.region === null || (this.site.spot !== null && this.site.tested?.ok === true);
  }

  get weighed(): Odds | null {
    return this.choice && this.odds.of(this.choice, this.site.spot);
  }

  /** A new decision: nothing chosen before is worth keeping. */
  reset(): void {
    this.selected = this.hovered = this.picked = null;
    this.odds.clear();
    this.site.clear();
    const { options = [], ready = 0 } = this.game.asked ?? {};
    if (options[ready]) this.pick(options[ready]);
    this.meant = options.every((option) => option.unit === options[0]?.unit);
    void this.odds.weighSome(this.options);
  }

  pick(choice: Choice): void {
    this.meant = true;
    if (choice.n === this.picked) return;
    this.site.leave();
    this.picked = choice.n;
    if (!choice.region) void this.odds.weigh(choice, null);
  }

  /** Somebody pointed at a unit: act with it, aim at it, or just look at it. */
  tap(id: string): void {
    const options = this.game.asked?.options ?? [];
    const ids = this.kin(id);
    const acting = options.find((choice) => actsWith(choice, ids));
    const aimed = this.options.find((choice) => aimsAt(choice, ids));
    if (aimed && !acting) return this.pick(aimed);
    this.selected = id;
    if (acting) this.pick(acting);
  }

  /** Whether any open option acts with this or aims at it. */
  concerns(id: string): boolean {
    return touching(this.game.asked?.options ?? [], this.kin(id)).length > 0;
  }

  unselect(): void {
    this.selected = null;
  }

  play(): void {
    if (this.ready && this.choice) this.game.play(this.choice.n, this.choice.region ? this.site.spot : null);
    else if (this.placing && !this.site.spot) void this.site.begin();
  }

  playAtOnce(choice: Choice): void {
    this.pick(choice);
    this.play();
  }

  private kin(id: string): Set<string> {
    return this.game.table ? kin(id, this.game.table) : new Set([id]);
  }

  private narrowed(choices: Choice[]): Choice[] {
    return this.selected === null ? choices : touching(choices, this.kin(this.selected));
  }
}
