import { describe, expect, it } from 'vitest';

import { cut } from './terms';

const term = (word: string, ...also: string[]) => ({ word, also, meaning: '', clause: '' });
const words = (text: string, ...terms: ReturnType<typeof term>[]): string[] => cut(text, terms).map((bit) => (bit.term ? `<${bit.text}>` : bit.text));

describe('words of the game in a text', () => {
  it('are found in any form, as whole words only', () => {
    expect(words('3 SP lost, exhausted at 6', term('SP'), term('exhaustion', 'exhausted'))).toEqual(['3 ', '<SP>', ' lost, ', '<exhausted>', ' at 6']);
    expect(words('SPARE time', term('SP'))).toEqual(['SPARE time']);
  });

  it('a longer word goes before a part of it', () => {
    expect(words('close combat', term('close'), term('close combat'))).toEqual(['<close combat>']);
  });

  it('a word may contain signs', () => {
    expect(words('the C Ops (d20)', term('C Ops'), term('(d20)'))).toEqual(['the ', '<C Ops>', ' ', '<(d20)>']);
  });

  it('without terms the text stays whole', () => {
    expect(words('a line')).toEqual(['a line']);
  });
});
