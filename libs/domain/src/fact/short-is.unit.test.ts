import { describe, expect, it } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { SHORT_IS, withShortIs } from './short-is.ts';

describe('a short "is"', () => {
  it.each([
    ["Marek's now the delivery manager.", 'delivery manager: Marek'],
    ["The gateway's port is 7011 and the timeout's 40 seconds.", 'timeout: 40 seconds'],
    ["our retention's 30 days now", 'retention: 30 days'],
    ["My brother's called Anselm", 'brother name: Anselm'],
    ["My cat's named Pixel, and she hates rain.", 'cat name: Pixel'],
    ["The kickoff's on 9 June.", 'kickoff: 9 June'],
    ['The quay port’s now 9104.', 'quay port: 9104'],
    ["Ines's responsible for invoicing.", 'invoicing owner: Ines'],
    ["Our line manager's Ruth Okafor now.", 'line manager: Ruth Okafor'],
    ["The delivery manager's now Marek.", 'delivery manager: Marek'],
  ])('is read as the word: %s', (text, fact) => expect(valuesIn(text)).toContain(fact));

  it.each([
    "The crane's owner is Tove.",
    "The crew's 6 boats are out.",
    "Our line manager's Volvo is green.",
    "The crew's 6 boats.",
    "Marek's now famous soup is on page 3.",
    "My brother's called Anselm to ask for the keys.",
    "My brother's car's called Anselm.",
    "I think the timeout's 40 seconds now.",
    "If the port's 7011 now, tell me.",
    "Lena says the port's 7011 now.",
    "The port's not 7011.",
    "Today's Tuesday.",
    "Is it true that the port's 7011 now?",
  ])('is told from an owner, a doubt and a denial: %s', (text) => expect(factsIn(text)).toEqual([]));

  it('replaces what was said in the long form', () => {
    expect(factsIn("The port's 7011 now.")).toEqual([expect.objectContaining({ attribute: 'port', value: '7011', saysChange: true })]);
    expect(factsIn("The port's no longer 7011.")).toEqual([expect.objectContaining({ attribute: 'port', ends: true })]);
  });

  it('keeps the length of a sentence', () => {
    expect(withShortIs("Ana's the owner of Ben's port")).toBe(`Ana ${SHORT_IS} the owner of Ben's port`);
  });
});
