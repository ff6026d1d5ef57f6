import type { Loss, TurnLoss } from '../messages';

/** How much a side has lost so far of the first thing that its rule set counts. */
function lostBy(losses: Loss[], side: number): number {
  return losses.find((loss) => loss.side === side)?.items[0]?.count ?? 0;
}

/** The name of the first thing that the rule set counts: "SP lost". */
export function counted(turns: TurnLoss[]): string {
  return turns.flatMap((turn) => turn.losses).flatMap((loss) => loss.items)[0]?.label ?? 'Losses';
}

/** Points of a line chart, one a turn. */
export function course(turns: TurnLoss[], side: number): number[] {
  return turns.map((turn) => lostBy(turn.losses, side));
}

/** A turn without a number goes by its first letter. */
export function numberOf({ number, turn }: TurnLoss): string {
  return number ? String(number) : turn.slice(0, 1);
}
