/** The keyboard: what each key does, and the words for the help. */

import type { Point } from '../messages';
import type { Desk } from './desk.svelte';
import { OVERLAYS } from './looks.svelte';

export interface Map {
  fit(): void;
  zoom(factor: number): void;
}

const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ZOOM = 1.25;

export const HELP: [keys: string, words: string][] = [
  ['Tab', 'from the top bar to the options, the button, the log and the map'],
  ['↑ ↓', 'another option'],
  ['Enter', 'play the option; if it needs a place, pick the unit up'],
  ['Esc', 'step back'],
  ['← ↑ → ↓', 'on the map: go to the next unit in that direction; while placing: move the unit (Shift: a whole inch)'],
  [', .', 'while placing: turn'],
  ['N', 'while placing: go to the next sensible place'],
  ['P', 'while setting up: place all units; Enter accepts the draft'],
  ['[ ]', 'back or forward one command'],
  ['K J', 'what the others did: the deed before, the next one'],
  ['U', 'undo'],
  ...OVERLAYS.map(({ key, words }): [string, string] => [key.toUpperCase(), words.toLowerCase()]),
  ['M', 'ruler'],
  ['V', 'line of sight between two things'],
  ['0 + −', 'fit, closer, farther'],
  ['B', 'the briefing'],
  ['H', 'what would the computer do?'],
  ['/', 'find a unit or a rule'],
  ['L', 'legend: symbols, marks and ground'],
  ['?', 'these keys'],
];

/** True if the key did something. */
export function press(event: KeyboardEvent, desk: Desk, map: Map): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return false;
  return skipping(event, desk) || placing(event, desk) || acting(event, desk) || looking(event, desk, map);
}

function writes(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea, dialog[open] *');
}

/** A focused button or unit handles Enter itself; on a picked option Enter plays it. */
function takesEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('button:not([role=radio]), a, summary, [role=button], [role=slider], [role=gridcell]');
}

/** While something happens on the table, any key ends it, and does nothing else. */
function skipping({ key, target }: KeyboardEvent, { playback }: Desk): boolean {
  const silent = ['Shift', 'Tab'].includes(key) || ((key === 'Enter' || key === ' ') && takesEnter(target));
  if (!playback.busy || silent) return false;
  playback.skip();
  return true;
}

function placing(event: KeyboardEvent, { choosing: { site }, setting }: Desk): boolean {
  if (!site.spot || setting.draft) return false;
  const way = ARROWS[event.key];
  if (way) site.nudge(way, event.shiftKey);
  else if (event.key === ',') site.turn(-1);
  else if (event.key === '.') site.turn(1);
  else if (event.key === 'n') void site.next();
  else if (event.key === 'Escape') site.leave();
  else return false;
  return true;
}

function acting(event: KeyboardEvent, { choosing, game, history, setting }: Desk): boolean {
  switch (event.key) {
    case 'Enter':
      if (event.repeat || takesEnter(event.target) || history.at !== null) return false;
      if (setting.draft) setting.accept();
      else choosing.play();
      return true;
    case 'p':
      if (setting.may && !setting.working) void setting.propose('computer');
      return setting.may;
    case 'u':
      if (game.table?.undo.may) game.undo();
      return true;
    case 'ArrowDown':
    case 'ArrowUp':
      return event.target === document.body && focusOption();
    default:
      return false;
  }
}

function focusOption(): boolean {
  const row = document.querySelector<HTMLElement>('[role=radio][tabindex="0"]');
  row?.focus();
  return row !== null;
}

function looking(event: KeyboardEvent, desk: Desk, map: Map): boolean {
  const overlay = OVERLAYS.find(({ key }) => key === event.key);
  if (overlay) desk.looks.toggle(overlay.id);
  else {
    const action = LOOKING[event.key];
    if (!action) return false;
    action(desk, map);
  }
  return true;
}

const LOOKING: Record<string, (desk: Desk, map: Map) => void> = {
  m: (desk) => desk.instruments.take('ruler'),
  v: (desk) => desk.instruments.take('sight'),
  l: (desk) => (desk.legendShown = true),
  '[': (desk) => void desk.history.step(-1),
  ']': (desk) => void desk.history.step(1),
  b: (desk) => (desk.briefing ? desk.closeBriefing() : desk.openBriefing()),
  h: (desk) => { if (desk.coach.offered) void desk.coach.ask(); },
  k: (desk) => desk.playback.step(-1),
  j: (desk) => desk.playback.step(1),
  '?': (desk) => (desk.keysShown = true),
  '/': (desk) => (desk.finding = true),
  '0': (_, map) => map.fit(),
  '+': (_, map) => map.zoom(ZOOM),
  '-': (_, map) => map.zoom(1 / ZOOM),
  Escape: (desk) => desk.stepBack(),
};
