/** Draws the ground of a free table as SVG, in layers. */

import { chance } from '../chance';
import type { Feature, Ground } from '../../messages';
import { eased, INCH, num, path, smooth, span, strip, towards, walk, type XY } from '../pen';
import { farmland, type Country } from './farmland';
import { crops, drift, field, marsh, rough, tone, tufts } from './fields';
import { airfield, beach } from './flats';
import { cliff, gully, hill } from './hills';
import { lookOf, type Look } from './kinds';
import { lettering, type Lettering, type Setting } from './lettering';
import { house, town } from './towns';
import { bearing, bridge, ford, lake, river } from './water';
import { road, roadLine, roadway, verges, type Surface } from './ways';
import { edge, hedge, orchard, scrub, vineyard, wood } from './woods';
import { blockhouse, dugout, entrenchment, fieldworks, mines, trench, unknown, wall, wire } from './works';

export interface GroundStyle {
  /** Every id inside the drawing begins with this, because the whole page shares its ids. */
  key: string;
  /** Size of the texture: 1 on the table, more on a small map. */
  grain?: number;
}

/** A feature with its places in drawing units. */
export interface Laid {
  id: string;
  seed: string;
  look: Look;
  feature: Feature;
  points: XY[];
  /** Its outline. Natural ground has rounded corners. */
  ring: XY[];
  /** In drawing units; 0 for areas. */
  width: number;
}

interface Sheet {
  width: number;
  height: number;
  grain: number;
  winter: boolean;
  streets: XY[][];
  hills: Laid[];
}

const LAYERS: Look[][] = [
  ['field'], ['hill'], ['cliff'], ['unknown', 'crops', 'orchard', 'vineyard', 'rough', 'scrub', 'marsh', 'airfield', 'beach'], ['lake'], ['gully'], ['stream', 'river'], ['ford'],
  ['track'], ['road'], ['paved'], ['bridge'], ['hedge', 'wall'], ['town'], ['wood'], ['mines', 'wire', 'trench', 'fieldworks', 'dugout', 'bunker'],
];
const ROADS: readonly Look[] = ['track', 'road', 'paved'] satisfies Surface[];
/** Ground that no farmer tills. */
const WASTE: Look[] = ['lake', 'marsh', 'airfield', 'beach', 'crops', 'orchard', 'vineyard', 'rough', 'cliff'];
const BOUNDS: Look[] = ['river', 'stream', 'gully', 'hedge', 'wall'];
/** How far a rounded corner may leave the edge that the rules use: a tenth of an inch. */
const EASE = 2;
const BUILT: Look[] = ['bunker', 'trench', 'bridge', 'wall'];

export function freeGround(ground: Ground, style: GroundStyle): string {
  const [width, height] = [ground.width * INCH, ground.height * INCH];
  const laid = laidOut(ground, style.key);
  const streets = laid.filter(isRoad).map((one) => roadLine(one.points));
  const sheet: Sheet = { width, height, grain: style.grain ?? 1, winter: ground.climate === 'winter', streets, hills: laid.filter((one) => one.look === 'hill') };
  const layers = LAYERS.map((looks) => laid.filter((one) => looks.includes(one.look)));
  return (
    `<rect width="${width}" height="${height}" fill="var(--ground)"/>${openGround(laid, sheet, style.key)}` +
    `<g>${laid.filter(isRoad).map((one) => verges(outward(one.points, sheet), one.width)).join('')}</g>` +
    layers.map((features) => `<g>${inOrder(features).map((one) => draw(one, sheet)).join('')}</g>`).join('') +
    `<g class="edges">${laid.map(ruleEdge).join('')}</g>` +
    crosses(width, height)
  );
}

export function freeLetters(ground: Ground, key: string, setting: Setting): Lettering {
  return lettering(laidOut(ground, key), setting);
}

/** The features of each ground as they were laid out last: the same ground is drawn and lettered again and again. */
const known = new WeakMap<Ground, { key: string; laid: Laid[] }>();

function laidOut(ground: Ground, key: string): Laid[] {
  const found = known.get(ground);
  if (found?.key === key) return found.laid;
  const laid = ground.features.map((feature) => lay(feature, ground, key));
  known.set(ground, { key, laid });
  return laid;
}

