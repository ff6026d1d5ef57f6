/** What the table is told to show beside the view itself. */

import type { Cover, Piece, Point, Spot, Standing } from '../messages';

export interface Overlays {
  reach: boolean;
  sight: boolean;
  fire: boolean;
  threat: boolean;
  edges: boolean;
}

export interface LineShown {
  kind: 'clear' | 'blocked' | 'shot' | 'ruler' | 'threat';
  points: Point[];
  /** Where the view ends, of a blocked one. */
  at?: Point | null;
  words: string;
}

export interface ThreatShown {
  from: Point;
  to: Point;
  /** How likely it is to hit, where that can be said. */
  words: string;
}

/** A unit being placed: by drag, or by the keys. */
export interface GhostShown {
  /** Of a piece or of a group. */
  unit: string;
  at: Spot;
  /** Whether there is another way for it to face. */
  turns: boolean;
  good: boolean;
  words: string;
  threats: ThreatShown[];
  /** The ground it would cover, of a template. */
  lays?: Cover | null;
  /** Where each of its models would stand; without them it is moved as it stands now. */
  stands?: Standing[];
}

/** A piece that was seen once and is not in the view now. */
export interface Seen {
  piece: Piece;
  words: string;
}

export type Tool = 'none' | 'ruler' | 'sight';
