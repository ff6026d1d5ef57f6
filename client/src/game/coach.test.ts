import { describe, expect, it, vi } from 'vitest';

import type { Hint } from '../messages';
import type { Choosing } from './choosing.svelte';
import { Coach } from './coach.svelte';
import type { Game } from './game.svelte';
import type { History } from './history.svelte';

const hint = (option: number, to: Hint['to'] = null): Hint => ({ option, to, words: '', then: [], units: [], gains: [], costs: [], odds: null });

function set(hints: Hint[], { picked = 0, lesson = true, people = 1, own = false } = {}) {
  const options = [0, 1, 2].map((n) => ({ n, deed: n === 2 ? 1 : n, region: n ? {} : null }));
  const site = { spot: null as Hint['to'], tested: { ok: true }, put: vi.fn() };
  const choosing = { picked, own, site, pick: vi.fn(), unselect: vi.fn(), get choice() { return options.find((one) => one.n === this.picked); } };
  const sides = ['person', people > 1 ? 'person' : 'greedy'].map((seat) => ({ seat }));
  const table = { seq: 3, coaching: lesson ? {} : null, result: null, spectator: false, sides };
  const game = { table, mine: true, asked: { options }, socket: { ask: vi.fn().mockResolvedValue({ seq: 3, hints }) } };
  const coach = new Coach(game as unknown as Game, choosing as unknown as Choosing, { at: null } as unknown as History);
  return { coach, choosing, site, ask: game.socket.ask };
}

describe('the coach', () => {
  it('points at the row of the best option, and at the button when it is picked', async () => {
    const { coach, choosing } = set([hint(1), hint(0)]);
    await coach.ask();
    expect(coach.next).toBe(1);
    choosing.picked = 1;
    expect(coach.next).toBe('button');
  });

  it('points at the button if the computer knows nothing better', async () => {
    const { coach } = set([]);
    await coach.ask();
    expect(coach.next).toBe('button');
  });

  it('puts the picked unit where the computer would, only in a lesson', async () => {
    const lesson = set([hint(1, [2, 3, 90])], { picked: 1 });
    await lesson.coach.ask();
    expect(lesson.choosing.site.put).toHaveBeenCalledWith([2, 3, 90]);
    const battle = set([hint(1, [2, 3, 90])], { picked: 1, lesson: false });
    await battle.coach.ask();
    expect(battle.choosing.site.put).not.toHaveBeenCalled();
    expect(battle.coach.next).toBeNull();
  });

  it('takes another way of the same deed for the same row', async () => {
    const { coach, choosing } = set([hint(2, [2, 3, 90])], { picked: 1 });
    await coach.ask();
    expect(choosing.pick).toHaveBeenCalledWith(expect.objectContaining({ n: 2 }));
    expect(coach.next).toBe('button');
  });

  it('says that a learner strays only if he has picked something himself', async () => {
    const first = set([hint(1)]);
    await first.coach.ask();
    expect(first.coach.astray).toBeNull();
    const { coach, ask } = set([hint(1, [2, 3, 90])], { own: true });
    await coach.ask();
    expect(coach.astray).toEqual({ option: 0, to: null });
    ask.mockResolvedValue({ seq: 3, hints: [{ ...hint(0), costs: ['It is slow'] }] });
    await coach.judge();
    expect(ask).toHaveBeenLastCalledWith('hint', { seq: 3, compare: [{ option: 0, to: null }, { option: 1, to: [2, 3, 90] }] });
    expect(coach.verdict?.costs).toEqual(['It is slow']);
  });

  it('says so too if he does the right thing at another place', async () => {
    const { coach, site } = set([hint(1, [2, 3, 90])], { picked: 1, own: true });
    await coach.ask();
    site.spot = [2, 3.2, 90];
    expect(coach.misplaced).toBe(false);
    site.spot = [6, 3, 90];
    expect(coach.misplaced).toBe(true);
  });

  it('is not offered between two people', () => {
    expect(set([], { people: 2 }).coach.offered).toBe(false);
    expect(set([]).coach.offered).toBe(true);
  });
});
