import { SvelteMap } from 'svelte/reactivity';

import type { Choice, Point, Region, Spot, Tested } from '../messages';
import { Lane } from '../wire/lane';
import type { Game } from './game.svelte';
import { aboutTurned, isElsewhere, mayTurn, moved, placeAt, somewhere, turned } from './placing';

/** The place for the picked option. The person tries places out and the server judges them. */
export class Siting {
  spot = $state.raw<Spot | null>(null);
  tested = $state.raw<Tested | null>(null);
  /** Whether the server moved the unit away from the pointer: onto a road, and along it. */
  private guided = $state.raw(false);
  /** Regions that were asked for, by option. */
  private readonly regions = new SvelteMap<number, Region>();
  private suggested: Spot[] = [];
  private testing = false;
  private readonly lanes = { reach: new Lane(), suggest: new Lane() };

  constructor(
    private readonly game: Game,
    private readonly picked: () => Choice | null,
    private readonly admitted: (choice: Choice, spot: Spot) => void,
  ) {}

  /** Where the unit of the picked option stands now; null while it is off the table. */
  get standing(): Spot | null {
    const { table } = this.game;
    const id = this.picked()?.unit;
    const thing = table?.groups.find((one) => one.id === id) ?? table?.pieces.find((one) => one.id === id);
    return thing && thing.x !== null && thing.y !== null ? [thing.x, thing.y, thing.facing] : null;
  }

  /** Where the unit is drawn. A unit that keeps to roads stays on the road while the pointer moves beside it. */
  get shown(): Spot | null {
    return (this.guided && this.spot && this.tested?.to) || this.spot;
  }

  /** The region in which the option's place must lie. */
  regionOf(choice: Choice): Region | null {
    return this.regions.get(choice.n) ?? choice.region;
  }

  private get region(): Region | null {
    const choice = this.picked();
    return choice && this.regionOf(choice);
  }

  /** The server works out a region of a free table only on request. */
  async reach(choice: Choice): Promise<void> {
    const seq = this.game.asked?.seq;
    if (seq === undefined || !choice.region || choice.region.outlines || choice.region.places || this.regions.has(choice.n)) return;
    this.regions.set(choice.n, choice.region); // asked once
    const found = await this.lanes.reach.ask(() => this.game.socket.ask('reach', { seq, option: choice.n }));
    if (seq !== this.game.asked?.seq) return;
    if (found) this.regions.set(choice.n, found.region);
    else this.regions.delete(choice.n);
  }

  /** Picks the unit up. It goes to the first sensible place, or stays if the server knows none. */
  async begin(): Promise<void> {
    const { region } = this;
    if (!region) return;
    await this.next();
    const place = this.spot ?? this.standing ?? somewhere(region);
    if (place && !this.spot) this.put(place);
  }

  /** Goes to the next sensible place. */
  async next(): Promise<void> {
    const choice = this.picked();
    const seq = this.game.asked?.seq;
    if (!choice?.region || seq === undefined) return;
    if (!this.suggested.length) {
      const found = await this.lanes.suggest.ask(() => this.game.socket.ask('suggest', { seq, option: choice.n }));
      if (seq !== this.game.asked?.seq || choice.n !== this.picked()?.n) return;
      this.suggested = [...(found?.places ?? [])];
    }
    const place = this.suggested.shift();
    if (place) this.put(place);
  }

  /** Whether the region lists exactly this place, as a grid lists its squares. */
  lists([x, y]: Point): boolean {
    return this.region?.places?.some((place) => place[0] === x && place[1] === y) ?? false;
  }

  putAt(point: Point): void {
    const { region } = this;
    if (region) this.put(placeAt(region, point, this.spot?.[2] ?? this.standing?.[2] ?? region.facing ?? 0));
  }

  nudge(by: Point, far: boolean): void {
    if (this.spot) this.putAt(moved(this.spot, by, this.game.ground?.kind === 'grid', far));
  }

  /** Whether the unit may turn where it is. */
  get turns(): boolean {
    const at = this.shown ?? this.standing;
    return this.region !== null && at !== null && mayTurn(this.region, at);
  }

  turn(way: 1 | -1): void {
    const { region } = this;
    if (region && this.spot && this.turns) this.put(this.guided ? aboutTurned(this.spot) : turned(region, this.spot, way));
  }

  put(spot: Spot): void {
    this.spot = spot;
    void this.test();
  }

  /** Gives up the place. */
  leave(): void {
    this.spot = this.tested = null;
    this.guided = false;
    this.suggested = [];
  }

  clear(): void {
    this.leave();
    this.regions.clear();
  }

  /** Asks about the newest place only, one question at a time. The server answers with the exact place. */
  private async test(): Promise<void> {
    if (this.testing) return;
    this.testing = true;
    let asked: Spot | null = null;
    while (this.spot && this.spot !== asked) {
      asked = this.spot;
      const tested = await this.judge(asked);
      if (this.spot) this.tested = tested;
      if (this.spot && tested) this.guided ||= isElsewhere(tested.to, asked);
      if (this.spot === asked && tested) this.spot = asked = tested.to;
    }
    this.testing = false;
    const choice = this.picked();
    if (choice && this.spot && this.tested?.ok) this.admitted(choice, this.spot);
  }

  private async judge(to: Spot): Promise<Tested | null> {
    const choice = this.picked();
    const seq = this.game.asked?.seq;
    if (!choice || seq === undefined) return null;
    return this.game.socket.ask('test', { seq, option: choice.n, to }).catch(() => null);
  }
}
