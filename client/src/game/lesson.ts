import type { Begun, RulesInfo } from '../messages';
import { seated } from '../home/setting.svelte';
import { post } from '../wire/http';

/** Begins the first lesson of a rule set. Gives the address of the learner's seat. */
export async function lesson(rules: RulesInfo): Promise<string> {
  const links = await post<Begun>(`/api/lessons/${rules.id}`, {});
  const { scenario = '', side = null } = rules.lesson ?? {};
  return seated(links, { title: `Lesson: ${rules.short}`, rules: rules.short, scenario, side, hotseat: false });
}
