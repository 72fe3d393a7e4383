import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts, type FactRelation } from './compare-facts.ts';

test.each<[string, string, FactRelation]>([
  ['The launch date is 7 June.', 'The launch moved to 14 June.', 'supersedes'],
  ['The launch is on June 7.', 'We moved the launch date to 14 June.', 'supersedes'],
  ['Our launch date is Sunday, June 7.', 'Our launch has slipped to 14 June.', 'supersedes'],
  ['The date of the launch is June 7.', 'The launch was moved from 7 June to 14 June.', 'supersedes'],
  ['Launch is on 7 June.', 'Launch moved to 14 June.', 'supersedes'],
  ['We launch on 7 June.', 'Launch date is now 14 June.', 'supersedes'],
  ['The launch date is 7 June.', 'We launch on 14 June now.', 'supersedes'],
  ['The due date for the tax papers is May 20.', 'The deadline for the tax papers was extended to 2 June.', 'supersedes'],
  ['The launch date is 7 June.', 'The launch is on June 7th.', 'same'],
  ['The launch was moved from 7 June to 14 June.', 'The launch was moved from 1 June to 21 June.', 'beside'],
  ['The launch date is 7 June.', 'The launch is on 14 June.', 'beside'],
  ['The launch is at 10 AM.', 'The launch moved to 14 June.', 'beside'],
  ['The launch date is 7 June.', 'The launch is now at 10 AM.', 'beside'],
  ['The budget for ads is 400 EUR.', 'The ads budget is now 500 EUR.', 'supersedes'],
  ['We have a budget of 400 EUR for ads.', 'We raised the ads budget to €500.', 'supersedes'],
  ["We've a budget of 400 EUR for ads.", 'The ads budget is now 500 EUR.', 'supersedes'],
  ['The ad budget is 400 € a month.', 'We cut the budget for the ads to 300 €.', 'supersedes'],
  ['Our ads budget is €400.', 'Our budget for ads is 400 EUR.', 'same'],
  ['The ads budget is €400.', 'The ads budget is now $400.', 'beside'],
  ['The ads budget is 4,800 EUR a year.', 'The ads budget is now 450 EUR a month.', 'beside'],
  ['The Pro plan costs 25 EUR.', 'The Pro plan costs 29 EUR now.', 'supersedes'],
  ['The Pro plan costs 25 EUR a month.', 'The Pro plan now costs €29.', 'supersedes'],
  ['The price of the Pro plan is 25 EUR.', 'We raised the price of the Pro plan from 25 to 29 EUR.', 'supersedes'],
  ['The Pro plan is priced at $25.', 'The Pro plan now costs $29.', 'supersedes'],
  ['Our starter kit sells for 19 €.', 'Our starter kit now costs 21 €.', 'supersedes'],
  ['The Pro plan costs 29 EUR a month.', 'The Pro plan now costs 290 EUR a year.', 'beside'],
  ['The Pro plan costs 25 EUR.', 'The Pro plan costs 29 EUR.', 'beside'],
])('%s then %s: %s', (earlier, later, relation) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe(relation);
});

test.each([
  ['The launch date is 7 June.', 'The launch party moved to 14 June.'],
  ['The beta launch is on 7 June.', 'The launch moved to 14 June.'],
  ['The budget for ads is 400 EUR.', 'The budget for snacks is now 500 EUR.'],
  ['The Pro plan costs 25 EUR.', 'The Team plan costs 29 EUR now.'],
  ['The Pro plan costs 25 EUR.', 'The Pro plan costs 9 EUR now for students.'],
  ['The Pro plan costs 25 EUR.', 'Our Pro plan budget is now 29 EUR.'],
])('%s and %s are of different things', (earlier, later) => {
  expect(factIn(later).key).not.toBe(factIn(earlier).key);
});

test.each([
  'Use pnpm, not npm.',
  'Please use tabs, not spaces.',
  'Use pnpm instead of npm, it is faster.',
  'Use British spelling, not American.',
  'Answer in German, not in English.',
  'Prefer fetch over axios.',
  'Stick with plain SQL rather than an ORM.',
  'Verwende pnpm, nicht npm.',
  'Utilise pnpm, pas npm.',
])('an order of one thing and not another is kept: %s', (text) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'feedback', kind: 'constraint' })]);
});