function lay(feature: Feature, { width: wide, height }: Ground, key: string): Laid {
  const points = feature.points.map(([x, y]): XY => [x * INCH, (height - y) * INCH]);
  const width = feature.shape === 'strip' ? (feature.width ?? 0.25) * INCH : 0;
  const look = lookOf(feature.kind);
  const ring = feature.shape === 'strip' ? bank(strip(points, width), look) : BUILT.includes(look) ? points : eased(beyond(points, [wide * INCH, height * INCH]), EASE, true);
  return { id: `${key}-${feature.id.replace(/[^a-zA-Z0-9]+/g, '-')}`, seed: feature.id, look, feature, points, ring, width };
}

/** A ridge has rounded elbows, like a hill. */
function bank(ring: XY[], look: Look): XY[] {
  return look === 'hill' ? eased(ring, EASE, true) : ring;
}

/** A road that is given as an area has no course. */
function isRoad(one: Laid): boolean {
  return one.width > 0 && ROADS.includes(one.look);
}

function openGround(laid: readonly Laid[], sheet: Sheet, key: string): string {
  const { width, height, grain } = sheet;
  const tilled = laid.some((one) => one.look === 'crops' || one.look === 'field'); // with rules for fields, decoration must not look like one
  return (
    tone(width, height, `${key}-tone`) +
    (sheet.winter ? drift(width, height, 'snow', 46 * grain) : tufts(width, height, 'grass', 58 * grain)) +
    (tilled ? '' : farmland(lasting(laid), countryOf(laid), grain))
  );
}

function countryOf(laid: readonly Laid[]): Country {
  const lines = (some: Laid[]) => some.map((one) => ({ line: roadLine(one.points), width: one.width }));
  const rings = (looks: Look[]) => laid.filter((one) => !one.width && looks.includes(one.look)).map((one) => one.ring);
  return { roads: lines(laid.filter(isRoad)), houses: rings(['town']), waste: rings(WASTE), bounds: lines(laid.filter((one) => one.width > 0 && BOUNDS.includes(one.look))) };
}

/** A seed from ground that no battle changes: when a bridge breaks, the fields stay as they are. */
function lasting(laid: readonly Laid[]): string {
  return laid.filter((one) => one.look === 'hill' || isRoad(one)).map((one) => one.feature.id).join();
}

/** Lower ground first, so that a second contour lies on the first. */
function inOrder(features: readonly Laid[]): Laid[] {
  return [...features].sort((a, b) => a.feature.level - b.feature.level);
}

function draw(one: Laid, sheet: Sheet): string {
  return one.feature.shape === 'strip' ? drawStrip(one, sheet) : drawArea(one, sheet);
}

function drawStrip(one: Laid, sheet: Sheet): string {
  const { seed, points, ring, width, look } = one;
  switch (look) {
    case 'stream':
    case 'river':
      return river(path(outward(wander(roadLine(points), seed), sheet), false), width);
    case 'gully':
      return gully(outward(roadLine(points), sheet), width, seed);
    case 'track':
    case 'road':
    case 'paved':
      return road(path(outward(roadLine(points), sheet), false), { surface: look, width: roadway(width) * Math.max(0.9, sheet.grain * 0.75) });
    case 'bridge': {
      const { at, degrees, length } = bearing(points);
      return bridge(at, degrees, length, width);
    }
    case 'ford': {
      const { at, degrees, length } = bearing(points);
      return ford(at, degrees, length || width, width);
    }
    case 'hedge':
      return hedge(points, seed);
    case 'wall':
      return wall(path(points, false));
    case 'trench':
      return trench(points);
    case 'wire':
      return wire(points);
    default:
      return drawRing(one, ring, sheet);
  }
}

function drawArea(one: Laid, sheet: Sheet): string {
  if (one.look === 'trench') return entrenchment(one.points);
  if (one.look === 'bridge') return blockhouse(one.points);
  return drawRing(one, one.ring, sheet);
}

