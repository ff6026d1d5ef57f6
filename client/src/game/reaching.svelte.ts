import type { Reachable } from '../messages';
import { get, sentence } from '../wire/http';

const HOME = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Where a friend reaches the server. The server tells its addresses only to somebody at its own machine. */
export class Reaching {
  private found = $state.raw<Reachable | null>(null);
  /** The address that the person chose among several. */
  chosen = $state('');

  trouble = $state('');

  constructor() {
    if (HOME.test(location.hostname)) void this.ask();
  }

  private async ask(): Promise<void> {
    try {
      this.found = await get<Reachable>('/api/reach');
    } catch (error) {
      this.trouble = sentence(error);
    }
  }

  get addresses(): string[] {
    return this.found?.addresses ?? [];
  }

  /** The beginning of a link that works for others; on a closed server it works only here. */
  get origin(): string {
    return this.chosen || this.addresses[0] || location.origin;
  }

  /** The command that opens a server which only its own machine can reach. */
  get command(): string {
    return this.found?.command ?? '';
  }
}
