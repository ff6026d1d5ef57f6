import { SvelteMap } from 'svelte/reactivity';

import type { Choice, Decision, Odds, Point, Region, Spot, Tested } from '../messages';
import { Lane } from '../wire/lane';
import type { Game } from './game.svelte';
import { actsWith, aimsAt, kin, touching } from './lists';
import { moved, placeAt, somewhere, turned } from './placing';

const MANY = 6; // options of a list that are weighed without being picked
const SLOW = 200; // milliseconds; where the sums are this hard, only what is picked is weighed

/** What this person is about to choose: a unit, one of its options, and a place if the option wants one. */
export class Choosing {
  /** The piece or group pointed at; options are narrowed to it. */
  selected = $state<string | null>(null);
  picked = $state<number | null>(null);
  /** An option under the pointer, drawn on the map without being picked; may be a refused one. */
  hovered = $state.raw<Choice | null>(null);
  spot = $state.raw<Spot | null>(null);
  tested = $state.raw<Tested | null>(null);
  private readonly odds = new SvelteMap<string, Odds>();
  private places: Spot[] = [];
  /** Regions worked out on request, by option. */
  private readonly reaches = new SvelteMap<number, Region>();
  private testing = false;
  private round = 0;
  private readonly lanes = { reach: new Lane(), suggest: new Lane(), weigh: new Lane() };

  constructor(private readonly game: Game) {}

  get decision(): Decision | null {
    const decision = this.game.table?.decision;
    return decision?.mine ? decision : null;
  }

  get options(): Choice[] {
    return this.narrowed(this.decision?.options ?? []);
  }

  get barred(): Choice[] {
    return this.narrowed(this.decision?.barred ?? []);
  }

  get choice(): Choice | null {
    return this.decision?.options.find((option) => option.n === this.picked) ?? null;
  }

  get looked(): Choice | null {
    return this.hovered ?? this.choice;
  }

  /** A tap on the map means a place. */
  get placing(): boolean {
    return this.choice?.region != null;
  }

  /** Where the unit of the picked option stands now; null while it is off the table. */
  get standing(): Spot | null {
    const { table } = this.game;
    const id = this.choice?.unit;
    const thing = table?.groups.find((one) => one.id === id) ?? table?.pieces.find((one) => one.id === id);
    return thing && thing.x !== null && thing.y !== null ? [thing.x, thing.y, thing.facing] : null;
  }

  /** Ready to be played: complete, or placed where the server admits it. */
  get ready(): boolean {
    if (!this.choice || this.game.busy) return false;
    return this.choice.region === null || (this.spot !== null && this.tested?.ok === true);
  }

  private get region(): Region | null {
    return this.choice && this.regionOf(this.choice);
  }

  get weighed(): Odds | null {
    return this.choice ? this.oddsOf(this.choice, this.spot) : null;
  }

  oddsOf(choice: Choice, to: Spot | null = null): Odds | null {
    return this.odds.get(key(choice, to)) ?? null;
  }

  /** A new decision: nothing chosen before is worth keeping. */
  reset(): void {
    this.round++;
    this.selected = this.hovered = null;
    this.odds.clear();
    this.reaches.clear();
    this.leave();
    const first = this.decision?.options[0];
    if (first) this.pick(first);
    else this.picked = null;
    void this.weighList();
  }

  pick(choice: Choice): void {
    if (choice.n === this.picked) return;
    this.leave();
    this.picked = choice.n;
    if (!choice.region) void this.weigh(choice, null);
  }

  /** Somebody pointed at a unit: act with it, aim at it, or just look at it. */
  tap(id: string): void {
    const options = this.decision?.options ?? [];
    const ids = this.kin(id);
    const acting = options.find((choice) => actsWith(choice, ids));
    const aimed = this.options.find((choice) => aimsAt(choice, ids));
    if (aimed && !acting) return this.pick(aimed);
    this.selected = id;
    if (acting) this.pick(acting);
  }

  unselect(): void {
    this.selected = null;
  }

  play(): void {
    if (this.ready && this.choice) this.game.play(this.choice.n, this.choice.region ? this.spot : null);
    else if (this.choice?.region && !this.spot) void this.begin();
  }

