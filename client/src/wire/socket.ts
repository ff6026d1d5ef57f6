import type { FromServer, Play, Spot, ToServer } from '../messages';
import type { About, Answer, Answers } from './asking';

export type LinkState = 'connecting' | 'open' | 'lost' | 'taken' | 'unknown' | 'outdated' | 'full';

/** The socket calls these methods of its owner. */
interface Owner {
  receive(message: FromServer): void;
  link(state: LinkState): void;
  /** The state that the owner has, so that the server sends only what is missing, and the key to its seat. */
  standing(): { since: number; log: number; key: string };
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(reason: Error): void;
}

const FIRST_DELAY = 80; // milliseconds; short, because a restarted server is back at once
const SLOWER = 1.5; // after each try without an answer
const LONGEST_DELAY = 8000;
const PING_EVERY = 20_000;
const SILENCE = 35_000;
const CLOSED_FOR_GOOD: Record<number, LinkState> = { 4403: 'taken', 4404: 'unknown', 4410: 'outdated', 4429: 'full' };
const NOT_KEPT = 4507; // the server could not keep a command: it has not happened
const AFTER_TROUBLE = 1500; // milliseconds

export const nonce = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

function over(message: FromServer, play: Play): boolean {
  switch (message.type) {
    case 'table':
    case 'moved':
      return message.seq > play.seq;
    case 'refused':
    case 'stale':
      return message.id === play.nonce;
    default:
      return message.type === 'handover';
  }
}

/** The connection of one seat to its table. It reconnects by itself, and a command sent twice is played once. */
export class Socket {
  private line: WebSocket | null = null;
  private delay = FIRST_DELAY;
  private retry = 0;
  private heard = 0;
  private pulse = 0;
  private asked = 0;
  private closed = false;
  private readonly waiting = new Map<string, Waiting>();
  /** A command that was sent and may not have arrived. After a lost connection it is sent again with the same nonce. */
  private unsure: Play | null = null;
  private readonly hurry = (): void => this.reconnectNow();

  constructor(private readonly address: string, private readonly owner: Owner) {
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  ask<K extends keyof Answers>(type: K, about: About<K>): Promise<Answers[K]> {
    const id = `q${++this.asked}`;
    return new Promise<Answers[K]>((resolve, reject) => {
      if (!this.send({ ...about, type, id } as unknown as ToServer)) return reject(new Error('There is no connection to the server.'));
      this.waiting.set(id, { resolve: resolve as (answer: Answer) => void, reject });
    });
  }

  play(seq: number, option: number, to: Spot | null, volley = false): string {
    this.unsure = { type: 'play', seq, option, ...(to && { to }), ...(volley && { volley }), nonce: nonce() };
    this.send(this.unsure);
    return this.unsure.nonce;
  }

  send(message: ToServer): boolean {
    if (this.line?.readyState !== WebSocket.OPEN) return false;
    this.line.send(JSON.stringify(message));
    return true;
  }

  hello(): void {
    this.send({ type: 'hello', ...this.owner.standing() });
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.retry);
    clearInterval(this.pulse);
    this.line?.close();
  }

  private connect(): void {
    const line = new WebSocket(this.address);
    this.line = line;
    line.onopen = () => this.opened();
    line.onmessage = (event: MessageEvent<string>) => this.heardOf(JSON.parse(event.data) as FromServer);
    line.onclose = (event) => this.lost(event.code);
  }

  private opened(): void {
    this.delay = FIRST_DELAY;
    this.heard = Date.now();
    clearInterval(this.pulse);
    this.pulse = window.setInterval(() => this.beat(), PING_EVERY);
    this.owner.link('open');
    this.hello();
  }

  private beat(): void {
    if (Date.now() - this.heard > SILENCE) this.line?.close();
    else this.send({ type: 'ping' });
  }

  private heardOf(message: FromServer): void {
    this.heard = Date.now();
    if ('id' in message && message.id && this.settle(message.id, message)) return;
    this.sendAgain(message);
    this.owner.receive(message);
  }

  private settle(id: string, message: FromServer): boolean {
    const waiting = this.waiting.get(id);
    if (!waiting) return false;
    this.waiting.delete(id);
    if (message.type === 'refused') waiting.reject(new Error(message.why));
    else if (message.type === 'stale') waiting.reject(new Error('The game has gone on.'));
    else waiting.resolve(message as Answer);
    return true;
  }

  /** A command is over when the game has gone past it or refused it. If the game still waits for it, it was lost. */
  private sendAgain(message: FromServer): void {
    const play = this.unsure;
    if (!play) return;
    if (message.type === 'table' && message.seq === play.seq) this.send(play);
    else if (over(message, play)) this.unsure = null;
  }

  private lost(code: number): void {
    clearInterval(this.pulse);
    for (const waiting of this.waiting.values()) waiting.reject(new Error('The connection was lost.'));
    this.waiting.clear();
    if (this.closed) return;
    const end = CLOSED_FOR_GOOD[code];
    this.owner.link(end ?? 'lost');
    if (end) return this.close();
    if (code === NOT_KEPT) {
      this.unsure = null; // the person decides whether to try again
      this.delay = AFTER_TROUBLE;
    }
    this.retry = window.setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(this.delay * SLOWER, LONGEST_DELAY);
  }

  private reconnectNow(): void {
    if (document.hidden || this.closed || this.line?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.retry);
    this.delay = FIRST_DELAY;
    this.connect();
  }
}

export function address(token: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/${token}`;
}
