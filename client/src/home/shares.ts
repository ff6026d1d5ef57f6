/** Whole percents of counts. They add up to 100, so the counts nearest to the next percent are rounded up. */
export function shares(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, one) => sum + one, 0);
  const exact = counts.map((one) => (all ? (100 * one) / all : 0));
  const over = Math.round(exact.reduce((sum, one) => sum + one % 1, 0));
  const up = exact.map((_, n) => n).sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1)).slice(0, over);
  return exact.map((one, n) => Math.floor(one) + (up.includes(n) ? 1 : 0));
}