test.each([
  'Use the second table, not the first.',
  'Use this one, not that.',
  'Use a list here, not a table.',
  'Use it, not me.',
  'Use pnpm, not npm?',
  'Should I use pnpm, not npm?',
  'They use pnpm, not npm.',
  'The docs say: use pnpm, not npm.',
  '`Use pnpm, not npm.`',
  'If you use pnpm, not npm, it works.',
  'Use pnpm, not only npm.',
  'Write a poem, not an essay.',
  'Use whichever you like.',
])('but an order about one thing of the moment is none: %s', (text) => {
  expect(factsIn(text).filter(({ label }) => label === 'feedback')).toEqual([]);
});

test.each([
  'How much is the Pro plan?',
  'The Pro plan could cost 29 EUR.',
  'If the Pro plan costs 29 EUR, we lose people.',
  'I think the Pro plan costs 29 EUR.',
  'He said the Pro plan costs 29 EUR.',
  'The Pro plan costs 10 EUR more now.',
  'The Pro plan costs 29 to 39 EUR.',
  'Their Pro plan costs 29 EUR.',
  'The bread costs 3 EUR.',
  'My rent is $50 more now.',
  'The launch is 3 weeks away.',
  'Her launch is on 7 June.',
  'Maybe launch is on 7 June.',
  'We could launch on 7 June.',
  'We launch on Mondays.',
  'We launch on 7 June in France and on 9 June in Spain.',
  'The launch might move to 14 June.',
  'Next launch is on 7 June.',
  'Should we say that the launch moved to 14 June?',
  'A customer asked whether the launch moved to 14 June.',
  'I heard we use pnpm now instead of npm.',
  'I doubt we use pnpm now instead of npm.',
  'Remember that we talked about the crane.',
  'Remember that the docs said the port is 4100.',
  'Call me Monday.',
  'The Pro plan costs 29 EUR if you pay yearly.',
  'The Pro plan costs 29 EUR, says the website.',
  'The launch moved to 14 June, or did it?',
  'Example: the Pro plan costs 29 EUR.',
  'Translate into German: the Pro plan costs 29 EUR.',
  'Translate this for me:\n\nThe launch moved to 14 June. I live in Oslo.',
  "Please write a short mail to the landlord:\n\nHi, I'm Nadia. My rent is $900 now.",
  'Here is what I got.\n\nSubject: Prices\n\nThe Pro plan costs 29 EUR now.',
  'When it rains, my commute is 50 minutes.',
  "I'm Backend, mostly.",
  "I'm Nadia and Rui's mother.",
  'Answer yes, not no.',
])('reads nothing of what is not so, not certain or not one value: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test('a condition before a statement holds also behind "remember that"', () => {
  expect(factsIn('Remember that if the build fails, the port is 4100.').filter(({ attribute }) => attribute !== undefined)).toEqual([]);
});

test('a new plan is another plan, and its price replaces no other', () => {
  const before = factIn('Our plan costs 25 EUR.');
  for (const text of ['Our new plan costs 29 EUR.', 'The price of our new plan is 29 EUR.'])
    expect(compareFacts(before.fact, factIn(text).fact)).toBe('beside');
});

test('what holds from a day on may begin on one to come', () => {
  const [rent] = factsIn('My rent is $930 from June 1.');
  expect(rent).toMatchObject({ attribute: 'rent', value: '$930', validFrom: Date.UTC(2026, 5, 1) });
  expect(factsIn('My rent is $930 since March 1.')[0]).toMatchObject({ validFrom: Date.UTC(2026, 2, 1) });
  expect(factsIn('My rent is $930 since June 1.')[0]).not.toHaveProperty('validFrom');
});

test.each([
  ['Der Pro-Tarif kostet 25 Euro.', 'Der Pro-Tarif kostet jetzt 29 €.'],
  ['Unser Launch ist am 7. Juni.', 'Unser Launch wurde auf den 14. Juni verschoben.'],
  ['Notre lancement est le 7 juin.', 'Notre lancement est maintenant le 14 juin.'],
  ['Nuestro lanzamiento es el 7 de junio.', 'Nuestro lanzamiento es ahora el 14 de junio.'],
])('other languages restate values, too: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

test.each([
  ['The meeting is tomorrow at 10.', 'meeting'],
  ['The meeting is tomorrow at half past ten.', 'meeting'],
  ['The meeting is on Friday from 9 to 11.', 'meeting'],
  ['The meeting is on Friday at noon for the board.', 'board meeting'],
  ['Our launch is next Friday at 10, so be ready.', 'launch'],
  ['The deadline is Friday at Acme.', 'acme deadline'],
  ['The deadline is May 5 for the first draft.', 'first draft deadline'],
  ['The port is 8080 at 10 sites.', '10 site port'],
])('a time of day behind a day names no part of a thing: %s', (text, attribute) => {
  expect(factIn(text).fact.attribute).toBe(attribute);
});
