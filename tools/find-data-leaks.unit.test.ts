import { describe, expect, it } from 'vitest';
import { findLeaks, traitsOf } from './find-data-leaks.ts';

const traits = traitsOf([
  [
    { speaker: 'Quillon', text: 'The otter stole nine buttons from the harbour tailor’s drawer.' },
    { speaker_a: 'Zesty', qa: [{ answer: 'one two one two one two one two' }] },
  ],
]);
const kindsAt = (text: string) => findLeaks('file', text, traits).map(({ kind, line }) => `${kind} ${line}`);

describe('data leaks', () => {
  it('are eight words in a row, whatever stands between them and however they are written', () => {
    expect(kindsAt("a\nthe OTTER stole - nine 'buttons'\n from the harbour, they say")).toEqual(['words 2']);
    expect(kindsAt("stole nine buttons from the harbour tailor's drawer")).toEqual(['words 1']);
    expect(kindsAt('the otter stole nine buttons from the')).toEqual([]);
    expect(kindsAt('the otter stole nine golden buttons from the harbour tailor')).toEqual([]);
  });

  it('are names of speakers as whole words', () => {
    expect(kindsAt("x\ny Quillon's boat\nzesty lemons")).toEqual(['name 2']);
    expect(kindsAt('Quillonia Zesty')).toEqual(['name 1']);
    expect(kindsAt("'Anna|Ben|Quillon|Zoe'")).toEqual(['name 1']);
    const everybodys = "'Aaron|Adam|Amy|Anna|Ben|Bob|Carl|Dan|Eva|Max|Quillon|Zoe'";
    expect(kindsAt(everybodys)).toEqual([]);
    expect(kindsAt(`${everybodys}\nor Quillon`)).toEqual(['name 2']);
  });

  it('are not runs of the same few words', () => {
    expect(kindsAt('one two one two one two one two')).toEqual([]);
  });
});
