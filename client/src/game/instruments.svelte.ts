import type { Choice, Field, Measured, Point, Sighted } from '../messages';
import type { Game } from './game.svelte';

/** The id of a piece, or a point of the table. */
export type Thing = string | Point;
export type Tool = 'none' | 'ruler' | 'sight';

export interface Sightline {
  a: Thing;
  b: Thing;
  seen: Sighted;
}

/** Keeps the answer to the newest question and drops answers to older ones. */
class Latest<Q, A> {
  value = $state.raw<A | null>(null);
  private asked = 0;

  constructor(private readonly answer: (question: Q) => Promise<A>) {}

  async ask(question: Q): Promise<void> {
    const asked = ++this.asked;
    const value = await this.answer(question).catch(() => null);
    if (asked === this.asked) this.value = value;
  }

  clear(): void {
    this.asked++;
    this.value = null;
  }
}

/** Ruler, line of sight and fields of fire. The rule set measures; nothing in the game changes. */
export class Instruments {
  tool = $state<Tool>('none');
  /** The first end of a line of sight, until the person taps the second. */
  first = $state.raw<Thing | null>(null);
  readonly sightline: Latest<{ a: Thing; b: Thing }, Sightline>;
  readonly aim: Latest<{ a: Thing; b: Thing }, Sightline>;
  readonly ruler: Latest<Point[], { points: Point[]; measured: Measured }>;
  readonly ground: Latest<Point, string>;
  readonly field: Latest<string, Field>;
  private pointed = 0;

  constructor(game: Game) {
    const sight = async ({ a, b }: { a: Thing; b: Thing }): Promise<Sightline> => ({
      a, b, seen: await game.socket.ask('sight', { a, b }),
    });
    this.sightline = new Latest(sight);
    this.aim = new Latest(sight);
    this.ruler = new Latest(async (points) => ({ points, measured: await game.socket.ask('measure', { points }) }));
    this.ground = new Latest(async ([x, y]) => (await game.socket.ask('point', { x, y })).words);
    this.field = new Latest((piece) => game.socket.ask('field', { piece }));
  }

  take(tool: Tool): void {
    this.tool = this.tool === tool ? 'none' : tool;
    this.putDown();
  }

  putDown(): void {
    this.first = null;
    this.sightline.clear();
    this.ruler.clear();
  }

  /** The sight tool: a tap on one end, then on the other. */
  touch(thing: Thing): void {
    if (this.first === null) {
      this.putDown();
      this.first = thing;
      return;
    }
    void this.sightline.ask({ a: this.first, b: thing });
    this.first = null;
  }

  /** The line from the unit of an option to its target, if it has one of each. */
  aimAlong(choice: Choice | null): void {
    const [target] = choice?.targets ?? [];
    if (choice?.unit && target && choice.targets.length === 1) void this.aim.ask({ a: choice.unit, b: target });
    else this.aim.clear();
  }

  showField(piece: string | null): void {
    if (piece) void this.field.ask(piece);
    else this.field.clear();
  }

  /** Asks for the ground under the pointer when the pointer has rested for a moment. */
  pointAt(at: Point | null): void {
    clearTimeout(this.pointed);
    if (at) this.pointed = window.setTimeout(() => void this.ground.ask(at), 120);
    else this.ground.clear();
  }
}
