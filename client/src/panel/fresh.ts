import { tick } from 'svelte';

/** Shows a list from its top when a new decision comes, and further down if the chosen option is there. A lesson's idea stays in view. */
export function fromTop(seq: () => unknown): (list: HTMLElement) => void {
  return (list) => {
    seq(); // runs again with each decision
    void tick().then(() => {
      list.scrollTop = 0;
      if (!list.querySelector('[aria-label=Lesson]')) list.querySelector('[aria-checked=true]')?.scrollIntoView({ block: 'nearest' });
    });
  };
}
