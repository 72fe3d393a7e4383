import { describe, expect, it } from 'vitest';
import { readFacts } from '../../fact/read-facts.ts';
import { standingFit, standingOfFact } from './standing-facts.ts';

const source = (text: string) =>
  ({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2031, 0, 1), text }) as const;
const standingsIn = (text: string) => readFacts(source(text)).map(({ label, from, to }) => standingOfFact(label, text.slice(from, to)));

describe('a fact', () => {
  it.each([
    ['preference', "I can't stand cilantro, so leave it out."],
    ['preference', 'I love jazz.'],
    ['preference', "I'm allergic to peanuts."],
    ['preference', 'My favourite colour is teal.'],
    ['instruction', 'Always answer me in British spelling.'],
    ['instruction', "Don't use emojis when you write for me."],
  ])('states a standing %s in %j', (standing, text) => {
    expect(standingsIn(text)).toEqual([standing]);
  });

  it.each(['My name is Nora.', 'I work at Acme.', 'I live in Lyon.', 'The staging port is 4100.', "No, it's the pier, not the quay."])(
    'states nothing beyond its moment that an output would have to keep in %j',
    (text) => {
      const found = standingsIn(text);
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found)).toEqual(new Set([undefined]));
    },
  );
});

it('what begins with a ban puts nothing right', () => {
  expect(standingOfFact('feedback', 'No emojis in anything you write.')).toBe('instruction');
  expect(standingOfFact('feedback', 'No, not the left one.')).toBeUndefined();
});

describe('a standing statement and a request', () => {
  const words = (text: string) => ({ text, terms: new Set<string>() });
  const fitOf = (request: string, text: string, standing: 'preference' | 'instruction') =>
    standingFit(words(request), { ...words(text), standing });

  it.each([
    ['Suggest a dinner for tonight, please.', "I don't like fish.", 'preference'],
    ['Plan a picnic basket for the weekend.', "I'm allergic to peanuts.", 'preference'],
    ['Please compose a short note to the school.', 'When you draft letters for me, sign them Best wishes, Nora.', 'instruction'],
    ['Schlag mir ein Abendessen vor.', 'Ich mag keinen Fisch.', 'preference'],
  ] as const)('are near in %j and %j', (request, text, standing) => {
    expect(fitOf(request, text, standing)).toBe('near');
  });

  it('are near by a word that both hold', () => {
    const terms = new Set(['teal']);
    expect(standingFit({ text: 'A lamp in teal.', terms }, { text: 'I love teal.', terms, standing: 'preference' })).toBe('near');
  });

  it('are general where it says how answers are to be', () => {
    expect(fitOf('Explain how a heat pump works.', 'Keep your replies under five sentences.', 'instruction')).toBe('general');
  });

  it('are open where one of them names no topic, and apart where they name two', () => {
    expect(fitOf('Suggest a dinner for tonight, please.', "I can't stand cilantro.", 'preference')).toBe('open');
    expect(fitOf('Suggest a dinner for tonight, please.', 'I love jazz.', 'preference')).toBe('apart');
  });
});
