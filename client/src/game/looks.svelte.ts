/** This person's settings for the page. The browser keeps them. */

export type Theme = 'system' | 'light' | 'dark';
export type Overlay = 'reach' | 'sight' | 'fire' | 'threat' | 'edges';

export const OVERLAYS: { id: Overlay; key: string; words: string }[] = [
  { id: 'reach', key: 'r', words: 'Reach' },
  { id: 'sight', key: 's', words: 'Sight' },
  { id: 'fire', key: 'f', words: 'Fire bands' },
  { id: 'threat', key: 't', words: 'Threat' },
  { id: 'edges', key: 'g', words: 'Rule edges' },
];

const KEPT = 'looks';

interface Kept {
  sound: boolean;
  notices: boolean;
  animate: boolean;
  pace: number;
  quick: boolean;
}

function kept(): Partial<Kept> {
  return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>;
}

export class Looks {
  overlays = $state<Record<Overlay, boolean>>({
    reach: true, sight: true, fire: true, threat: true, edges: false,
  });
  sound = $state(kept().sound ?? false);
  notices = $state((kept().notices ?? false) && mayNotify());
  animate = $state(kept().animate ?? true);
  /** How much faster than usual things happen on the map. */
  pace = $state(kept().pace ?? 1);
  /** A tap gives an order at once where nothing is at stake. */
  quick = $state(kept().quick ?? true);
  theme = $state<Theme>((localStorage.getItem('theme') as Theme | null) ?? 'system');

  toggle(overlay: Overlay): void {
    this.overlays[overlay] = !this.overlays[overlay];
  }

  setSound(on: boolean): void {
    this.sound = on;
    this.keep();
    if (on) chime();
  }

  /** Asks the browser for leave to show notices. */
  async setNotices(on: boolean): Promise<void> {
    this.notices = on && (await Notification.requestPermission()) === 'granted';
    this.keep();
  }

  setAnimate(on: boolean): void {
    this.animate = on;
    this.keep();
  }

  setPace(pace: number): void {
    this.pace = pace;
    this.keep();
  }

  setQuick(on: boolean): void {
    this.quick = on;
    this.keep();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
    const dark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }

  private keep(): void {
    localStorage.setItem(KEPT, JSON.stringify({ sound: this.sound, notices: this.notices, animate: this.animate, pace: this.pace, quick: this.quick }));
  }
}

/** Whether this browser can show notices here. It does so only on its own machine or over HTTPS. */
export const canNotify = (): boolean => isSecureContext && 'Notification' in window;

const mayNotify = (): boolean => canNotify() && Notification.permission === 'granted';

/** A notice of the browser; a click on it leads back to this page. */
export function notify(title: string, words: string): void {
  if (!mayNotify()) return;
  const notice = new Notification(title, { body: words, tag: location.pathname });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Two soft notes that say it is your turn. */
export function chime(): void {
  const audio = new AudioContext();
  [523, 784].forEach((pitch, n) => {
    const tone = new OscillatorNode(audio, { frequency: pitch, type: 'sine' });
    const loud = new GainNode(audio, { gain: 0 });
    const from = audio.currentTime + n * 0.16;
    loud.gain.setValueAtTime(0.0001, from);
    loud.gain.exponentialRampToValueAtTime(0.12, from + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, from + 0.4);
    tone.connect(loud).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.45);
  });
}