  playAtOnce(choice: Choice): void {
    this.pick(choice);
    this.play();
  }

  // ---- a place

  /** Where the option's place may lie. A free table works it out when somebody looks. */
  regionOf(choice: Choice): Region | null {
    return this.reaches.get(choice.n) ?? choice.region;
  }

  async reach(choice: Choice): Promise<void> {
    const { decision, round } = this;
    if (!decision || !choice.region || choice.region.outlines || choice.region.places || this.reaches.has(choice.n)) return;
    this.reaches.set(choice.n, choice.region); // asked once
    const about = { seq: decision.seq, option: choice.n };
    const found = await this.lanes.reach.ask(() => this.game.socket.ask('reach', about));
    if (round !== this.round) return;
    if (found) this.reaches.set(choice.n, found.region);
    else this.reaches.delete(choice.n);
  }

  /** Takes the unit up: to the first sensible place, or where it stands if the server knows none. */
  async begin(): Promise<void> {
    const { region, standing } = this;
    if (!region) return;
    await this.nextPlace();
    const place = this.spot ?? standing ?? somewhere(region);
    if (place && !this.spot) this.put(place);
  }

  async nextPlace(): Promise<void> {
    const { choice, round } = this;
    if (!choice?.region || !this.decision) return;
    if (!this.places.length) {
      const about = { seq: this.decision.seq, option: choice.n };
      const found = await this.lanes.suggest.ask(() => this.game.socket.ask('suggest', about));
      if (round !== this.round || choice.n !== this.picked) return;
      this.places = [...(found?.places ?? [])];
    }
    const place = this.places.shift();
    if (place) this.put(place);
  }

  putAt(point: Point): void {
    const { region } = this;
    if (!region) return;
    const facing = this.spot?.[2] ?? this.standing?.[2] ?? 0;
    this.put(placeAt(region, point, facing));
  }

  nudge(by: Point, far: boolean): void {
    if (this.spot) this.putAt(moved(this.spot, by, this.game.ground?.kind === 'grid', far));
  }

  turn(way: 1 | -1): void {
    const { region } = this;
    if (region && this.spot) this.put(turned(region, this.spot, way));
  }

  put(spot: Spot): void {
    this.spot = spot;
    void this.test();
  }

  /** Back to no place. */
  leave(): void {
    this.spot = this.tested = null;
    this.places = [];
  }

  /** Asks about the newest place only, one question at a time. */
  private async test(): Promise<void> {
    if (this.testing) return;
    this.testing = true;
    let asked: Spot | null = null;
    while (this.spot && this.spot !== asked && this.choice && this.decision) {
      asked = this.spot;
      const about = { seq: this.decision.seq, option: this.choice.n, to: asked };
      const tested = await this.game.socket.ask('test', about).catch(() => null);
      if (this.spot) this.tested = tested;
    }
    this.testing = false;
    if (this.choice && this.spot && this.tested?.ok) void this.weigh(this.choice, this.spot);
  }

  // ---- odds

  private async weigh(choice: Choice, to: Spot | null): Promise<void> {
    const { decision, round } = this;
    if (!decision || this.odds.has(key(choice, to))) return;
    const about = { seq: decision.seq, option: choice.n, ...(to && { to }) };
    const odds = await this.lanes.weigh.ask(() => this.game.socket.ask('weigh', about));
    if (odds && round === this.round) this.odds.set(key(choice, to), odds);
  }

  private async weighList(): Promise<void> {
    const { round } = this;
    const plain = this.options.filter((choice) => !choice.region).slice(0, MANY);
    for (const choice of plain) {
      const began = performance.now();
      await this.weigh(choice, null);
      if (round !== this.round || performance.now() - began > SLOW) return;
    }
  }

  // ----

  private kin(id: string): Set<string> {
    return this.game.table ? kin(id, this.game.table) : new Set([id]);
  }

  private narrowed(choices: Choice[]): Choice[] {
    return this.selected === null ? choices : touching(choices, this.kin(this.selected));
  }
}

function key(choice: Choice, to: Spot | null): string {
  return to ? `${choice.n}@${to.join()}` : `${choice.n}`;
}
