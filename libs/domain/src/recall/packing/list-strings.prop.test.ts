import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExactStrings } from '../exact-strings.ts';
import { LISTED_STRINGS, listStrings, reserveForStrings, type ListedEvent } from './list-strings.ts';
import { isListOfWords, isMeantAsWhole } from './whole-events.ts';

const place = fc.tuple(fc.stringMatching(/^[a-z]{3,8}$/), fc.nat(900)).map(([name, line]) => `src/${name}.ts:${line}`);
const event: fc.Arbitrary<ListedEvent & { readonly text: string }> = fc
  .record({
    text: fc.array(place, { maxLength: 30 }).map((places) => places.map((own) => `opened ${own}, and went on`).join('\n')),
    below: fc.double({ min: 0, max: 4, noNaN: true }),
  })
  .map((own) => ({ ...own, strings: findExactStrings(own.text, LISTED_STRINGS) }));
const events = fc.array(event, { minLength: 1, maxLength: 4 });

describe('exact strings beside the lines that are shown', () => {
  it('are those of the text that nothing shown holds, each once', () => {
    fc.assert(
      fc.property(events, fc.nat(600), (given, budgetTokens) => {
        const shown = [given[0]!.text.split('\n').slice(0, 3).join('\n')];
        const lists = listStrings(given, shown, reserveForStrings(given, budgetTokens));
        const all = lists.flat();
        expect(new Set(all).size).toBe(all.length);
        lists.forEach((list, at) => expect(list.filter((own) => !given[at]!.text.includes(own))).toEqual([]));
        expect(all.filter((own) => shown[0]!.includes(own))).toEqual([]);
      }),
    );
  });

  it('lists under a larger budget all that a smaller one had room for, and leaves lines more room too', () => {
    fc.assert(
      fc.property(events, fc.nat(600), fc.nat(600), (given, budgetTokens, more) => {
        const [few, many] = [reserveForStrings(given, budgetTokens), reserveForStrings(given, budgetTokens + more)];
        expect(few).toBeLessThanOrEqual(many);
        expect(budgetTokens - few).toBeLessThanOrEqual(budgetTokens + more - many);
        const held = listStrings(given, [], many).flat();
        expect(
          listStrings(given, [], few)
            .flat()
            .filter((own) => !held.some((other) => other.includes(own))),
        ).toEqual([]);
      }),
    );
  });
});

describe('a list of words', () => {
  it.each([
    ['TS2554 tui editor.test.ts arguments markdown', true],
    ['why does the editor test fail', false],
    ['harbour crane manifest tariff?', false],
    ['editor.test.ts', false],
    ['welche Ports nutzt die Datenbank beim Testen', false],
    ['dónde guarda la aplicación los registros', false],
    ['متى يفتح المخبز الجديد؟', false],
    ['где лежит файл настроек', false],
    ['hat shop ledger tariff', true],
    ['MIT licence vi editor', true],
    ['Hafen Kran Frachtliste Tarif', true],
  ])('%s', (query, expected) => {
    expect(isListOfWords(query)).toBe(expected);
  });

  it('is about an event that holds nearly all of it', () => {
    expect([0.4, 0.7, 1].map(isMeantAsWhole)).toEqual([false, true, true]);
  });
});
