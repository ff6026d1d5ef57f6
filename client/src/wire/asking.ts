/** Questions that change nothing in the game, each with the type of its answer. */

import type {
  AskField, AskHint, AskReach, AskSetUp, At, Field, GroundAt, Hints, LookAlong, Measure, Measured, MomentAt, Odds, Places, PointAt, Propose, Proposed, Reach, SetUpGiven, Sighted,
  Suggest, Test, Tested, Weigh,
} from '../messages';

export interface Answers {
  weigh: Odds;
  test: Tested;
  suggest: Places;
  reach: Reach;
  hint: Hints;
  propose: Proposed;
  'set-up': SetUpGiven;
  sight: Sighted;
  measure: Measured;
  point: GroundAt;
  field: Field;
  at: MomentAt;
}

export type Answer = Answers[keyof Answers];
type Question = Weigh | Test | Suggest | AskReach | AskHint | LookAlong | Measure | PointAt | AskField | AskSetUp | At | Propose;

/** The content of a question. The socket adds the type and an id. */
export type About<K extends keyof Answers> = Omit<Extract<Question, { type: K }>, 'id' | 'type'>;
