/** The games in which this browser has a seat. The browser keeps them; no server sees the list. */

import type { Begun, Table } from '../messages';

export interface KeptGame {
  game: string;
  title: string;
  rules: string;
  scenario: string;
  /** The seat of this browser. */
  token: string;
  /** Links to give away: the seats of other people, and the watchers' link. */
  seats: Record<string, string>;
  watch: string;
  hotseat: boolean;
  when: number;
  over: boolean;
}

const KEY = 'games';
const KEYS = 'keys';
const OWN = /^#key=([!-~]{1,64})$/;
const MOST = 30;
const MOST_KEYS = 300;

export function keptGames(): KeptGame[] {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptGame[];
}

export function keptGame(token: string): KeptGame | null {
  return keptGames().find((game) => game.token === token) ?? null;
}

export function keep(game: KeptGame): void {
  const others = keptGames().filter((one) => one.token !== game.token);
  localStorage.setItem(KEY, JSON.stringify([game, ...others].slice(0, MOST)));
}

/** Keeps the table of a player, even if it was not set up here but came as a link. */
export function remember(token: string, table: Table): void {
  const known = keptGame(token);
  const fresh = { game: table.game, scenario: '', seats: {}, watch: '', hotseat: table.hotseat };
  keep({ ...fresh, ...known, token, title: table.title, rules: table.rules.short, when: Date.now(), over: table.result !== null });
}

const keptKeys = (): Record<string, string> => JSON.parse(localStorage.getItem(KEYS) ?? '{}') as Record<string, string>;

function keepKey(token: string, key: string): void {
  const others = Object.entries(keptKeys()).filter(([one]) => one !== token);
  localStorage.setItem(KEYS, JSON.stringify(Object.fromEntries([...others, [token, key]].slice(-MOST_KEYS))));
}

/** The key to a seat: the server gives the seat to the first browser that comes, and knows it by this. */
export function keyOf(token: string): string {
  const keys = keptKeys();
  const key = keys[token] ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  if (!keys[token]) keepKey(token, key);
  return key;
}

/** A player's own link, from his other screen, brings the key with it. */
export function bringKey(token: string): void {
  const [, key] = OWN.exec(location.hash) ?? [];
  if (!key) return;
  keepKey(token, key);
  history.replaceState(null, '', location.pathname);
}

export const ownPath = (token: string): string => `/s/${token}#key=${keyOf(token)}`;

export function forget(token: string): void {
  localStorage.setItem(KEY, JSON.stringify(keptGames().filter((game) => game.token !== token)));
}

/** Links that set up the same battle again: as it was, and from the other side if this browser played one side. */
export function againAt(kept: KeptGame, sides: readonly string[], you: readonly number[]): { same: string; swapped: { href: string; side: string } | null } {
  const against = kept.hotseat ? 'hotseat' : Object.keys(kept.seats).length > 1 ? 'friend' : 'computer';
  const at = (side: string): string => `/#${kept.scenario}?${new URLSearchParams({ side, against }).toString()}`;
  const mine = you.length === 1 ? (you[0] ?? 0) : 0;
  const other = sides[1 - mine];
  return { same: at(sides[mine] ?? ''), swapped: you.length === 1 && other ? { href: at(other), side: other } : null };
}

/** The seat of this browser: the shared table, or the chosen side. */
export function ownToken(links: Begun, side: string | null): string {
  return links.table ?? links.seats[side ?? ''] ?? Object.values(links.seats)[0] ?? links.watch;
}
