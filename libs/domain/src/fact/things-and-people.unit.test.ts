import { describe, expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

const told = (text: string): string[] => factsIn(text).map(({ attribute, value }) => `${attribute ?? ''}: ${value ?? ''}`);

describe('what people say of themselves and theirs', () => {
  test.each([
    ['Just call me Al.', ['name: Al']],
    ['You can call me Al.', ['name: Al']],
    ['Just call me Captain Obvious.', []],
    ['Just call me Sherlock!', []],
    ['You can call me Al or Albert.', []],
    ['You can call me Monday.', []],
    ['You can call me tomorrow.', []],
    ['Can you call me Al?', []],
    ['You could call me a liar.', []],
    ['My phone is a Pixel 9.', ['phone: Pixel 9']],
    ['My car is a blue Volvo V60.', ['car: blue Volvo V60']],
    ['My car is a mess.', []],
    ['My car is a Volvo, I think.', []],
    ['I wish my car was a Volvo.', []],
    ["My sister's car is a Volvo.", []],
    ['I am not married.', ['marital status: not married']],
    ['I have no children.', [': ']],
    ["I don't have any kids.", [': ']],
    ['I have no children today.', []],
    ['I have no time.', []],
    ['If I have no children, who inherits?', []],
    ['My boss says I have no children.', []],
    ['I speak Norwegian and German.', [': Norwegian and German']],
    ['I speak English, Spanish and some French.', [': English, Spanish and some French']],
    ['I used to smoke, but I stopped in 2019.', []],
    ['I started in May.', []],
    ['I started climbing in May.', [': started climbing in May']],
  ])('%s', (text, facts) => {
    expect(told(text)).toEqual(facts);
  });

  test('who marries is no longer not married, and the other way round', () => {
    const [not] = factsIn('I am not married.');
    const [married] = factsIn('I am married.');
    expect(compareFacts(not!, married!)).toBe('supersedes');
    expect(compareFacts(married!, not!)).toBe('supersedes');
    const [divorced] = factsIn('I am divorced.');
    expect(compareFacts(divorced!, not!)).toBe('beside');
  });

  test('what announces the words of another is no part of what is known', () => {
    const text = 'My brother Nils said: "I live in Bergen now."';
    const [fact] = factsIn(text);
    expect(text.slice(fact!.from, fact!.to)).toBe('My brother Nils');
  });

  test.each([
    ['Meine Schwester wohnt in Bergen.', 'schwester home: Bergen'],
    ['Mein Bruder Tom lebt jetzt in Köln.', 'bruder tom home: Köln'],
    ['Ma sœur habite à Lyon.', 'sœur home: Lyon'],
    ['Mi hermana vive en Bilbao.', 'hermana home: Bilbao'],
    ['Mia sorella vive a Torino.', 'sorella home: Torino'],
    ['A minha irmã vive em Lisboa.', 'irmã home: Lisboa'],
    ['Mijn zus woont in Gent.', 'zus home: Gent'],
    ['Min syster bor i Lund.', 'syster home: Lund'],
  ])('a relative has a home: %s', (text, fact) => {
    expect(valuesIn(text)).toEqual([fact]);
  });

  test.each([
    'Wohnt meine Schwester in Bergen?',
    'Meine Schwester wohnt nicht in Bergen.',
    'Meine Schwester wohnt in einem Haus.',
    'Meine Schwester wohnt in Köln und Bonn.',
    'My sister lives in Oslo and Bergen.',
    'Die Schwester meiner Frau wohnt in Bergen.',
    'Wenn meine Schwester in Bergen wohnt, besuche ich sie.',
    'Ma sœur habitait à Lyon.',
    "Ma sœur n'habite pas à Lyon.",
    'Mi hermana vivía en Bilbao.',
    'Mijn zus woont niet in Gent.',
  ])('and here none: %s', (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe('where something of the work is', () => {
  test.each([
    ['The production server runs in Frankfurt.', ['production server location: Frankfurt']],
    ['Our database is hosted in Ireland.', ['database location: Ireland']],
    ['The API key is stored in Vault.', ['api key location: Vault']],
    ['The production server runs in Docker.', []],
    ['Our database is hosted in Frankfurt and Dublin.', []],
    ['The database is in London for now.', []],
    ['I think the server is in Frankfurt, not sure.', []],
    ['Does the production server run in Frankfurt?', []],
    ['The server of our client runs in Frankfurt, he says.', []],
    ['If the production server runs in Frankfurt, it is slow.', []],
    ['The production server used to run in Frankfurt.', []],
    ['The key is stored in a drawer.', []],
  ])('%s', (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });
});
