import type { Begun } from '../messages';
import { seated } from '../home/setting.svelte';
import { post } from '../wire/http';

/** Begins the first lesson of a rule set. Gives the address of the learner's seat. */
export async function lesson(rules: { id: string; short: string }): Promise<string> {
  const links = await post<Begun>(`/api/lessons/${rules.id}`, {});
  return seated(links, { title: `Lesson: ${rules.short}`, rules: rules.short, scenario: '', side: null, hotseat: false });
}
