import type { Decision, FromServer, Ground, Handover, Moved, Presence, Refused, Said, Spot, Table, ToServer, WantsUndo } from '../messages';
import { lastSeen } from '../table/seen';
import type { Seen } from '../table/props';
import { address, nonce, Socket, type LinkState } from '../wire/socket';
import { keyOf } from './kept';

/** Is told of every change of the table. */
interface Follower {
  reset(table: Table | null): void;
  add(before: Table, moved: Moved, now: Table): void;
  act(side: number): void;
}

const NOBODY: Follower = { reset: () => {}, add: () => {}, act: () => {} };

/** The game as the server last told it. This class computes nothing; it keeps what the messages say. */
export class Game {
  table = $state.raw<Table | null>(null);
  ground = $state.raw<Ground | null>(null);
  /** Names of the sides. They stay while the table is covered. */
  sides = $state.raw<string[]>([]);
  /** Enemies that went out of sight, at the places where they were last seen. */
  seen = $state.raw<Seen[]>([]);
  link = $state<LinkState>('connecting');
  /** Hot-seat: the player who must take the screen. While this is set there is no table. */
  handover = $state.raw<Handover | null>(null);
  /** The other side asks to take a command back. */
  wantsUndo = $state.raw<WantsUndo | null>(null);
  /** The last refusal of the server. The next command clears it. */
  refusal = $state.raw<Refused | null>(null);
  /** News in one line: an undo, or a tab that was behind. */
  notice = $state('');
  /** How many undos there were while this page was open. */
  undone = $state(0);
  /** What people did or said beside the battle. */
  talk = $state.raw<Said[]>([]);
  /** Kinds of rare questions that this player will be asked next time. */
  wanted = $state.raw<string[]>([]);
  /** A command was sent and has no answer yet. */
  busy = $state(false);

  readonly socket: Socket;

  constructor(readonly token: string, private readonly follower: Follower = NOBODY) {
    this.socket = new Socket(address(token), {
      receive: (message) => this.receive(message),
      link: (state) => this.linked(state),
      standing: () => ({ since: this.table?.seq ?? -1, log: this.table?.log.length ?? 0, key: keyOf(token) }),
    });
  }

  /** The decision, if it is asked of this player. */
  get asked(): Decision | null {
    const decision = this.table?.decision;
    return decision?.mine ? decision : null;
  }

  get mine(): boolean {
    return this.asked !== null;
  }

  play(option: number, to: Spot | null, volley = false): void {
    if (!this.table || this.busy) return;
    this.busy = true;
    this.refusal = null;
    this.notice = '';
    if (this.asked) this.follower.act(this.asked.side);
    this.socket.play(this.table.seq, option, to, volley);
  }

  /** Ask me the next rare question of this kind, or do not. */
  want(kind: string, yes: boolean): void {
    if (this.socket.send({ type: 'want', kind, yes })) this.wanted = yes ? [...this.wanted, kind] : this.wanted.filter((one) => one !== kind);
  }

  undo(): void {
    this.socket.send({ type: 'undo', nonce: nonce() });
    if (this.table?.undo.needs === 'consent') this.notice = 'The other side must agree. It has been asked.';
  }

  consent(yes: boolean): void {
    this.socket.send({ type: 'consent', yes });
    this.wantsUndo = null;
  }

  resign(side: number): void {
    this.socket.send({ type: 'resign', nonce: nonce(), side });
  }

  /** Whether people sit at different screens, so that they can talk. */
  get apart(): boolean {
    const table = this.table;
    return table !== null && !table.hotseat && table.sides.filter((side) => side.seat === 'person').length > 1;
  }

  chat(words: string): void {
    this.tell({ type: 'chat', words });
  }

  callMe(name: string): void {
    this.tell({ type: 'call-me', name });
  }

  /** The next browser that opens the link of this seat gets it. */
  freeSeat(): void {
    this.tell({ type: 'free-seat' });
  }

  private tell(message: ToServer): void {
    if (!this.socket.send(message)) this.notice = 'The server does not answer, so nobody has heard that. Try again.';
  }

  ready(): void {
    this.socket.send({ type: 'ready' });
  }

  private linked(state: LinkState): void {
    this.link = state;
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'table':
        return this.replace(message);
      case 'moved':
        return this.moved(message);
      case 'handover':
        this.table = null;
        this.follower.reset(null);
        this.handover = message;
        this.busy = false;
        return;
      case 'refused':
        this.busy = false;
        this.refusal = message;
        return;
      case 'stale':
        this.busy = false;
        this.notice = 'The game had gone on. You see the newest state now.';
        return this.socket.hello();
      case 'wants-undo':
        this.wantsUndo = message;
        return;
      case 'undone':
        this.notice = `${this.sides[message.by] ?? 'Somebody'} took a command back.`;
        this.wantsUndo = null; // another window may have answered
        this.undone++;
        this.seen = [];
        return;
      case 'declined':
        this.notice = `${this.sides[message.side] ?? 'The other side'} does not agree to the undo.`;
        this.wantsUndo = null;
        return;
      case 'presence':
        return this.present(message);
      case 'told':
        this.talk = [...this.talk, message.said];
        return;
      case 'error':
        this.busy = false;
        this.notice = message.why; // not `refusal`: that stands by the button, and a player who waits has none
        return;
      default:
        return;
    }
  }

  private replace(table: Table): void {
    this.table = table;
    this.ground = table.ground;
    this.sides = table.sides.map((side) => side.name);
    this.talk = table.talk;
    this.wanted = table.wanted;
    this.handover = null;
    this.busy = false;
    this.follower.reset(table);
    if (!table.undo.may) this.wantsUndo = null;
  }

  private moved(message: Moved): void {
    const before = this.table;
    if (!before || message.seq !== before.seq + 1) return this.socket.hello();
    const { lines, tick } = message;
    this.table = { ...before, ...message, type: 'table', log: [...before.log, ...lines], seqs: [...before.seqs, tick] };
    this.ground = message.ground ?? this.ground;
    this.seen = outOfSight(this.seen, before, message);
    this.follower.add(before, message, this.table);
    this.busy = false;
    this.wantsUndo = null;
    const kind = message.decision?.mine ? message.decision.kind : null;
    this.wanted = this.wanted.filter((one) => one !== kind); // the question has come
  }

  private present({ side, here, taken, who }: Presence): void {
    if (!this.table) return;
    const sides = this.table.sides.map((seat, n) => (n === side ? { ...seat, here, taken, who } : seat));
    this.table = { ...this.table, sides };
  }
}

/** Only for a player of one side. A player of both sides sees everybody. */
function outOfSight(seen: Seen[], before: Table, after: Moved): Seen[] {
  if (before.you.length !== 1) return [];
  return lastSeen(seen, before.pieces, after.pieces, [], before.turns.now ? `last seen in turn ${before.turns.now}` : 'last seen before the battle', before.you);
}
