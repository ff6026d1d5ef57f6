import type { Chapter, ClauseHead, ClauseText, Printed, Term } from '../messages';
import { get, sentence } from '../wire/http';

/** The rulebook of this game: one open clause, and a search for the others. */
export class Shelf {
  open = $state<string | null>(null);
  text = $state.raw<ClauseText | null>(null);
  /** The cell to mark in a chart. */
  printed = $state.raw<Printed | null>(null);
  trouble = $state('');
  chapters = $state.raw<Chapter[]>([]);
  /** Words of the game, explained. */
  terms = $state.raw<Term[]>([]);
  private readonly read = new Map<string, ClauseText>();

  constructor(private readonly rules: () => string | null) {}

  /** `printed`: the cell that gave a number of a sum. Its chart is shown too, with the cell marked. */
  async show(clause: string, printed: Printed | null = null): Promise<void> {
    this.open = clause;
    this.printed = printed;
    this.trouble = '';
    try {
      const about = printed ? `?table=${encodeURIComponent(printed.table)}` : '';
      const where = `${this.base}/${encodeURIComponent(clause)}${about}`;
      const text = this.read.get(where) ?? (await get<ClauseText>(where));
      this.read.set(where, text);
      if (this.open === clause) this.text = text;
    } catch (error) {
      this.text = null;
      this.trouble = sentence(error);
    }
  }

  close(): void {
    this.open = null;
    this.text = null;
    this.trouble = '';
  }

  async list(): Promise<void> {
    if (!this.chapters.length) this.chapters = await get<Chapter[]>(this.base);
  }

  /** Without them the texts stay plain. */
  async learnTerms(): Promise<void> {
    if (!this.terms.length) this.terms = await get<Term[]>(`${this.base}/terms`).catch(() => []);
  }

  find(words: string): Promise<ClauseHead[]> {
    return get<ClauseHead[]>(`${this.base}/find?q=${encodeURIComponent(words)}`);
  }

  private get base(): string {
    return `/api/rules/${this.rules() ?? ''}`;
  }
}
