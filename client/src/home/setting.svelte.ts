import { SvelteSet } from 'svelte/reactivity';

import { keep, ownToken } from '../game/kept';
import { post } from '../wire/http';
import type { Begun, Begin, RulesInfo, ScenarioInfo } from '../messages';

const OPPONENTS = ['hotseat', 'computer', 'friend'] as const;
export type Opponent = (typeof OPPONENTS)[number];

/** The game that the person sets up: the sides, the opponent and the options. */
export class Setting {
  opponent = $state<Opponent>('computer');
  level = $state('');
  /** Against the computer everything may be taken back. */
  practice = $state(false);
  side = $state('');
  readonly on: SvelteSet<string>;

  constructor(readonly rules: RulesInfo, readonly scenario: ScenarioInfo, wanted = new URLSearchParams()) {
    this.on = new SvelteSet(scenario.options);
    this.level = rules.levels.at(-1)?.id ?? '';
    this.side = scenario.sides.find((side) => side === wanted.get('side')) ?? scenario.sides[0] ?? '';
    this.opponent = OPPONENTS.find((one) => one === wanted.get('against')) ?? 'computer';
  }

  toggle(option: string): void {
    if (this.on.has(option)) this.on.delete(option);
    else this.on.add(option);
  }

  /** The title of an active option that excludes this one. */
  clash(option: string): string | null {
    const others = this.rules.excludes.filter((pair) => pair.includes(option)).flat();
    const other = others.find((one) => one !== option && this.on.has(one));
    return other ? (this.rules.options.find((one) => one.id === other)?.title ?? other) : null;
  }

  get request(): Begin {
    const other = this.opponent === 'computer' ? this.level : 'person';
    return {
      rules: this.rules.id,
      scenario: this.scenario.id,
      options: [...this.on],
      seats: Object.fromEntries(this.scenario.sides.map((side) => [side, side === this.side ? 'person' : other])),
      hotseat: this.opponent === 'hotseat',
      made: this.scenario.made,
      practice: this.opponent === 'computer' && this.practice,
    };
  }

  /** The address of this browser's seat. */
  async begin(): Promise<string> {
    const links = await post<Begun>('/api/games', this.request);
    return seated(links, { title: this.scenario.title, rules: this.rules.short, scenario: this.scenario.id, side: this.side, hotseat: this.opponent === 'hotseat' });
  }
}

interface About {
  title: string;
  rules: string;
  scenario: string;
  side: string | null;
  hotseat: boolean;
}

/** Keeps the game and gives the address of this browser's seat. */
export function seated(links: Begun, about: About): string {
  const token = ownToken(links, about.side);
  const { game, seats, watch } = links;
  keep({ game, seats, watch, token, title: about.title, rules: about.rules, scenario: about.scenario, hotseat: about.hotseat, when: Date.now(), over: false });
  return `/s/${token}`;
}
