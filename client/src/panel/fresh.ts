import { tick } from 'svelte';

/** Shows a list from its top when a new decision comes, and the chosen option whenever another is chosen. A lesson's idea stays in view. */
export function fromTop(seq: () => unknown, chosen: () => unknown): (list: HTMLElement) => void {
  let last: unknown;
  return (list) => {
    const now = seq();
    chosen(); // runs again with each decision and each choice
    void tick().then(() => {
      if (now !== last) list.scrollTop = 0;
      last = now;
      if (!list.querySelector('[aria-label=Lesson]')) list.querySelector('[aria-checked=true]')?.scrollIntoView({ block: 'nearest' });
    });
  };
}
