import type { Field, Point, Region, Way } from '../messages';
import { percent } from '../panel/figures';
import type { DeedsShown, GhostShown, LineShown } from '../table/props';
import type { Desk } from './desk.svelte';
import type { Sightline, Thing } from './instruments.svelte';

/** What the map draws over the units now: the choice, the line of the log pointed at, and measurements. */
export class Showing {
  constructor(private readonly desk: Desk) {}

  /** The map does not show the open decision. */
  private get past(): boolean {
    const { history, playback } = this.desk;
    return history.at !== null || playback.busy || playback.at !== null;
  }

  /** What was done, as the map draws it: what happens now, the lines pointed at, or what the others did. */
  get deeds(): DeedsShown {
    const { history, playback, told, game } = this.desk;
    const { current, settled, deed } = playback;
    if (current) return { ...NOTHING, lines: [current.line], phase: settled ? 'over' : 'rolling', live: true };
    if (told.length) return { ...NOTHING, lines: told };
    if (deed) return { ...NOTHING, lines: deed };
    if (history.at !== null) return { ...NOTHING, lines: (game.table?.log ?? []).filter((line) => line.seq === history.at) };
    return { ...NOTHING, changes: playback.changes, told: playback.deeds.flat() };
  }

  /** The units of the lines that the person looks back at, or those that a lesson points out. */
  get lit(): string[] {
    const told = this.deeds.live ? [] : this.deeds.lines.flatMap((line) => line.units);
    return told.length ? told : this.desk.coach.pointed;
  }

  /** The ways that units take to where they are now, if they do not go straight. */
  get ways(): Way[] {
    return this.desk.told.length && !this.desk.playback.busy ? [] : this.deeds.lines.flatMap((line) => line.ways ?? []);
  }

  /** The targets of the option looked at, and whose fields of fire are shown. */
  get targets(): string[] {
    return this.past ? [] : (this.desk.choosing.looked?.targets ?? []);
  }

  get field(): Field | null {
    return this.past ? null : this.desk.instruments.field.value;
  }

  get selection(): string | null {
    const { choosing, setting } = this.desk;
    if (setting.draft) return setting.held;
    return this.past && this.desk.playback.busy ? null : (choosing.selected ?? (this.past ? null : (choosing.looked?.unit ?? null)));
  }

  /** All units that an option acts with or aims at. */
  get open(): string[] {
    if (this.past) return [];
    if (this.desk.setting.draft) return this.desk.setting.draft.commands.flatMap((one) => (one.unit && one.to ? [one.unit] : []));
    const options = this.desk.choosing.options;
    return [...new Set(options.flatMap((choice) => (choice.unit ? [choice.unit, ...choice.targets] : choice.targets)))];
  }

  get regions(): Region[] {
    const { choosing, looks } = this.desk;
    const region = !this.past && !this.desk.setting.draft && looks.overlays.reach && choosing.looked ? choosing.site.regionOf(choosing.looked) : null;
    return region ? [region] : [];
  }

  /** The unit that is being placed: at its new place, or where it stands now until it is picked up. */
  get ghost(): GhostShown | null {
    const { setting } = this.desk;
    if (setting.draft && !this.past) return setting.held && setting.at ? { unit: setting.held, at: setting.at, turns: true, laid: true, good: true, words: setting.draft.why, threats: [] } : null;
    const { choice, site } = this.desk.choosing;
    const { spot, tested, standing } = site;
    const at = site.shown ?? standing;
    if (this.past || !choice?.unit || !choice.region || !at) return null;
    const good = !spot || !tested || tested.ok;
    const told = spot ? tested : null;
    return { unit: choice.unit, at, lays: choice.lays, turns: site.turns, laid: spot !== null, good, words: spot ? this.why : '', stands: told?.stands ?? [], threats: (told?.threats ?? []).map(({ from, to, chance }) => ({ from, to, words: chance === null ? '' : percent(chance) })) };
  }

  /** Why the unit may not lie there, or why it lies elsewhere than meant. */
  private get why(): string {
    const { snapped, tested } = this.desk.choosing.site;
    if (!snapped) return tested?.why ?? '';
    const far = this.desk.ground?.kind === 'free' ? `${snapped.off.toFixed(1)}″` : `${snapped.off} squares`;
    return `${snapped.off ? `${far} off` : 'turned'}: ${snapped.why}`;
  }

  get lines(): LineShown[] {
    const { instruments } = this.desk;
    const aim = this.past ? null : instruments.aim.value;
    const asked = instruments.sightline.value;
    const ruler = instruments.ruler.value;
    return [
      ...(aim ? this.drawn(aim, aim.seen.clear ? this.far(aim.seen.distance) : aim.seen.words) : []),
      ...(asked ? this.drawn(asked, asked.seen.words) : []),
      ...(ruler ? [{ kind: 'ruler' as const, points: ruler.points, words: ruler.measured.words }] : []),
    ];
  }

  /** The place of the acting unit. A small screen starts there. */
  get centre(): Point | null {
    const unit = this.desk.game.asked?.options.find((choice) => choice.unit)?.unit;
    return unit ? this.placeOf(unit) : null;
  }

  /** A body without a place of its own is in the middle of its models. */
  placeOf(thing: Thing): Point | null {
    if (typeof thing !== 'string') return thing;
    const { moment } = this.desk;
    const found = moment?.pieces.find((one) => one.id === thing) ?? moment?.groups.find((one) => one.id === thing);
    if (found && found.x !== null && found.y !== null) return [found.x, found.y];
    const stand = moment?.pieces.filter((one) => one.group === thing && one.x !== null) ?? [];
    const middle = (axis: 'x' | 'y'): number => stand.reduce((sum, one) => sum + (one[axis] ?? 0), 0) / stand.length;
    return stand.length ? [middle('x'), middle('y')] : null;
  }

  /** A distance short enough for a label on a line. */
  private far(distance: number): string {
    return this.desk.ground?.kind === 'free' ? `${distance.toFixed(1)} in` : `range ${distance}`;
  }

  private drawn({ a, b, seen }: Sightline, words: string): LineShown[] {
    const from = this.placeOf(a);
    const to = this.placeOf(b);
    if (!from || !to) return [];
    return [{ kind: seen.clear ? 'clear' : 'blocked', points: [from, to], at: seen.at, words }];
  }
}

const NOTHING: DeedsShown = { lines: [], phase: 'over', live: false, changes: [], told: [] };
