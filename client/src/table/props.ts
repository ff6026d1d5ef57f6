/** What the table shows besides the view itself. */

import type { Change } from '../game/changes';
import type { Cover, Line, Piece, Point, Spot, Standing } from '../messages';

export interface Overlays {
  reach: boolean;
  sight: boolean;
  fire: boolean;
  threat: boolean;
  edges: boolean;
}

export interface LineShown {
  kind: 'clear' | 'blocked' | 'ruler' | 'threat';
  points: Point[];
  /** Where the view ends, if the line is blocked. */
  at?: Point | null;
  words: string;
}

export interface ThreatShown {
  from: Point;
  to: Point;
  /** The chance to hit, if it is known. */
  words: string;
}

/** A unit that is being placed, by drag or by keys. */
export interface GhostShown {
  /** The id of a piece or of a group. */
  unit: string;
  at: Spot;
  /** Whether it has another facing to choose. */
  turns: boolean;
  /** Whether it has a place, so that a tap on it means yes. Otherwise it is where the unit stands now. */
  laid?: boolean;
  good: boolean;
  words: string;
  threats: ThreatShown[];
  /** The ground that it would cover, if it is a template. */
  lays?: Cover | null;
  /** The place of each of its models. If empty, the models keep their present order. */
  stands?: Standing[];
}

/** What was done. */
export interface DeedsShown {
  /** Lines of the log that are drawn in full. */
  lines: Line[];
  /** Whether the dice of the last line still roll. */
  phase: 'rolling' | 'over';
  /** It happens now. */
  live: boolean;
  /** What is different since the player's last command, and the lines that tell of it. */
  changes: Change[];
  told: Line[];
}

/** A piece that was in an earlier view and is not in the present one. */
export interface Seen {
  piece: Piece;
  words: string;
}

export type Tool = 'none' | 'ruler' | 'sight';