/** Draws ground by its outline, even if the file gives it as a strip. */
function drawRing({ id, seed, look, feature, points }: Laid, ring: readonly XY[], { grain, winter, streets, hills }: Sheet): string {
  switch (look) {
    case 'field':
      return field(ring, seed);
    case 'hill':
      return hill(ring, feature.level || 1, { id, seed }, grain, hills.filter((one) => one.seed !== seed && one.feature.level === feature.level).map((one) => one.ring));
    case 'cliff':
      return cliff(ring, seed);
    case 'orchard':
      return orchard(ring, lean(seed), grain);
    case 'vineyard':
      return vineyard(ring, lean(seed));
    case 'crops':
      return crops(ring, seed);
    case 'scrub':
      return scrub(ring, seed);
    case 'rough':
      return rough(ring, seed);
    case 'marsh':
      return marsh(ring, seed);
    case 'lake':
    case 'river':
    case 'stream':
      return lake(ring, id);
    case 'gully':
      return rough(ring, seed);
    case 'ford':
      return ford(bearing(points).at, 0, 16);
    case 'track':
    case 'road':
    case 'paved':
      return `<path d="${path(ring)}" fill="var(--road)" stroke="var(--road-ink)"/>`;
    case 'airfield':
      return airfield(ring, seed);
    case 'beach':
      return beach(ring, seed);
    case 'town':
      if (feature.kind === 'building') return house(points);
      return town(ring, streets, seed, { size: grain, church: feature.kind !== 'buildings' });
    case 'wood':
      return wood(ring, seed, { conifer: winter, size: grain }) + edge(ring);
    case 'mines':
      return mines(ring);
    case 'bunker':
      return blockhouse(ring);
    case 'dugout':
      return dugout(bearing(points).at);
    case 'fieldworks':
      return fieldworks(bearing(points).at);
    case 'hedge':
      return hedge([...ring, ring[0]!], seed);
    case 'wall':
    case 'wire':
    case 'trench':
      return wall(path(ring));
    default:
      return unknown(ring, feature.kind);
  }
}

function lean(seed: string): number {
  return chance(seed).between(-0.2, 0.35);
}

/** Makes a line look natural. It leaves its true course by less than a tenth of an inch. */
export function wander(points: readonly XY[], seed: string, by = 1.7): XY[] {
  const luck = chance(seed);
  const [p, q] = [luck.between(0, 6), luck.between(0, 6)];
  const steps = walk(points, 12, false).map(({ x, y, a }, i): XY => {
    const off = i === 0 ? 0 : by * (Math.sin(i * 0.61 + p) * 0.6 + Math.sin(i * 0.27 + q) * 0.6);
    return [x - Math.sin(a) * off, y + Math.cos(a) * off];
  });
  const last = points[points.length - 1];
  if (!last) return steps;
  return smooth([...steps.filter((p) => span(p, last) > 8), last], false, 3);
}

/** A road or river that ends on the edge of the table runs on beyond it. */
function outward(line: readonly XY[], { width, height }: Sheet): XY[] {
  const off = ([x, y]: XY) => x <= 1 || y <= 1 || x >= width - 1 || y >= height - 1;
  const [a, b, y, z] = [line[0], line[Math.min(3, line.length - 1)], line[Math.max(line.length - 4, 0)], line[line.length - 1]];
  if (!a || !b || !y || !z) return [...line];
  return [...(off(a) ? [towards(a, b, -20)] : []), ...line, ...(off(z) ? [towards(z, y, -20)] : [])].filter((p, i, all) => i === 0 || span(p, all[i - 1]!) > 0);
}

/** An area that ends on the edge of the table goes on beyond it, so no shore or contour runs along the edge. */
function beyond(points: readonly XY[], [width, height]: XY): XY[] {
  const out = 30;
  const edges = ([x, y]: XY): XY => [x <= 0.5 ? -1 : x >= width - 0.5 ? 1 : 0, y <= 0.5 ? -1 : y >= height - 0.5 ? 1 : 0];
  return points.map((p, i): XY => {
    const at = edges(p);
    const neighbours = [points[(i + points.length - 1) % points.length]!, points[(i + 1) % points.length]!];
    const inland = neighbours.filter((q) => !edges(q).some((e, axis) => e && e === at[axis]));
    if (inland.length === 2 || !(at[0] || at[1])) return p;
    return inland[0] ? towards(p, inland[0], -out) : [p[0] + at[0] * out, p[1] + at[1] * out];
  });
}

/** The outline that the rules use, for the overlay of rule edges. */
function ruleEdge(one: Laid): string {
  const ring = one.feature.shape === 'strip' ? one.ring : one.points;
  return `<path d="${path(ring)}" class="true-edge"/>`;
}

/** A cross every six inches. */
function crosses(width: number, height: number): string {
  const six = 6 * INCH;
  let d = '';
  for (let x = six; x < width; x += six) for (let y = six; y < height; y += six) d += `M${num(x - 3)} ${num(y)}h6M${num(x)} ${num(y - 3)}v6`;
  return `<path d="${d}" stroke="var(--ground-mark)" stroke-width="1"/>`;
}
