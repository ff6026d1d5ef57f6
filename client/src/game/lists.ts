/** Makes long lists of options short: by unit touched, by verb and by acting unit. Pure functions. */

import type { Choice, Group, Moment, Piece, Point } from '../messages';

const LONG = 12; // options; a longer list is folded
const ALIKE = 3; // options per fold, on average, that make folding worthwhile

interface Fold {
  heading: string;
  choices: Choice[];
}

/** All ids that one id stands for: the piece, its group, the group's pieces. */
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

/** Whether a complete option is about this place, like fire at a square. */
export function isAt(choice: Choice, [x, y]: Point): boolean {
  return choice.region === null && choice.place !== null && choice.place[0] === x && choice.place[1] === y;
}

export function touching(choices: Choice[], ids: Set<string>): Choice[] {
  return choices.filter((choice) => actsWith(choice, ids) || aimsAt(choice, ids));
}

// ---- the same deed in several ways

/** One choice for each deed: the picked one, else the first. */
export function oneEach(choices: Choice[], picked: number | null): Choice[] {
  const deeds = new Map<number, Choice>();
  for (const choice of choices) if (!deeds.has(choice.deed) || choice.n === picked) deeds.set(choice.deed, choice);
  return [...deeds.values()];
}

export interface Switch {
  label: string;
  values: string[];
}

/** The ways in which a deed can be done, as far as there is a choice. */
export function switchesOf(choices: Choice[], deed: number): Switch[] {
  const alike = choices.filter((choice) => choice.deed === deed);
  const labels = [...new Set(alike.flatMap((choice) => choice.ways.map((way) => way.label)))];
  const all = labels.map((label) => ({ label, values: [...new Set(alike.map((choice) => wayOf(choice, label)))] }));
  return all.filter(({ values }) => values.length > 1);
}

export function wayOf(choice: Choice, label: string): string {
  return choice.ways.find((way) => way.label === label)?.value ?? '';
}

/** The choice of the same deed with this way; otherwise as like the present one as possible. */
export function otherWay(choices: Choice[], now: Choice, label: string, value: string): Choice | null {
  const alike = choices.filter((choice) => choice.deed === now.deed && wayOf(choice, label) === value);
  const same = (choice: Choice): number => choice.ways.filter((way) => wayOf(now, way.label) === way.value).length;
  return alike.reduce<Choice | null>((best, one) => (best === null || same(one) > same(best) ? one : best), null);
}

/** A short list stays flat. A long one is folded by verb, then by unit, if that saves rows. */
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

/** "A1 moves to …", with a capital letter; `placed`: the server's words once there is a place. */
export function titleOf(choice: Choice, placed?: string): string {
  const words = placed || choice.words;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
