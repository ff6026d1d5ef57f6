/** Animates units that moved between two views. No message has to describe a motion. */

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

export class Marching {
  #before = new Map<string, Pose>();

  /** Moves everything with a pose in a straight line from its last pose to its present one. */
  go(layer: SVGElement, time: number): void {
    const nodes = new Map([...layer.querySelectorAll<SVGElement>('[data-pose]')].map((node) => [nameOf(node), node]));
    const now = new Map([...nodes].map(([id, node]) => [id, poseOf(node)]));
    const moved = time > 0 ? marches(this.#before, now) : [];
    this.#before = now;
    for (const one of moved) animate(nodes.get(one.id)!, one, time);
  }
}

/** The tag and the outline of one body have different names. */
function nameOf(node: SVGElement): string {
  const holder = node.closest('[data-id],[data-of]');
  return holder?.getAttribute('data-id') ?? `tag of ${holder?.getAttribute('data-of')}`;
}

function poseOf(node: SVGElement): Pose {
  const [x = 0, y = 0, facing = 0] = (node.dataset.pose ?? '').split(' ').map(Number);
  return { x, y, facing };
}

function animate(node: SVGElement, { from, to }: March, time: number): void {
  const end = new DOMMatrix(cssOf(node.getAttribute('transform') ?? ''));
  const start = DOMMatrix.fromMatrix(end);
  start.e += from.x - to.x;
  start.f += from.y - to.y;
  const turned = start.rotate(from.facing - to.facing);
  node.animate([{ transform: `${turned}` }, { transform: `${end}` }], { duration: time, easing: 'cubic-bezier(.2, .7, .2, 1)' });
}

/** An SVG transform written as CSS. */
function cssOf(transform: string): string {
  return transform.replace(/translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)/g, 'translate($1px, $2px)').replace(/rotate\(([-\d.e]+)\)/g, 'rotate($1deg)');
}
