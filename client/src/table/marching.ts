/** Animates units that moved between two views, along the way that the log tells or else straight. */

import { span, type XY } from './pen';

export interface Pose {
  x: number;
  y: number;
  facing: number;
}

export interface March {
  id: string;
  from: Pose;
  to: Pose;
}

/** The units in both views whose place or facing changed. They turn the short way round. */
export function marches(before: ReadonlyMap<string, Pose>, now: ReadonlyMap<string, Pose>): March[] {
  return [...now].flatMap(([id, to]) => {
    const was = before.get(id);
    if (!was || (was.x === to.x && was.y === to.y && was.facing === to.facing)) return [];
    return [{ id, from: { ...was, facing: nearestTurn(to.facing, was.facing) }, to }];
  });
}

/** The same facing as a number near the old one, so that the turn is short. */
export function nearestTurn(from: number, to: number): number {
  return from + (((((to - from) % 360) + 540) % 360) - 180);
}

/** Milliseconds that a march takes; 0 if the person wants no motion. */
export function marchTime(speed: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : Math.max(0, speed);
}

const TAG = 'tag of ';

/** The poses between its ends: how much of the way it has gone at each bend, and where it is. */
export function bends({ from, to }: March, way: readonly XY[]): { share: number; x: number; y: number }[] {
  const points: XY[] = [[from.x, from.y], ...way.slice(1, -1), [to.x, to.y]];
  const spans = points.slice(1).map((p, i) => span(points[i]!, p));
  const whole = spans.reduce((sum, one) => sum + one, 0) || 1;
  let gone = 0;
  return points.slice(1, -1).map(([x, y], i) => ({ share: (gone += spans[i]!) / whole, x, y }));
}

export class Marching {
  #before = new Map<string, Pose>();

  /** Moves everything with a pose from its last pose to its present one: along its way, or else straight. */
  go(layer: SVGElement, time: number, ways: ReadonlyMap<string, XY[]> = new Map()): void {
    const nodes = new Map([...layer.querySelectorAll<SVGElement>('[data-pose]')].map((node) => [nameOf(node), node]));
    const now = new Map([...nodes].map(([id, node]) => [id, poseOf(node)]));
    const moved = time > 0 ? marches(this.#before, now) : [];
    this.#before = now;
    for (const one of moved) animate(nodes.get(one.id)!, one, time, bends(one, ways.get(one.id.replace(TAG, '')) ?? []));
  }
}

/** The tag and the outline of one body have different names. */
function nameOf(node: SVGElement): string {
  const holder = node.closest('[data-id],[data-of]');
  return holder?.getAttribute('data-id') ?? `${TAG}${holder?.getAttribute('data-of')}`;
}

function poseOf(node: SVGElement): Pose {
  const [x = 0, y = 0, facing = 0] = (node.dataset.pose ?? '').split(' ').map(Number);
  return { x, y, facing };
}

function animate(node: SVGElement, { from, to }: March, time: number, between: ReturnType<typeof bends>): void {
  const end = new DOMMatrix(cssOf(node.getAttribute('transform') ?? ''));
  const pose = (x: number, y: number, share: number): Keyframe => {
    const there = DOMMatrix.fromMatrix(end);
    there.e += x - to.x;
    there.f += y - to.y;
    return { transform: `${there.rotate((from.facing - to.facing) * (1 - share))}`, offset: share };
  };
  node.getAnimations().forEach((one) => one.cancel());
  const frames = [pose(from.x, from.y, 0), ...between.map(({ x, y, share }) => pose(x, y, share)), pose(to.x, to.y, 1)];
  node.animate(frames, { duration: time, easing: between.length ? 'linear' : 'ease-in-out' });
}

/** An SVG transform written as CSS. */
function cssOf(transform: string): string {
  return transform.replace(/translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)/g, 'translate($1px, $2px)').replace(/rotate\(([-\d.e]+)\)/g, 'rotate($1deg)');
}
