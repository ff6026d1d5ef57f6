/** Fingers, mouse and wheel on the table: pan, pinch, zoom, drag, tap and hover. */

import { span, type XY } from './pen';
import type { BodyGrip, TapeEnd } from './placing';

export type Grip = 'pan' | 'ghost' | 'turn' | 'ruler' | TapeEnd | BodyGrip;

export interface Hands {
  /** What a drag from here would move. */
  grip(target: Element | null, at: XY): Grip;
  pan(dx: number, dy: number): void;
  zoom(factor: number, about: XY): void;
  /** The gesture is over. The drawing becomes sharp again. */
  settle(): void;
  drag(grip: Exclude<Grip, 'pan'>, at: XY, how: { start: XY; touch: boolean; done: boolean }): void;
  tap(target: Element | null, at: XY, touch: boolean): void;
  hover(target: Element | null, at: XY | null): void;
}

interface Press {
  at: XY;
  start: XY;
  target: Element | null;
  touch: boolean;
  moved: boolean;
  grip: Grip;
}

const STILL = 150;

export function gestures(node: HTMLElement, hands: Hands): () => void {
  const presses = new Map<number, Press>();
  let settling: ReturnType<typeof setTimeout> | undefined;
  let corner: XY = [0, 0];
  const here = (e: MouseEvent): XY => {
    // Read once per press: a read while the table moves would force a new layout each time.
    if (!presses.size) {
      const box = node.getBoundingClientRect();
      corner = [box.left, box.top];
    }
    return [e.clientX - corner[0], e.clientY - corner[1]];
  };
  const settleSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(() => hands.settle(), STILL);
  };

  const down = (e: PointerEvent) => {
    const target = e.target instanceof Element ? e.target : null;
    if (e.button > 0 || target?.closest('button')) return; // a button on the table takes its own presses
    const at = here(e);
    presses.set(e.pointerId, { at, start: at, target, touch: e.pointerType !== 'mouse', moved: false, grip: hands.grip(target, at) });
  };

  const move = (e: PointerEvent) => {
    const press = presses.get(e.pointerId);
    if (!press) return hands.hover(e.target instanceof Element ? e.target : null, here(e));
    const [was, at] = [press.at, here(e)];
    press.at = at;
    if (presses.size === 2) return pinch(press, was);
    if (!press.moved && span(press.start, at) < (press.touch ? 9 : 5)) return;
    if (!press.moved) {
      node.setPointerCapture(e.pointerId);
      node.classList.add('moving');
    }
    press.moved = true;
    if (press.grip === 'pan') hands.pan(at[0] - was[0], at[1] - was[1]);
    else hands.drag(press.grip, at, { start: press.start, touch: press.touch, done: false });
  };

  /** Two fingers zoom by how far they part, about the point between them. */
  const pinch = (press: Press, was: XY) => {
    const other = [...presses.values()].find((one) => one !== press);
    if (!other) return;
    press.moved = other.moved = true;
    const [before, now] = [span(was, other.at), span(press.at, other.at)];
    hands.pan((press.at[0] - was[0]) / 2, (press.at[1] - was[1]) / 2);
    if (before > 0) hands.zoom(now / before, [(press.at[0] + other.at[0]) / 2, (press.at[1] + other.at[1]) / 2]);
  };

  const up = (e: PointerEvent) => {
    const press = presses.get(e.pointerId);
    if (!press) return;
    presses.delete(e.pointerId);
    if (!presses.size) node.classList.remove('moving');
    const cancelled = e.type === 'pointercancel';
    if (!press.moved) {
      if (!cancelled) hands.tap(press.target, press.at, press.touch);
    } else if (press.grip === 'pan') hands.settle();
    else hands.drag(press.grip, press.at, { start: press.start, touch: press.touch, done: true });
  };

  const wheel = (e: WheelEvent) => {
    e.preventDefault();
    const lines = e.deltaMode === 1 ? 16 : 1;
    hands.zoom(Math.exp(-e.deltaY * lines * (e.ctrlKey ? 0.01 : 0.0016)), here(e));
    settleSoon();
  };
  const leave = () => hands.hover(null, null);

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  node.addEventListener('pointerleave', leave);
  node.addEventListener('wheel', wheel, { passive: false });
  return () => {
    clearTimeout(settling);
    node.removeEventListener('pointerdown', down);
    node.removeEventListener('pointermove', move);
    node.removeEventListener('pointerup', up);
    node.removeEventListener('pointercancel', up);
    node.removeEventListener('pointerleave', leave);
    node.removeEventListener('wheel', wheel);
  };
}
