/** Our own drawings of the usual map symbols, each in a box w by h about the origin; `class="u-fill"` marks what is solid. */

import { num as n } from './pen';

type Draw = (x: number, y: number, k: number) => string;

const cross: Draw = (x, y) => `<path d="M${n(-x)} ${n(-y)}L${n(x)} ${n(y)}M${n(-x)} ${n(y)}L${n(x)} ${n(-y)}"/>`;
const slash: Draw = (x, y) => `<path d="M${n(-x)} ${n(y)}L${n(x)} ${n(-y)}"/>`;
const oval: Draw = (x, y) => `<rect x="${n(-x * 0.62)}" y="${n(-y * 0.52)}" width="${n(x * 1.24)}" height="${n(y * 1.04)}" rx="${n(Math.min(x * 0.62, y * 0.52))}"/>`;
const dot = (r: number, y = 0): string => `<circle class="u-fill" cy="${n(y)}" r="${n(r)}"/>`;
const star = (r: number, y = 0): string => {
  const tips = Array.from({ length: 10 }, (_, i) => {
    const [a, far] = [(i * Math.PI) / 5 - Math.PI / 2, i % 2 ? r * 0.4 : r];
    return `${n(far * Math.cos(a))} ${n(y + far * Math.sin(a))}`;
  });
  return `<path class="u-fill" d="M${tips.join('L')}Z"/>`;
};
const ring: Draw = (_x, _y, k) => `<circle r="${n(k * 0.26)}"/>${dot(k * 0.08)}`;
const flag: Draw = (x, y) => {
  const [left, top] = [-x * 0.66, -y * 0.62];
  return `<path class="u-fill" d="M${n(left)} ${n(top)}H${n(x * 0.66)}V${n(top + y * 0.62)}H${n(left)}Z"/><path d="M${n(left)} ${n(top)}V${n(y * 0.72)}"/>`;
};
/** An arrow that points up. */
const arrow = (bottom: number, top: number, barb: number): string =>
  `<path d="M0 ${n(bottom)}V${n(top)}M${n(-barb)} ${n(top + barb)}L0 ${n(top)}L${n(barb)} ${n(top + barb)}"/>`;
const wheels = (x: number, y: number, r: number): string => `<circle cx="${n(-x)}" cy="${n(y)}" r="${n(r)}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/>`;
/** The side of a lorry, down to its frame. */
const lorry = (x: number, y: number, low: number): string =>
  `<path d="M${n(-x * 0.62)} ${n(y * low)}V${n(-y * 0.42)}H${n(x * 0.2)}V${n(-y * 0.16)}H${n(x * 0.5)}L${n(x * 0.66)} ${n(y * 0.04)}V${n(y * low)}Z"/>`;
/** Scales a path without arcs that was written for a box of one by one. */
const sized = (d: string, k: number, cls = ''): string => `<path${cls && ` class="${cls}"`} d="${d.replace(/-?\d*\.?\d+/g, (v) => ` ${n(Number(v) * k)}`)}"/>`;
const solid = (d: string, k: number): string => sized(d, k, 'u-fill');
const FIGHTER = 'M0 -.42C.07 -.36 .07 -.2 .075 -.12L.46 -.02V.09L.07 .07L.045 .28L.16 .33V.4H-.16V.33L-.045 .28L-.07 .07L-.46 .09V-.02L-.075 -.12C-.07 -.2 -.07 -.36 0 -.42Z';
const BOMBER =
  'M0 -.45C.075 -.38 .075 -.21 .08 -.13L.21 -.1V-.15H.31V-.08L.64 -.02V.1L.075 .075L.05 .3L.21 .35V.42H-.21V.35L-.05 .3' +
  'L-.075 .075L-.64 .1V-.02L-.31 -.08V-.15H-.21V-.1L-.08 -.13C-.075 -.21 -.075 -.38 0 -.45Z';
const GLIDER =
  'M0 -.4C.05 -.34 .05 -.16 .05 -.12H.64V-.05L.045 .02L.03 .3H.15V.37H-.15V.3H-.03L-.045 .02L-.64 -.05V-.12H-.05C-.05 -.16 -.05 -.34 0 -.4Z';
const CANOPY = 'M-.36 -.06C-.36 -.5 .36 -.5 .36 -.06C.24 -.15 .12 -.15 0 -.06C-.12 -.15 -.24 -.15 -.36 -.06Z';
const CLOUD = 'M-.3 .1C-.46 .06 -.42 -.14 -.24 -.13C-.2 -.36 .14 -.38 .2 -.16C.42 -.2 .46 .06 .3 .1ZM-.18 .2V.32M0 .2V.36M.18 .2V.32';

