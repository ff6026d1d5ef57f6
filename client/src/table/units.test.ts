import { describe, expect, it } from 'vitest';

import type { Piece } from '../messages';
import { battalion, mark, piece, slot } from '../specimen/things';
import { bodyOf, farCounter, hull, isLoose, mainSymbol, outlineMark, stateOf, tagOf, tagSpots } from './battalions';
import { counter, frame, stand, standDefs, zoneText } from './bodies';
import { chartOf } from './chart';
import { badge, marksOn } from './marks';
import { sharing } from './stacks';
import { glyph, SYMBOLS } from './symbols';

const chart = chartOf({ kind: 'free', width: 20, height: 20, climate: 'temperate', features: [], squares: null, levels: null });
const WIRE = 'infantry armour assault-gun anti-tank field-gun heavy-weapons hq ops cavalry engineer recon mortar machine-gun anti-air truck half-track fighter bomber glider paratroop commander spotter blind objective gas works other';
const body = (side: number, at: [number, number, number], formation: string, ...slots: ReturnType<typeof slot>[]) => {
  const { group, pieces } = battalion('A1', side, at, formation, slots);
  return bodyOf(group, new Map(pieces.map((one) => [one.id, one])), chart)!;
};

describe('symbols', () => {
  it.each(WIRE.split(' '))('has a drawing of %s', (symbol) => {
    expect(SYMBOLS).toContain(symbol);
    expect(glyph(symbol, 30, 20)).toMatch(/^<(path|rect|circle)/);
    expect(glyph(symbol, 30, 20)).not.toMatch(/NaN|undefined/);
  });

  it('are all different', () => {
    expect(new Set(SYMBOLS.map((symbol) => glyph(symbol, 30, 20))).size).toBe(SYMBOLS.length);
  });

  it('draws what it does not know as a plain ring', () => {
    expect(glyph('zeppelin', 30, 20)).toBe(glyph('other', 30, 20));
  });
});

describe('zones', () => {
  it.each([['FUP', 'FUP'], ['Western Command FUP', 'FUP'], ['Rendezvous', 'RZ']])('has %s drawn as %s', (name, letters) => {
    expect(zoneText(piece('zone', 0, 'other', 10, 10, 0, { name, tag: 'RZ' }))).toContain(`>${letters}</text>`);
  });
});

describe('sides', () => {
  it('differ by frame and hatch, not by colour alone', () => {
    expect(frame('b', 30, 20)).toContain('u-hatch');
    expect(frame('a', 30, 20)).not.toContain('u-hatch');
    expect(frame('a', 30, 20)).not.toBe(frame('n', 30, 20));
  });
});

describe('stands', () => {
  it('of one kind, side and size share a drawing', () => {
    const pieces: Piece[] = [piece('1', 0, 'infantry', 1, 1), piece('2', 0, 'infantry', 2, 2), piece('3', 1, 'infantry', 3, 3), piece('4', 0, 'armour', 3, 3, 0, { d: 1 })];
    expect(standDefs('k', pieces).match(/<g id=/g)).toHaveLength(3);
  });

  it('are drawn to scale', () => {
    expect(stand(piece('1', 0, 'infantry', 1, 1, 0, { w: 2, d: 1 }))).toContain('M-20 -10L20 -10L20 10L-20 10Z');
  });
});

describe('counters', () => {
  it('show strength as pips, filled and hollow, and from six up in figures', () => {
    const drawn = counter(piece('1', 0, 'infantry', 0, 0, 0, { strength: { now: 2, full: 4 } }));
    expect(drawn.match(/class="sp"/g)).toHaveLength(2);
    expect(drawn.match(/class="sp gone"/g)).toHaveLength(2);
    expect(counter(piece('1', 0, 'commander', 0, 0, 0, { strength: { now: 5, full: 6 } }))).toContain('5/6');
  });

  it('point the way they face', () => {
    expect(counter(piece('1', 0, 'infantry', 0, 0, 90))).toContain('rotate(90)');
  });

  it('share a square: the fighter large, the truck small in a corner, a passenger with its carrier', () => {
    const truck = piece('truck', 0, 'truck', 2, 3);
    const list = [truck, piece('inf', 0, 'infantry', 2, 3), piece('mg', 0, 'machine-gun', null, null, 0, { aboard: 'truck' }), piece('far', 0, 'infantry', 0, 0)];
    const set = sharing(list, { file: 2, rank: 3 });
    expect(set.map((one) => one.piece.id)).toEqual(['inf', 'truck', 'mg']);
    expect(set[1]!.k).toBe(0.62);
    expect(sharing([truck], { file: 2, rank: 3 })).toEqual([{ piece: truck, dx: 0, dy: 0, k: 1 }]);
  });
});

