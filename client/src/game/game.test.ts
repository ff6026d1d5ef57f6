import { beforeEach, expect, test, vi } from 'vitest';

import type { Table } from '../messages';
import { Game } from './game.svelte';

let line: { onmessage: (event: { data: string }) => void };

/** Stands in for a WebSocket. */
class FakeLine {
  static readonly OPEN = 1;
  onmessage = (_: { data: string }): void => {};
  constructor() {
    line = this;
  }
}

const TABLE = { type: 'table', seq: 7, ground: null, sides: [{ name: 'Allied' }, { name: 'Axis' }], undo: { may: true }, log: [], seqs: [] };
const ASKED = { type: 'wants-undo', side: 0, what: 'Allied wants to take back its last command', seen: [], of: 0 };
const hear = (message: object): void => line.onmessage({ data: JSON.stringify(message) });

/** A page whose player is asked to agree to an undo. */
function asked(): Game {
  const game = new Game('token');
  hear(TABLE satisfies { [name in keyof Table]?: unknown });
  hear(ASKED);
  return game;
}

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', { protocol: 'http:', host: 'table' });
  vi.stubGlobal('WebSocket', FakeLine);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {} });
});

test('a refused undo names the side that refused', () => {
  const game = asked();
  hear({ type: 'declined', side: 1 });
  expect(game.notice).toBe('Axis does not agree to the undo.');
});

test('a question that another window answered is no longer asked', () => {
  const game = asked();
  expect(game.wantsUndo).toMatchObject(ASKED);
  hear({ type: 'declined', side: 1 });
  expect(game.wantsUndo).toBeNull();
  hear(ASKED);
  hear({ type: 'undone', seq: 8, by: 0 });
  hear({ ...TABLE, seq: 8 });
  expect(game.wantsUndo).toBeNull();
});

test('a player who comes back while an undo waits is still asked', () => {
  const game = asked();
  hear(TABLE);
  hear(ASKED);
  expect(game.wantsUndo).toMatchObject(ASKED);
});

test('a player who waits reads about a fault of the server too', () => {
  const game = new Game('token');
  hear({ ...TABLE, decision: null });
  hear({ type: 'error', why: 'The computer player has failed.' });
  expect(game.mine).toBe(false);
  expect(game.notice).toBe('The computer player has failed.');
});
