import type { Loss, TurnLoss } from '../messages';

/** The figure in a value such as "5 of 18" or "5"; the server's words carry the rest. */
function figure(value: string): number {
  return Number.parseFloat(value) || 0;
}

/** What a side has lost by a moment, by the first thing that its rule set counts. */
function lostBy(losses: Loss[], side: number): number {
  const [row] = losses.find((loss) => loss.side === side)?.items ?? [];
  return row ? figure(row.value) : 0;
}

/** What that is called: "SP lost". */
export function counted(turns: TurnLoss[]): string {
  return turns.flatMap((turn) => turn.losses).flatMap((loss) => loss.items)[0]?.label ?? 'Losses';
}

/** Points of a line chart, one a turn. */
export function course(turns: TurnLoss[], side: number): number[] {
  return turns.map((turn) => lostBy(turn.losses, side));
}

/** "Turn 3 of 12" as "3"; a turn without a number by its first letter. */
export function numberOf(turn: string): string {
  return /\d+/.exec(turn)?.[0] ?? turn.slice(0, 1);
}
