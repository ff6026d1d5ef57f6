import type { Odds, Outcome } from '../messages';

/** A whole number, unless that would say that something is impossible or certain. */
export function percent(chance: number): string {
  const share = chance * 100;
  return share === 0 || share === 100 || (share >= 1 && share <= 99) ? `${Math.round(share)}%` : `${share.toFixed(1)}%`;
}

/** "exact, 27 branches"; "about, 1,000 tries" */
export function exactness(odds: Odds): string {
  const count = odds.branches.toLocaleString('en');
  return odds.exact ? `exact, ${count} ${odds.branches === 1 ? 'branch' : 'branches'}` : `about, ${count} tries`;
}

/** With a real minus sign, or a plus. */
export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** The odds, if there is more than one outcome or a sum to show. */
export function worthShowing(odds: Odds | null): Odds | null {
  return odds && (odds.outcomes.length > 1 || odds.prospects.length || odds.reckoning.length) ? odds : null;
}

/** A few words beside the option. A shot that can have only one outcome says which. */
export function inBrief(odds: Odds, attack: boolean): string {
  if (odds.outcomes.length > 1 || odds.prospects.length) return odds.brief;
  return attack ? (odds.outcomes[0]?.words ?? '') : '';
}

/** A part of the bar: what goes well, makes no difference or goes badly, with the outcomes that it is made of. */
export interface Part {
  tone: Outcome['tone'];
  words: string;
  chance: number;
  outcomes: Outcome[];
}

/** What is good is on the left. If nothing is good or bad, each outcome is a part of its own, down to the rare ones. */
export function parts(odds: Odds): Part[] {
  if (odds.prospects.length) return odds.prospects.map((one) => ({ ...one, outcomes: odds.outcomes.filter(({ tone }) => tone === one.tone) }));
  const listed = likeliest(odds.outcomes);
  const rest = odds.outcomes.filter((one) => !listed.includes(one));
  const others: Part = { tone: 'even', words: 'other', chance: rest.reduce((sum, one) => sum + one.chance, 0), outcomes: rest };
  return [...listed.map((one) => ({ ...one, outcomes: [one] })), ...(rest.length ? [others] : [])];
}

const SHORT = 14; // letters beside an option

/** The first thing to know: how likely it goes well; or, if it cannot, how likely it goes badly; or what is likeliest, if that is short. */
export function headline(odds: Odds): string {
  const told = odds.prospects.find((one) => one.tone === 'good') ?? odds.prospects.find((one) => one.tone === 'bad');
  const first = told ?? odds.outcomes.filter(({ words }) => words.length <= SHORT).sort((a, b) => b.chance - a.chance)[0];
  return first ? `${first.words} ${percent(first.chance)}` : '';
}

/** As many outcomes as somebody reads, the likeliest, in their own order. */
const READ = 3;

export function likeliest(outcomes: readonly Outcome[]): Outcome[] {
  const kept = new Set([...outcomes].sort((a, b) => b.chance - a.chance).slice(0, READ));
  return outcomes.filter((one) => kept.has(one));
}

/** From this chance on a figure fits into its segment. */
export const INSIDE = 0.09;
