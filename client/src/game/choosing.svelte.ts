import type { Choice, Odds, Point } from '../messages';
import type { Game } from './game.svelte';
import { actsWith, aimsAt, isAt, kin, otherWay, touching } from './lists';
import { Siting } from './siting.svelte';
import { Weighing } from './weighing.svelte';

const LONGEST = 3; // questions in a row that one tap may answer

/** This person's choice so far: a unit, one of its options, and a place if the option needs one. */
export class Choosing {
  /** The piece or group that the person selected. The list shows only its options. */
  selected = $state<string | null>(null);
  picked = $state<number | null>(null);
  /** The option under the pointer. The map shows it though it is not picked; it may be a refused one. */
  hovered = $state.raw<Choice | null>(null);
  /** The person picked the option, or all options have the same unit. Otherwise it is only the first of the list. */
  private meant = $state(false);
  /** The person has picked something at this decision. */
  own = $state(false);
  /** What a tap meant that has answered one question and goes on with the next: the unit, and the place if it has one. */
  private carried: { unit: string | null; to: Point | null; left: number } | null = null;
  /** A volley is one order, unless the person splits it. */
  together = $state(true);
  readonly odds: Weighing;
  readonly site: Siting;

  /** `quick`: whether a tap gives an order at once where nothing is at stake. */
  constructor(
    private readonly game: Game,
    private readonly quick: () => boolean = () => true,
  ) {
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

  /** The body whose units can all fire as the chosen one does. In a lesson each looks for its own target. */
  get volley(): string | null {
    const { table } = this.game;
    const body = table?.coaching ? null : (this.choice?.volley ?? null);
    return table?.groups.some((one) => one.id === body) ? body : null;
  }

  get weighed(): Odds | null {
    return this.choice && this.odds.of(this.choice, this.site.spot);
  }

  /** A new decision clears all earlier choices. */
  reset(): void {
    const { carried } = this;
    this.carried = null;
    this.selected = this.hovered = this.picked = null;
    this.odds.clear();
    this.site.clear();
    const { options = [], ready = 0 } = this.game.asked ?? {};
    if (options[ready]) this.pick(options[ready]);
    this.meant = options.every((option) => option.unit === options[0]?.unit);
    this.own = false;
    if (carried && options.length) this.goOn(carried.unit, carried.to, carried.left);
    void this.odds.weighSome(this.options);
  }

  pick(choice: Choice): void {
    this.meant = this.own = true;
    if (choice.n === this.picked) return;
    const stays = choice.region && choice.deed === this.choice?.deed;
    if (!stays) this.site.leave();
    this.picked = choice.n;
    if (stays) this.site.again();
    if (!choice.region) void this.odds.weigh(choice, null);
  }

  /** The same deed in another way. The unit stays where it is being placed. */
  turnSwitch(label: string, value: string): void {
    const other = this.choice && otherWay(this.game.asked?.options ?? [], this.choice, label, value);
    if (other) this.pick(other);
  }

  /** The person tapped a unit: act with it, aim at it, or just look at it. */
  tap(id: string): void {
    const acting = this.actingWith(id);
    const aimed = this.aimedAt(id);
    if (aimed && !acting.length) return this.aim(aimed);
    this.selected = id;
    const [first] = acting;
    if (!first) return;
    this.pick(first);
    if (acting.every((one) => one.deed === first.deed)) void this.open(first, id, null, LONGEST);
  }

  /** The person tapped a place of the table. */
  async touch(at: Point): Promise<void> {
    const there = this.options.find((choice) => isAt(choice, at));
    if (there && !this.placing) return this.aim(there);
    if (this.placing) return this.lay(at);
    const going = this.options.filter((choice) => choice.goes);
    const [first] = going;
    if (first && going.every((one) => one.unit === first.unit)) return this.open(first, first.unit, at, LONGEST);
    this.unselect();
  }

  /** Puts the unit there, or as near as it may go; where nothing is at stake, that is the order. */
  async lay(at: Point): Promise<void> {
    const sure = await this.site.tapAt(at);
    if (sure && this.meant && this.quick()) this.play();
  }

  /** Whether any option acts with this unit or aims at it. */
  concerns(id: string): boolean {
    return touching(this.game.asked?.options ?? [], this.kin(id)).length > 0 || this.aimedAt(id) !== undefined;
  }

  unselect(): void {
    this.selected = null;
  }

  play(): void {
    if (this.ready && this.choice) this.game.play(this.choice.n, this.choice.region ? this.site.spot : null, this.volley !== null && this.together);
    else if (this.placing && !this.site.spot) void this.site.begin();
  }

  playAtOnce(choice: Choice): void {
    this.pick(choice);
    this.play();
  }

  /** What a unit could do itself, without passing or ending anything. */
  private actingWith(id: string): Choice[] {
    const all = (this.game.asked?.options ?? []).filter((choice) => actsWith(choice, this.kin(id)));
    const active = all.filter((choice) => !choice.quiet && !choice.ends);
    return active.length ? active : all;
  }

  private aimedAt(id: string): Choice | undefined {
    const ids = this.kin(id);
    const piece = this.game.table?.pieces.find((one) => one.id === id);
    const at: Point | null = piece && piece.x !== null && piece.y !== null ? [piece.x, piece.y] : null;
    return this.options.find((choice) => aimsAt(choice, ids) || (at !== null && isAt(choice, at)));
  }

  /** A tap on the target is the order, if it is clear who acts; otherwise a second tap is. */
  private aim(choice: Choice): void {
    const clear = this.choice?.n === choice.n || this.options.every((one) => one.unit === null || one.unit === choice.unit);
    const twice = this.picked === choice.n && this.meant;
    this.pick(choice);
    if (this.quick() && (twice || (clear && choice.unit !== null))) this.play();
  }

  /** Plays an option that only leads to the next question of this side, and goes on with what the tap meant. */
  private async open(choice: Choice, unit: string | null, to: Point | null, left: number): Promise<void> {
    if (choice.region || choice.targets.length || choice.place || choice.ends || !left || !this.quick()) return;
    const seq = this.game.asked?.seq;
    const tested = await this.site.ask(choice);
    if (!tested?.sure || seq !== this.game.asked?.seq || this.game.busy || this.picked !== choice.n) return;
    this.carried = { unit, to, left: left - 1 };
    this.pick(choice);
    this.play();
  }

  /** The next question: the same unit acts, and the place is the one that was tapped. */
  private goOn(unit: string | null, to: Point | null, left: number): void {
    const acting = unit === null ? [] : this.actingWith(unit);
    const [first] = acting;
    if (first && unit !== null) {
      this.selected = unit;
      this.pick(first);
    }
    if (to && this.placing) void this.lay(to);
    else if (first && acting.every((one) => one.deed === first.deed)) void this.open(first, unit, to, left);
  }

  private kin(id: string): Set<string> {
    return this.game.table ? kin(id, this.game.table) : new Set([id]);
  }

  private narrowed(choices: Choice[]): Choice[] {
    return this.selected === null ? choices : touching(choices, this.kin(this.selected));
  }
}
