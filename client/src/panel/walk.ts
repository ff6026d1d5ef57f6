/** Arrow keys focus and pick the next option, as in any radio group. */
export function walk(event: KeyboardEvent): void {
  const way = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  const list = event.currentTarget as HTMLElement;
  const rows = [...list.querySelectorAll<HTMLElement>('[role=radio]')].filter((row) => row.offsetParent);
  if (way === undefined || !rows.length) return;
  event.preventDefault();
  event.stopPropagation();
  const now = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[Math.max(0, Math.min(now + way, rows.length - 1))];
  next?.focus();
  next?.click();
}