describe('marks', () => {
  it('show what is known as a sign and what is not as two letters', () => {
    expect(badge(mark('fired'), 0, 0)).not.toContain('<text');
    expect(badge(mark('', 'bewildered'), 0, 0)).toContain('>be<');
    expect(badge(mark('', 'bewildered'), 0, 0)).toContain('<title>bewildered</title>');
  });

  it('are shown once each, without what the drawing itself tells', () => {
    const done = [mark('moved'), { ...mark('', 'activated'), drawn: false }];
    const shown = marksOn({ marks: [mark('', 'inactive'), mark('wire', 'laying'), mark('wire', 'clearing')], done });
    expect(shown.map((one) => one.word)).toEqual(['laying', 'moved']);
  });
});

describe('battalions', () => {
  const four = [slot('infantry', -0.9, -0.45), slot('infantry', 0.9, -0.45), slot('infantry', -0.9, 0.45), slot('infantry', 0.9, 0.45)];

  it('have an outline round all their stands, whatever they face', () => {
    const one = body(0, [10, 10, 37], 'assault', ...four);
    expect(one.box.x1 - one.box.x0).toBeCloseTo(2 * (18 + 15 + 5), 5);
    expect(one.box.y1 - one.box.y0).toBeCloseTo(2 * (9 + 5 + 5), 5);
  });

  it('tell their formation by the mark on the front', () => {
    const marks = ['assault', 'defensive', 'march', 'road march'].map((formation) => outlineMark(body(0, [10, 10, 0], formation, ...four), false));
    expect(new Set(marks).size).toBe(4);
  });

  it('say on the tag what is left to do, and that the enemy does not see them', () => {
    const one = body(0, [10, 10, 0], 'assault', ...four);
    const tag = tagOf({ ...one, group: { ...one.group, actions: { left: 1, of: 2 }, secret: true } }).svg;
    expect(tag.match(/class="pip"/g)).toHaveLength(1);
    expect(tag.match(/class="pip spent"/g)).toHaveLength(1);
    expect(tag).toContain('class="eye"');
  });

  it('have the tag at the rear first', () => {
    const [x, y] = tagSpots(body(0, [10, 10, 90], 'assault', ...four), 40, 16)[0]!;
    expect(x).toBeLessThan(200 - 20);
    expect(y).toBeCloseTo(200, 0);
  });

  it('go pale when inactive or gone to ground', () => {
    const one = body(0, [10, 10, 0], 'assault', ...four).group;
    expect(stateOf({ ...one, standing: 'to ground' })).toBe('ground');
    expect(stateOf({ ...one, standing: 'inactive' })).toBe('inactive');
    expect(stateOf(one)).toBe('');
  });

  it('are one counter from afar, with the symbol of most stands and a sign if one is suppressed', () => {
    const one = body(1, [10, 10, 0], 'assault', slot('infantry', -1, 0, 'suppressed'), slot('infantry', 1, 0), slot('hq', 0, 1));
    expect(mainSymbol(one.stands)).toBe('infantry');
    expect(farCounter(one, false)).toContain('bdg-stop');
  });

  it('are not one counter from afar if they have no place of their own', () => {
    const one = body(0, [10, 10, 0], 'assault', ...four);
    expect(isLoose(one)).toBe(false);
    expect(isLoose({ ...one, group: { ...one.group, x: null, y: null } })).toBe(true);
  });

  it('that are scattered over the table have no outline', () => {
    expect(body(0, [10, 10, 0], 'march', slot('infantry', -9, 0), slot('infantry', 9.5, 0)).outline).toBe('');
  });

  it('are off the table when none of their stands is on it', () => {
    const { group, pieces } = battalion('A1', 0, [1, 1, 0], 'march', four);
    expect(bodyOf(group, new Map(pieces.map((one) => [one.id, { ...one, x: null, y: null }])), chart)).toBeNull();
  });

  it('that are bent are drawn round tightly', () => {
    expect(hull([[0, 0], [10, 0], [10, 10], [0, 10], [5, 5]])).toHaveLength(4);
  });
});

describe('quality', () => {
  const marks = (rank: number, of: number) => {
    const drawn = counter(piece('x', 0, 'infantry', 0, 0, 0, { strength: { now: 3, full: 3 }, quality: { rank, of, word: 'Veteran' } }));
    return /<path d="([^"]+)" class="qual">/.exec(drawn)?.[1] ?? '';
  };

  it('has one chevron for the best of three, one bar for the worst, nothing for the middle', () => {
    expect([3, 2, 1].map((rank) => [marks(rank, 3).split('M').length - 1, marks(rank, 3).includes('l')])).toEqual([[1, true], [0, false], [1, false]]);
  });

  it('tells all eight of eight apart', () => {
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map((rank) => marks(rank, 8))).size).toBe(8);
  });
});
