import { SvelteMap } from 'svelte/reactivity';

import type { Choice, Point, Region, Spot, Tested } from '../messages';
import { Lane } from '../wire/lane';
import type { Game } from './game.svelte';
import { aboutTurned, isElsewhere, mayTurn, moved, placeAt, somewhere, turned } from './placing';

/** The place for the picked option. The person tries places out and the server judges them. */
export class Siting {
  spot = $state.raw<Spot | null>(null);
  tested = $state.raw<Tested | null>(null);
  /** How far the unit lies from the place that the person meant, and why it may not lie there. */
  snapped = $state.raw<{ off: number; why: string; clause: string } | null>(null);
  /** Whether the server moved the unit away from the pointer: onto a road, and along it. */
  private guided = $state.raw(false);
  /** Regions that were asked for, by option. */
  private readonly regions = new SvelteMap<number, Region>();
  /** The server looks for a good place. */
  looking = $state(false);
  private suggested: Spot[] = [];
  private testing: Promise<void> | null = null;
  /** The place that the person means, not one on the way there. */
  private meant: Spot | null = null;
  private sure = false;
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
      this.looking = true;
      const found = await this.lanes.suggest.ask(() => this.game.socket.ask('suggest', { seq, option: choice.n }));
      this.looking = false;
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
    if (region) this.put(this.placeFor(region, point));
  }

  /** A tap: puts the unit there, or at the nearest place that the rules allow. Gives whether it is there and nothing is at stake. */
  async tapAt(point: Point): Promise<boolean> {
    const { region } = this;
    return region !== null && this.settle(this.placeFor(region, point));
  }

  /** The person means this place. If the unit may not lie there, it goes to the nearest place where it may. */
  async settle(spot: Spot): Promise<boolean> {
    this.put(spot, true);
    await this.test();
    return this.sure;
  }

  /** Goes to the nearest allowed place. */
  snap(): void {
    if (this.spot) void this.settle([...this.spot]);
  }

  /** The option has changed, the place has not. */
  again(): void {
    this.suggested = [];
    this.guided = false;
    this.snap();
  }

  /** What the server says of a complete option. */
  ask(choice: Choice): Promise<Tested | null> {
    const seq = this.game.asked?.seq;
    if (seq === undefined) return Promise.resolve(null);
    return this.game.socket.ask('test', { seq, option: choice.n, meant: true }).catch(() => null);
  }

  private placeFor(region: Region, point: Point): Spot {
    return placeAt(region, point, this.spot?.[2] ?? this.standing?.[2] ?? region.facing ?? 0);
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

  /** `meant`: it is not only on its way there. */
  put(spot: Spot, meant = false): void {
    this.spot = spot;
    this.meant = meant ? spot : null;
    this.snapped = null;
    this.sure = false;
    void this.test();
  }

  /** Gives up the place. */
  leave(): void {
    this.spot = this.tested = this.snapped = null;
    this.guided = false;
    this.suggested = [];
  }

  clear(): void {
    this.leave();
    this.regions.clear();
  }

  /** Asks about the newest place only, one question at a time. The server answers with the exact place. */
  private test(): Promise<void> {
    this.testing ??= this.testAll().finally(() => (this.testing = null));
    return this.testing;
  }

  private async testAll(): Promise<void> {
    let asked: Spot | null = null;
    while (this.spot && this.spot !== asked) {
      asked = this.spot;
      const meant = asked === this.meant;
      const tested = await this.judge(asked, meant);
      if (this.spot) this.tested = tested;
      if (this.spot && tested) asked = this.answered(asked, tested, meant);
    }
    const choice = this.picked();
    if (choice && this.spot && this.tested?.ok) this.admitted(choice, this.spot);
  }

  /** Gives the place that has been judged. */
  private answered(asked: Spot, tested: Tested, meant: boolean): Spot {
    if (tested.to) this.guided ||= isElsewhere(tested.to, asked);
    if (this.spot !== asked) return asked;
    if (tested.nearest) {
      this.snapped = { off: tested.off, why: tested.why, clause: tested.clause };
      this.spot = tested.nearest;
      return asked;
    }
    this.sure = meant && tested.sure;
    return (this.spot = tested.to ?? asked);
  }

  private async judge(to: Spot, meant: boolean): Promise<Tested | null> {
    const choice = this.picked();
    const seq = this.game.asked?.seq;
    if (!choice || seq === undefined) return null;
    return this.game.socket.ask('test', { seq, option: choice.n, to, meant }).catch(() => null);
  }
}
