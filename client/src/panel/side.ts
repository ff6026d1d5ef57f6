/** The CSS class with a side's colours; -1 is nobody. */
export function sideClass(side: number): string {
  return side === 0 ? 's-a' : side === 1 ? 's-b' : '';
}
