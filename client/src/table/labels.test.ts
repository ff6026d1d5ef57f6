import { describe, expect, it } from 'vitest';

import type { Ground, Piece } from '../messages';
import { piece, words } from '../specimen/things';
import { chartOf, corners, type Placed } from './chart';
import { overlap } from './ground/lettering';
import { labelsOf, labelSvg, type Label } from './labels';
import { boxOf, textWidth } from './pen';
import { boxAt } from './tags';

const ground: Ground = { kind: 'free', width: 30, height: 30, climate: 'temperate', features: [], squares: null, levels: null };
const chart = chartOf(ground);
const s = 0.4;
const stand = (n: number, x: number, y: number, facing = 0, marks: string[] = []) =>
  piece(`K1/${n}`, 0, 'infantry', x, y, facing, { name: `K1/${n} infantry`, short: `${n} infantry`, group: 'K1', marks: words(...marks) }) as Placed<Piece>;
const about = (wanted: string[] = []) => ({ chart, s, taken: [], wanted: new Set(wanted) });
const boxOfLabel = ({ at, name, words: marks }: Label) => boxAt(at, Math.max(textWidth(name, 10), textWidth(marks, 10, false)) * s, (marks ? 22 : 11) * s);

describe('names of stands', () => {
  it('stand below their stand, without the name of its battalion', () => {
    const [one] = labelsOf([stand(1, 10, 10)], about());
    expect(one).toMatchObject({ name: '1 infantry', words: '' });
    expect(one!.at[0]).toBe(200);
    expect(one!.at[1]).toBeGreaterThan(400 + 5);
  });

  it('are left to zones, which have their own, and cut short for detachments too', () => {
    const zone = piece('FUP', 0, 'other', 10, 10) as Placed<Piece>;
    const gun = piece('Red detachment 2/1', 0, 'anti-tank', 10, 10, 0, { name: 'detachment 2/1 AT gun', short: '1 AT gun', group: 'Red detachment 2' }) as Placed<Piece>;
    expect(labelsOf([zone, gun], about()).map((one) => one.name)).toEqual(['1 AT gun']);
  });

  it.each([0, 35, 90])('cover no stand and no other name in a tight column that faces %d', (facing) => {
    const a = (facing * Math.PI) / 180;
    const column = [0, 1, 2, 3, 4].map((i) => stand(i, 15 - i * 0.6 * Math.sin(a), 15 - i * 0.6 * Math.cos(a), facing, i === 2 ? ['suppressed'] : []));
    const labels = labelsOf(column, about());
    const boxes = labels.map(boxOfLabel);
    expect(labels.length).toBeGreaterThan(2);
    boxes.forEach((box, i) => boxes.slice(i + 1).forEach((other) => expect(overlap(box, other)).toBeLessThan(1)));
    if (facing % 90 === 0) for (const box of boxes) for (const one of column) expect(overlap(box, boxOf(corners(one, chart)))).toBeLessThan(1);
  });

  it('are left out in a crowd, but for whoever is chosen or pointed at', () => {
    const crowd = [0, 1, 2, 3, 4, 5, 6].flatMap((i) => [0, 1, 2, 3, 4, 5, 6].map((j) => stand(i * 7 + j, 10 + i * 1.5, 10 + j * 0.5)));
    const named = (wanted: string[]) => labelsOf(crowd, about(wanted)).map((one) => one.id);
    expect(named([]).length).toBeLessThan(crowd.length);
    expect(named([])).not.toContain('K1/24');
    expect(named(['K1/24'])).toContain('K1/24');
  });

  it('keep clear of tags', () => {
    const free = labelsOf([stand(1, 10, 10)], about())[0]!;
    const tag = boxAt(free.at, 20, 6);
    expect(overlap(boxOfLabel(labelsOf([stand(1, 10, 10)], { ...about(), taken: [tag] })[0]!), tag)).toBe(0);
  });

  it('never write markup', () => {
    expect(labelSvg({ id: 'a', at: [0, 0], name: '<b>', words: '<i>' }, 1)).not.toMatch(/<b>|<i>/);
  });
});
