/** Set-ups that this browser keeps, by scenario and side. They are lists of commands as the server wrote them. */

import type { SetUpGiven } from '../messages';

export interface KeptSetUp {
  name: string;
  commands: Record<string, unknown>[];
}

const KEY = 'set-ups';
const MOST = 10; // of one side of a scenario

type All = Record<string, KeptSetUp[]>;

const all = (): All => JSON.parse(localStorage.getItem(KEY) ?? '{}') as All;
const under = (scenario: string, side: string): string => `${scenario}/${side}`;

export function keptSetUps(scenario: string, side: string): KeptSetUp[] {
  return all()[under(scenario, side)] ?? [];
}

export function keepSetUp(given: Pick<SetUpGiven, 'scenario' | 'side' | 'commands'>, name: string): void {
  const kept = keptSetUps(given.scenario, given.side).filter((one) => one.name !== name);
  store(given.scenario, given.side, [{ name, commands: given.commands }, ...kept].slice(0, MOST));
}

export function forgetSetUp(scenario: string, side: string, name: string): void {
  store(scenario, side, keptSetUps(scenario, side).filter((one) => one.name !== name));
}

function store(scenario: string, side: string, kept: KeptSetUp[]): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [under(scenario, side)]: kept }));
}

/** A set-up from a file; null if the file is for another battle or side. */
export function readSetUp(text: string, scenario: string, side: string): KeptSetUp['commands'] | null {
  try {
    const found = JSON.parse(text) as Partial<SetUpGiven>;
    return found.scenario === scenario && found.side === side && Array.isArray(found.commands) ? found.commands : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
