import type { Term } from '../messages';

export interface Bit {
  text: string;
  term: Term | null;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Cuts a text at the words of the game that it contains. A longer word goes before a part of it. */
export function cut(text: string, terms: readonly Term[]): Bit[] {
  const forms = new Map(terms.flatMap((term) => [term.word, ...term.also].map((form) => [form.toLowerCase(), term] as const)));
  if (!forms.size) return [{ text, term: null }];
  const words = [...forms.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return text
    .split(pattern)
    .filter((bit) => bit)
    .map((bit) => ({ text: bit, term: forms.get(bit.toLowerCase()) ?? null }));
}
