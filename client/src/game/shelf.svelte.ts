import type { Chapter, ClauseHead, ClauseText } from '../messages';
import { get, sentence } from '../wire/http';

/** The rulebook of the game that is played: one clause lies open, the others are looked up. */
export class Shelf {
  open = $state<string | null>(null);
  text = $state.raw<ClauseText | null>(null);
  trouble = $state('');
  chapters = $state.raw<Chapter[]>([]);
  private readonly read = new Map<string, ClauseText>();

  constructor(private readonly rules: () => string | null) {}

  async show(clause: string): Promise<void> {
    this.open = clause;
    this.trouble = '';
    try {
      const text = this.read.get(clause) ?? (await get<ClauseText>(`${this.base}/${encodeURIComponent(clause)}`));
      this.read.set(clause, text);
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

  find(words: string): Promise<ClauseHead[]> {
    return get<ClauseHead[]>(`${this.base}/find?q=${encodeURIComponent(words)}`);
  }

  private get base(): string {
    return `/api/rules/${this.rules() ?? ''}`;
  }
}
