/** Asks one question at a time. While one is out, only the newest of the others waits. */
export class Lane {
  private busy = false;
  private waiting: ((turn: boolean) => void) | null = null;

  /** The answer; null if the question was refused, lost, or replaced by a newer one. */
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
