import { describe, expect, it } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

/** Words that take back, in the three places where they may stand. */
const WORDS = [
  'scratch that',
  'strike that',
  'scrap that',
  'forget that',
  'never mind',
  'nevermind',
  'actually no',
  'no wait',
  'I take that back',
];

describe.each(WORDS)('"%s"', (words) => {
  const opening = words.charAt(0).toUpperCase() + words.slice(1);

  it('takes the sentence before it back', () => {
    expect(factsIn(`Our quota is 40 GB. ${opening}.`)).toEqual([]);
    expect(valuesIn(`Our quota is 40 GB. ${opening}, our quota is 60 GB.`)).toEqual(['quota: 60 GB']);
  });

  it('takes back what stands before it in its sentence', () => {
    expect(factsIn(`Our quota is 40 GB, ${words}.`)).toEqual([]);
  });

  it('opens what replaces it', () => {
    expect(factsIn(`${opening}, our quota is 60 GB.`)).toEqual([expect.objectContaining({ value: '60 GB', saysChange: true })]);
  });
});

describe('words that take back', () => {
  it.each(['Nein, warte.', 'Non, attends.', 'No, espera.', 'No, aspetta.', 'Nee, wacht.', 'Nej, vänta.'])(
    'are read in other languages in a sentence of their own and within one: %s',
    (words) => {
      expect(factsIn(`Our quota is 40 GB. ${words}`)).toEqual([]);
      expect(factsIn(`Our quota is 40 GB, ${words.toLowerCase()}`)).toEqual([]);
    },
  );

  it.each([
    'Never mind the typo in it.',
    'Forget that I asked for more.',
    'Actually, no one uses it.',
    'Scratch that itch if you must.',
    'Waiting for the next one.',
    'Actually, nobody has asked for more.',
    'No news about the other one.',
  ])('are told from others that begin alike: %s', (next) => expect(valuesIn(`Our quota is 40 GB. ${next}`)).toEqual(['quota: 40 GB']));
});
