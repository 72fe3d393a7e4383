import { describe, expect, it } from 'vitest';
import { statingSentences } from './stating-sentences.ts';

const statedIn = (text: string): string[] => statingSentences(text).map(({ from, to }) => text.slice(from, to));

describe('the sentences of a text that state something', () => {
  it.each<[string, string[]]>([
    ['Great! We painted the gate blue. Do you like it?', ['We painted the gate blue.']],
    ['I take the early train, can you wake me at six?', ['I take the early train']],
    ['Ines said "we moved to Graz in May." She likes it there.', ['Ines said "we moved to Graz in May."', 'She likes it there.']],
    ['first the roof is mended\nthen the cellar is cleaned', ['first the roof is mended', 'then the cellar is cleaned']],
    ['Wir haben das Boot gestrichen. Gefällt es dir?', ['Wir haben das Boot gestrichen.']],
    ['昨日は庭の木を切りました。元気ですか？', ['昨日は庭の木を切りました。']],
    ['Where did you go?', []],
    ['Thanks a lot!', []],
    ['', []],
  ])('of %j are %j', (text, sentences) => {
    expect(statedIn(text)).toEqual(sentences);
  });

  it('reads a bounded number of them', () => {
    expect(statingSentences('The cat sat on the mat. '.repeat(1_000)).length).toBeLessThanOrEqual(256);
  });
});