const DRAWN: Record<string, Draw> = {
  infantry: cross,
  armour: oval,
  'assault-gun': (x, y, k) => oval(x, y, k) + dot(k * 0.13),
  'anti-tank': (x, y) => `<path d="M${n(-x)} ${n(y)}L0 ${n(-y)}L${n(x)} ${n(y)}"/>`,
  'field-gun': (_x, _y, k) => dot(k * 0.2),
  'heavy-weapons': (x, y) => arrow(y * 0.55, -y * 0.62, x * 0.38) + `<path d="M${n(-x * 0.45)} ${n(y * 0.55)}H${n(x * 0.45)}"/>`,
  hq: flag,
  ops: (x, y, k) => star(k * 0.36, -k * 0.05) + `<path d="M${n(-x * 0.6)} ${n(y * 0.74)}H${n(x * 0.6)}"/>`,
  cavalry: slash,
  engineer: (x, y) => {
    const [w, low, high] = [n(x * 0.6), n(y * 0.45), n(-y * 0.38)];
    return `<path d="M-${w} ${low}V${high}H${w}V${low}M0 ${high}V${low}"/>`;
  },
  recon: (x, y, k) => oval(x, y, k) + slash(x, y, k),
  mortar: (_x, y, k) => `<circle cy="${n(y * 0.42)}" r="${n(k * 0.13)}"/>` + arrow(y * 0.16, -y * 0.66, k * 0.16),
  'machine-gun': (_x, y, k) =>
    arrow(y * 0.6, -y * 0.66, k * 0.17) + `<path d="M${n(-k * 0.26)} ${n(y * 0.6)}H${n(k * 0.26)}M${n(-k * 0.17)} ${n(y * 0.15)}H${n(k * 0.17)}"/>`,
  'anti-air': (x, y, k) => {
    const [w, low, high] = [n(x * 0.72), n(y * 0.7), n(-y * 1.02)];
    return `<path d="M-${w} ${low}C-${w} ${high} ${w} ${high} ${w} ${low}"/>` + dot(k * 0.15, y * 0.28);
  },
  truck: (x, y, k) => lorry(x, y, 0.28) + wheels(x * 0.36, y * 0.46, k * 0.1),
  'half-track': (x, y, k) =>
    lorry(x, y, 0.12) +
    `<rect x="${n(-x * 0.66)}" y="${n(y * 0.24)}" width="${n(x * 0.82)}" height="${n(y * 0.38)}" rx="${n(y * 0.19)}"/>` +
    `<circle cx="${n(x * 0.46)}" cy="${n(y * 0.43)}" r="${n(k * 0.1)}"/>`,
  fighter: (_x, _y, k) => solid(FIGHTER, k),
  bomber: (_x, _y, k) => solid(BOMBER, k),
  glider: (_x, _y, k) => solid(GLIDER, k),
  paratroop: (_x, _y, k) => solid(CANOPY, k) + sized('M-.34 -.05L0 .36L.34 -.05M0 -.05V.36', k) + dot(k * 0.09, k * 0.36),
  commander: (_x, _y, k) => star(k * 0.36),
  spotter: (_x, y, k) => `<path d="M0 ${n(-y * 0.6)}L${n(k * 0.36)} ${n(y * 0.5)}H${n(-k * 0.36)}Z"/>` + dot(k * 0.075, y * 0.14),
  blind: (_x, _y, k) => sized('M-.17 -.16C-.17 -.4 .19 -.4 .19 -.14C.19 .02 0 -.02 0 .15', k) + dot(k * 0.06, k * 0.31),
  objective: (_x, _y, k) => solid('M-.2 -.36H.32L.18 -.18L.32 0H-.2Z', k) + sized('M-.2 -.36V.38', k),
  gas: (_x, _y, k) => sized(CLOUD, k),
  works: (x, y) => {
    const [t, up, down] = [n((x * 1.3) / 5), n(-y * 0.55), n(y * 0.55)];
    return `<path d="M${n(-x * 0.65)} ${n(y * 0.3)}v${up}h${t}v${down}h${t}v${up}h${t}v${down}h${t}v${up}h${t}v${down}"/>`;
  },
  other: ring,
};

export const SYMBOLS = Object.keys(DRAWN);

/** Symbols that reach into the corners of their frame. They are smaller in a frame with cut corners. */
const TO_CORNERS = ['infantry', 'anti-tank', 'cavalry', 'recon'];

export function glyph(symbol: string, w: number, h: number): string {
  const draw = DRAWN[symbol] ?? ring;
  return draw(w / 2, h / 2, Math.min(w, h));
}

export type SideName = 'a' | 'b' | 'n';

export function sideName(side: number): SideName {
  return side === 0 ? 'a' : side === 1 ? 'b' : 'n';
}

/** How much smaller than its frame a symbol is, so that it ends at the frame. */
export function leanOf(symbol: string, side: SideName, a: number, b: number): number {
  return TO_CORNERS.includes(symbol) ? (side === 'b' ? b : a) : 0;
}
