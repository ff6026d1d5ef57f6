const STEPS: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

/** "2 hours ago" */
export function ago(when: number, now = Date.now()): string {
  const seconds = (now - when) / 1000;
  const [size, unit] = STEPS.find(([size]) => seconds >= size) ?? [1, 'second'];
  if (unit === 'second') return 'just now';
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(seconds / size), unit);
}
