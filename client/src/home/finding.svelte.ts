import type { ScenarioInfo } from '../messages';

export type Length = '' | 'short' | 'hour' | 'long';
export type Size = '' | 'small' | 'medium' | 'large';

export const LENGTHS: [Length, string][] = [['', 'Any length'], ['short', 'Up to 20 minutes'], ['hour', 'Up to an hour'], ['long', 'Longer']];
export const SIZES: [Size, string][] = [['', 'Any size'], ['small', 'Up to 16 units'], ['medium', '17 to 40 units'], ['large', 'More units']];

const [QUICK, HOUR] = [20, 60]; // minutes
const [FEW, MANY] = [16, 40]; // units

export function lengthClass(scenario: ScenarioInfo): Length {
  if (scenario.large || scenario.minutes > HOUR) return 'long';
  if (!scenario.minutes) return ''; // nobody has measured it
  return scenario.minutes <= QUICK ? 'short' : 'hour';
}

export function sizeClass({ units }: ScenarioInfo): Size {
  return units <= FEW ? 'small' : units <= MANY ? 'medium' : 'large';
}

/** "about 20 minutes", as far as it is known. */
export function lengthOf(scenario: ScenarioInfo): string {
  return scenario.minutes ? `about ${scenario.minutes} minutes` : scenario.large ? 'hours' : '';
}

/** Which battles the person looks for. */
export class Finding {
  rules = $state('');
  length = $state<Length>('');
  size = $state<Size>('');
  /** Nothing is hidden, so one person can play both sides. */
  solo = $state(false);

  fits(scenario: ScenarioInfo): boolean {
    return (
      (!this.rules || scenario.rules === this.rules) &&
      (!this.length || lengthClass(scenario) === this.length) &&
      (!this.size || sizeClass(scenario) === this.size) &&
      !(this.solo && scenario.hidden)
    );
  }

  clear(): void {
    this.rules = this.length = this.size = '';
    this.solo = false;
  }
}
