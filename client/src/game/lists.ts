/** Long lists of options made short: by what they touch, by verb and by unit. Pure functions. */

import type { Choice, Group, Moment, Piece } from '../messages';

const LONG = 12; // options; a longer list is folded
const ALIKE = 3; // options a fold, on average, that make folding worth while

interface Fold {
  heading: string;
  choices: Choice[];
}

/** Everything that is meant when somebody points at this: the piece, its group, the group's pieces. */
export function kin(id: string, moment: Pick<Moment, 'pieces' | 'groups'>): Set<string> {
  const group = moment.groups.find((one) => one.id === id);
  if (group) return new Set([id, ...group.pieces]);
  const piece = moment.pieces.find((one) => one.id === id);
  return new Set(piece?.group ? [id, piece.group] : [id]);
}

export function actsWith(choice: Choice, ids: Set<string>): boolean {
  return choice.unit !== null && ids.has(choice.unit);
}

export function aimsAt(choice: Choice, ids: Set<string>): boolean {
  return choice.targets.some((target) => ids.has(target));
}

export function touching(choices: Choice[], ids: Set<string>): Choice[] {
  return choices.filter((choice) => actsWith(choice, ids) || aimsAt(choice, ids));
}

/** A short list stays flat; a long one is folded by verb, then by unit, wherever that saves rows. */
export function fold(choices: Choice[], name: (id: string) => string): Fold[] {
  if (choices.length <= LONG) return [{ heading: '', choices }];
  const folds = by(choices, (choice) => choice.verb).flatMap((verb) => byUnit(verb, name));
  return choices.length < folds.length * ALIKE ? [{ heading: '', choices }] : folds;
}

function byUnit(verb: Fold, name: (id: string) => string): Fold[] {
  const units = by(verb.choices, (choice) => (choice.unit === null ? '' : name(choice.unit)));
  if (verb.choices.length <= LONG || verb.choices.length < units.length * ALIKE) return [verb];
  return units.map((unit) => ({ ...unit, heading: [verb.heading, unit.heading].filter(Boolean).join(': ') }));
}

function by(choices: Choice[], key: (choice: Choice) => string): Fold[] {
  const folds = new Map<string, Choice[]>();
  for (const choice of choices) folds.set(key(choice), [...(folds.get(key(choice)) ?? []), choice]);
  return [...folds].map(([heading, alike]) => ({ heading, choices: alike }));
}

export function nameOf(id: string, moment: Pick<Moment, 'pieces' | 'groups'>): string {
  const thing: Piece | Group | undefined =
    moment.groups.find((one) => one.id === id) ?? moment.pieces.find((one) => one.id === id);
  return thing?.name ?? id;
}

/** "A1 moves to …" as it begins a line; `placed`: in the words of the server, once there is a place. */
export function deed(choice: Choice, placed?: string): string {
  const words = placed || choice.words;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
