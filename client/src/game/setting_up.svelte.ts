import type { Group, Piece, Point, Proposed, SetUpGiven, Spot } from '../messages';
import { nonce } from '../wire/socket';
import type { Game } from './game.svelte';
import { forgetSetUp, keepSetUp, keptSetUps, readSetUp, type KeptSetUp } from './setups';

type How = 'computer' | 'scenario' | 'given';

/** A set-up of everything that is left. It lies on the table as a draft until the person says ready. */
export class SettingUp {
  draft = $state.raw<Proposed | null>(null);
  /** The unit of the draft that the person holds. */
  held = $state<string | null>(null);
  /** Where that unit is while it is being moved; null: where the draft has it. */
  spot = $state.raw<Spot | null>(null);
  trouble = $state('');
  working = $state(false);
  kept = $state.raw<KeptSetUp[]>([]);
  private tries = 0;

  constructor(private readonly game: Game) {}

  get may(): boolean {
    return this.game.asked?.set_up != null;
  }

  /** The units with those of the draft in their new places. */
  pieces(of: Piece[]): Piece[] {
    return merged(of, this.draft?.pieces ?? []);
  }

  groups(of: Group[]): Group[] {
    return merged(of, this.draft?.groups ?? []);
  }

  /** Where the held unit stands in the draft. */
  get at(): Spot | null {
    return this.spot ?? this.draft?.commands.find((one) => one.unit === this.held)?.to ?? null;
  }

  /** A new decision ends the draft. */
  reset(): void {
    this.drop();
    const { scenario, side } = this;
    this.kept = scenario && side ? keptSetUps(scenario, side) : [];
  }

  drop(): void {
    this.draft = this.held = this.spot = null;
    this.trouble = '';
  }

  propose(how: How, commands: Record<string, unknown>[] = []): Promise<void> {
    return this.ask({ how, commands, seed: how === 'computer' ? `${this.tries++}` : '' });
  }

  /** Takes a unit of the draft in hand; gives whether the draft has it. */
  hold(id: string): boolean {
    const group = this.draft?.pieces.find((one) => one.id === id)?.group;
    const found = this.draft?.commands.find((one) => one.to !== null && (one.unit === id || one.unit === group));
    this.held = found?.unit ?? null;
    this.spot = null;
    return found !== undefined;
  }

  /** Puts the held unit elsewhere. The server puts it at the nearest place that the rules allow. */
  async put(to: Spot): Promise<void> {
    const { draft, held } = this;
    const n = draft?.commands.findIndex((one) => one.unit === held && one.to !== null) ?? -1;
    if (!draft || n < 0) return;
    this.spot = to;
    await this.ask({ how: 'given', commands: draft.commands.map((one) => one.command), change: { n, to } });
    this.spot = null;
  }

  putAt([x, y]: Point): Promise<void> {
    return this.at ? this.put([x, y, this.at[2]]) : Promise.resolve();
  }

  /** Ready: all commands of the draft are given. */
  accept(): void {
    const seq = this.game.asked?.seq;
    if (!this.draft || seq === undefined) return;
    this.game.busy = true;
    this.game.socket.send({ type: 'arrange', seq, nonce: nonce(), commands: this.draft.commands.map((one) => one.command) });
    this.drop();
  }

  // ---- keeping

  /** Keeps what this side has given so far, and the draft. */
  async keep(): Promise<void> {
    const given = await this.whole();
    if (!given) return;
    keepSetUp(given, `Set-up of ${new Date().toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`);
    this.kept = keptSetUps(given.scenario, given.side);
  }

  forget(name: string): void {
    const { scenario, side } = this;
    if (!scenario || !side) return;
    forgetSetUp(scenario, side, name);
    this.kept = keptSetUps(scenario, side);
  }

  /** The set-up as the text of a file. */
  async file(): Promise<{ name: string; text: string } | null> {
    const given = await this.whole();
    if (!given) return null;
    const { scenario, side, commands } = given;
    return { name: `${scenario}-${side}-set-up.json`, text: JSON.stringify({ scenario, side, commands }) };
  }

  async open(file: File): Promise<void> {
    const { scenario, side } = this;
    const commands = scenario && side ? readSetUp(await file.text(), scenario, side) : null;
    if (commands) return this.propose('given', commands);
    this.trouble = 'This file is no set-up of this side.';
  }

  private async whole(): Promise<SetUpGiven | null> {
    const given = await this.game.socket.ask('set-up', {}).catch(() => null);
    return given && { ...given, commands: [...given.commands, ...(this.draft?.commands.map((one) => one.command) ?? [])] };
  }

  private get scenario(): string | null {
    return this.game.asked?.set_up?.scenario ?? null;
  }

  private get side(): string | null {
    const side = this.game.asked?.side;
    return side === undefined ? null : (this.game.sides[side] ?? null);
  }

  private async ask(about: { how: How; commands: Record<string, unknown>[]; change?: { n: number; to: Spot }; seed?: string }): Promise<void> {
    const seq = this.game.asked?.seq;
    if (seq === undefined) return;
    this.working = true;
    this.trouble = '';
    try {
      const draft = await this.game.socket.ask('propose', { seq, ...about });
      if (seq === this.game.asked?.seq) this.draft = draft;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : '';
    }
    this.working = false;
  }
}

function merged<T extends { id: string }>(all: T[], changed: T[]): T[] {
  if (!changed.length) return all;
  const known = new Map(changed.map((one) => [one.id, one]));
  return all.map((one) => known.get(one.id) ?? one);
}
