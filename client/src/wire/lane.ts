/** One question after another. While one is out, only the newest of those that wait is asked next. */
export class Lane {
  private busy = false;
  private waiting: ((turn: boolean) => void) | null = null;

  /** The answer; null if it was refused, lost, or overtaken by a newer question. */
  async ask<T>(question: () => Promise<T>): Promise<T | null> {
    if (this.busy && !(await this.turn())) return null;
    this.busy = true;
    try {
      return await question();
    } catch {
      return null;
    } finally {
      this.busy = false;
      this.waiting?.(true);
      this.waiting = null;
    }
  }

  private turn(): Promise<boolean> {
    this.waiting?.(false);
    return new Promise((resolve) => (this.waiting = resolve));
  }
}
