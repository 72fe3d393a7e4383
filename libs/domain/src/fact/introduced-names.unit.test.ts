import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ["Hi, I'm Nadia and I run a bakery.", 'Nadia'],
  ["Hello! I'm Tomasz Wójcik.", 'Tomasz Wójcik'],
  ["I'm Anne-Marie, from the bakery on the corner.", 'Anne-Marie'],
  ['Good morning, I am Oluwaseun.', 'Oluwaseun'],
  ["Hey there, I'm Brian - we met at the fair.", 'Brian'],
  ["I'm Siobhan O'Dea. I keep the books.", "Siobhan O'Dea"],
])('who begins with "I\'m" and a name says the name: %s', (text, value) => {
  expect(factsIn(text)).toContainEqual(expect.objectContaining({ attribute: 'name', value, isIntroduced: true }));
});

test.each([
  "I'm tired.",
  "I'm Tired.",
  "I'm in Berlin.",
  "I'm late, sorry.",
  "I'm OK, thanks.",
  "I'm German.",
  "I'm Canadian and I like snow.",
  "I'm Vietnamese.",
  "Hi, I'm Irish.",
  "I'm Catholic, my wife is not.",
  "I'm Team Frodo.",
  "I'm Head of Growth at a startup.",
  "I'm Product Manager, by the way.",
  "I'm Gemini.",
  "I'm Friday off.",
  "I'm Berlin-based.",
  "I'm Nadia's sister.",
  "I'm Nadia in the school play.",
  "Pretend I'm Nadia.",
  "Imagine: I'm Nadia, a pirate.",
  "Write me a mail to the landlord.\nHi, I'm Nadia, your tenant.",
  "> I'm Nadia.",
  "She wrote: I'm Nadia.",
  'The badge says "I\'m Nadia".',
  "I'm Nadia?",
  "If I'm Nadia, who are you?",
  "I'm not Nadia.",
])('but who says "I\'m" of something else has no name: %s', (text) => {
  expect(factsIn(text).filter(({ attribute }) => attribute === 'name')).toEqual([]);
});

test('a name that was told as one is not replaced by an introduction, which it replaces', () => {
  const [told, introduced] = [factIn('My name is Ruth.'), factIn("Hi, I'm Nadia.")];
  expect(introduced.key).toBe(told.key);
  expect(compareFacts(told.fact, introduced.fact)).toBe('beside');
  expect(compareFacts(introduced.fact, told.fact)).toBe('supersedes');
  expect(compareFacts(factIn("I'm Nadia.").fact, factIn('My name is Nadia Brandt.').fact)).toBe('same');
});
