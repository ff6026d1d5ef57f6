import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FromServer, ToServer } from '../messages';
import { Socket, type LinkState } from './socket';

/** Stands in for a WebSocket. */
class FakeLine {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeLine[] = [];
  readyState = 0;
  sent: ToServer[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number }): void => {};

  constructor() {
    FakeLine.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }

  close(): void {
    this.drop(1000);
  }

  open(): void {
    this.readyState = FakeLine.OPEN;
    this.onopen();
  }

  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.readyState = FakeLine.CLOSED;
    this.onclose({ code });
  }
}

const heard: FromServer[] = [];
const states: LinkState[] = [];

function socket(): Socket {
  return new Socket('ws://table', {
    receive: (message) => heard.push(message),
    link: (state) => states.push(state),
    standing: () => ({ since: 7, log: 3, key: 'k' }),
  });
}

const line = (n = -1): FakeLine => FakeLine.all.at(n) as FakeLine;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('WebSocket', FakeLine);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
  FakeLine.all = [];
  heard.length = states.length = 0;
});
afterEach(() => vi.useRealTimers());

test('its hello says which state it has', () => {
  socket();
  line().open();
  expect(line().sent).toEqual([{ type: 'hello', since: 7, log: 3, key: 'k' }]);
});

test('a lost connection comes back by itself', () => {
  socket();
  line().open();
  line().drop();
  vi.advanceTimersByTime(1000);
  line().open();
  expect(FakeLine.all).toHaveLength(2);
  expect(states).toEqual(['open', 'lost', 'open']);
});

test('a link to no game is not tried again', () => {
  socket();
  line().drop(4404);
  vi.advanceTimersByTime(60_000);
  expect(FakeLine.all).toHaveLength(1);
  expect(states).toEqual(['unknown']);
});

test('a command that may be lost is sent again with the same nonce', () => {
  const seat = socket();
  line().open();
  seat.play(7, 2, null);
  const first = line().sent.at(-1);
  line().drop();
  vi.advanceTimersByTime(1000);
  line().open();
  line().say({ type: 'table', seq: 7 });
  expect(line().sent.at(-1)).toEqual(first);
});

test('a command that arrived before the connection was lost is not sent again', () => {
  const seat = socket();
  line().open();
  seat.play(7, 2, null);
  line().drop();
  vi.advanceTimersByTime(1000);
  line().open();
  line().say({ type: 'table', seq: 8 });
  expect(line().sent.map((message) => message.type)).toEqual(['hello']);
});

test('a command that the server could not keep is not sent again', () => {
  const seat = socket();
  line().open();
  seat.play(7, 2, null);
  line().drop(4507);
  vi.advanceTimersByTime(3000);
  line().open();
  line().say({ type: 'table', seq: 7 });
  expect(line().sent.map((message) => message.type)).toEqual(['hello']);
});

test('a seat that another browser holds is not tried again', () => {
  socket();
  line().drop(4403);
  vi.advanceTimersByTime(60_000);
  expect(FakeLine.all).toHaveLength(1);
  expect(states).toEqual(['taken']);
});

test('an answer or a refusal goes to the asker', async () => {
  const seat = socket();
  line().open();
  const clear = seat.ask('sight', { a: 'x', b: 'y' });
  const refused = seat.ask('point', { x: 1, y: 2 });
  const ids = line().sent.slice(1).map((message) => ('id' in message ? message.id : ''));
  line().say({ type: 'sighted', id: ids[0], words: 'clear' });
  line().say({ type: 'refused', id: ids[1], why: 'off the table', clause: '' });
  await expect(clear).resolves.toMatchObject({ words: 'clear' });
  await expect(refused).rejects.toThrow('off the table');
  expect(heard).toEqual([]);
});

test('a question that comes too late is rejected', async () => {
  const seat = socket();
  line().open();
  const odds = seat.ask('weigh', { seq: 3, option: 0 });
  const [, asked] = line().sent;
  line().say({ type: 'stale', id: asked && 'id' in asked ? asked.id : '', seq: 4 });
  await expect(odds).rejects.toThrow('gone on');
});
