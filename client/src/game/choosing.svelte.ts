import type { Choice, Odds } from '../messages';
import type { Game } from './game.svelte';
import { actsWith, aimsAt, kin, touching } from './lists';
import { Siting } from './siting.svelte';
import { Weighing } from './weighing.svelte';

/** This person's choice so far: a unit, one of its options, and a place if the option needs one. */
export class Choosing {
  /** The piece or group that the person selected. The list shows only its options. */
  selected = $state<string | null>(null);
  picked = $state<number | null>(null);
  /** The option under the pointer. The map shows it though it is not picked; it may be a refused one. */
  hovered = $state.raw<Choice | null>(null);
  /** The person picked the option, or all options have the same unit. Otherwise it is only the first of the list. */
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

  /** The unit that is being placed, if the person meant its option. A tap then means a place, even inside the outline of others. */
  get moving(): string | null {
    return this.placing && this.meant ? (this.choice?.unit ?? '') : null;
  }

  /** The option can be played: it is complete, or the server allows its place. */
  get ready(): boolean {
    if (!this.choice || this.game.busy) return false;
    return this.choice.region === null || (this.site.spot !== null && this.site.tested?.ok === true);
  }

  get weighed(): Odds | null {
    return this.choice && this.odds.of(this.choice, this.site.spot);
  }

  /** A new decision clears all earlier choices. */
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

  /** The person tapped a unit: act with it, aim at it, or just look at it. */
  tap(id: string): void {
    const options = this.game.asked?.options ?? [];
    const ids = this.kin(id);
    const acting = options.find((choice) => actsWith(choice, ids));
    const aimed = this.options.find((choice) => aimsAt(choice, ids));
    if (aimed && !acting) return this.pick(aimed);
    this.selected = id;
    if (acting) this.pick(acting);
  }

  /** Whether any option acts with this unit or aims at it. */
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
