/** Questions that change nothing, each with the message that answers it. */

import type {
  AskField, AskReach, At, Field, GroundAt, LookAlong, Measure, Measured, MomentAt, Odds, Places, PointAt, Reach, Sighted,
  Suggest, Test, Tested, Weigh,
} from '../messages';

export interface Answers {
  weigh: Odds;
  test: Tested;
  suggest: Places;
  reach: Reach;
  sight: Sighted;
  measure: Measured;
  point: GroundAt;
  field: Field;
  at: MomentAt;
}

export type Answer = Answers[keyof Answers];
type Question = Weigh | Test | Suggest | AskReach | LookAlong | Measure | PointAt | AskField | At;

/** What a question of one kind is about; the socket adds the kind and an id. */
export type About<K extends keyof Answers> = Omit<Extract<Question, { type: K }>, 'id' | 'type'>;
