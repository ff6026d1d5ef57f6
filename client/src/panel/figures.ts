import type { Odds, Outcome } from '../messages';

export const percent = (chance: number): string => `${(chance * 100).toFixed(1)}%`;

/** The chance of any effect at all. */
export function effect(odds: Odds): number {
  return odds.outcomes.filter((outcome) => outcome.effect).reduce((sum, outcome) => sum + outcome.chance, 0);
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
  return odds && (odds.outcomes.length > 1 || odds.reckoning.length) ? odds : null;
}

/** A part of the bar: an outcome, or neighbours with the same tone that are too thin to be seen. */
export interface Slice { tone: Outcome['tone']; chance: number; thin: boolean }

const THIN = 0.01;

export function slices(outcomes: readonly Outcome[]): Slice[] {
  const found: Slice[] = [];
  for (const { tone, chance } of outcomes) {
    const last = found.at(-1);
    if (last?.thin && chance < THIN && last.tone === tone) last.chance += chance;
    else found.push({ tone, chance, thin: chance < THIN });
  }
  return found;
}

/** As many outcomes as somebody reads, the likeliest, in their own order. */
const READ = 12;

export function likeliest(outcomes: readonly Outcome[]): Outcome[] {
  const kept = new Set([...outcomes].sort((a, b) => b.chance - a.chance).slice(0, READ));
  return outcomes.filter((one) => kept.has(one));
}

/** From this chance on a figure fits into its segment. */
export const INSIDE = 0.09;

/** Outcomes whose key shows the figure too, because the bar has no room for it or shades others alike. */
export function figured(outcomes: readonly Outcome[]): Set<Outcome> {
  const alike = (one: Outcome): boolean => outcomes.some((other) => other !== one && other.tone === one.tone && other.effect === one.effect);
  return new Set(outcomes.filter((one) => one.chance < INSIDE || alike(one)));
}
