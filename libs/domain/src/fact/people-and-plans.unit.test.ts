import { expect, test } from 'vitest';
import { factIn, factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts, type FactRelation } from './compare-facts.ts';

const day = (month: number, of: number): number => Date.UTC(2026, month - 1, of);

test.each([
  ['Our PM is Priya.', 'pm: Priya'],
  ['The tech lead is Jonas.', 'tech lead: Jonas'],
  ['Our designer is now Inês.', 'designer: Inês'],
  ['Priya is our PM.', 'pm: Priya'],
  ['Priya is my manager.', 'manager: Priya'],
  ['Jonas is the tech lead.', 'tech lead: Jonas'],
  ['We live in Berlin.', 'home: Berlin'],
  ['Jonas is the new tech lead.', 'tech lead: Jonas'],
  ['Jonas Weber is now our product owner.', 'product owner: Jonas Weber'],
  ['Jonas took over from Priya as PM.', 'pm: Jonas'],
  ['Priya is no longer our PM.', 'pm: Priya'],
  ['My dentist is Dr. Okafor.', 'dentist: Okafor'],
  ['My native language is Spanish.', 'native language: Spanish'],
  ['My time zone is CET.', 'time zone: CET'],
  ["I'm in the CET time zone.", 'time zone: CET'],
  ['My timezone is Europe/Berlin.', 'time zone: Europe/Berlin'],
  ['My blood type is A+.', 'blood type: A+'],
  ['You can reach me at ana@example.com.', 'contact email: ana@example.com'],
  ["I'm from Italy.", 'origin: Italy'],
  ['I study at TU Berlin.', 'university: TU Berlin'],
  ['I drive a Tesla.', 'car: Tesla'],
  ['Staging is at https://staging.acme.example.', 'staging url: https://staging.acme.example'],
  ['The docs live at https://docs.acme.example.', 'doc: https://docs.acme.example'],
])('who and what belongs to somebody: %s', (text, fact) => {
  expect(valuesIn(text)).toContain(fact);
});

test('a sentence that is cut before its next fact ends in no preposition', () => {
  const text = 'I live in Berlin with my wife Laura.';
  expect(factsIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(['I live in Berlin', 'my wife Laura.']);
});

test.each<[string, string, FactRelation]>([
  ['Our PM is Priya.', 'Our PM is now Jonas.', 'supersedes'],
  ['Priya is our PM.', 'Jonas took over from Priya as PM.', 'supersedes'],
  ['Priya is our PM.', 'Jonas is the new PM.', 'supersedes'],
  ['Our PM is Priya.', 'Priya is no longer our PM.', 'supersedes'],
  ['Our PM is Priya.', 'Jonas is no longer our PM.', 'beside'],
  ['Our PM is Priya.', 'Jonas took over from Ines as PM.', 'beside'],
  ['Our PM is Priya.', 'Our PM is Jonas.', 'beside'],
  ['Our PM is Priya.', 'The tech lead is now Jonas.', 'beside'],
])('%s then %s: %s', (earlier, later, relation) => {
  expect(compareFacts(factIn(earlier).fact, factIn(later).fact)).toBe(relation);
});

test.each([
  ['Dentist Thursday.', day(5, 8)],
  ['Dentist on Thursday at 3.', day(5, 8)],
  ['Dentist appointment Thursday 3pm.', day(5, 8)],
  ['Haircut on May 12.', day(5, 13)],
  ['Dinner with Ana on Friday.', day(5, 9)],
  ['Call with the bank tomorrow at 9.', day(5, 6)],
])('a day of an appointment noted in a few words, over with it: %s', (text, validTo) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'user', kind: 'personal', validTo })]);
});

test.each([
  ["I'm off next week.", day(5, 11)],
  ["I'm on vacation from June 1 to June 14.", day(6, 1)],
  ["I'll be on parental leave in August.", day(8, 1)],
  ["I'm away on Friday.", day(5, 8)],
])('when somebody is away: %s', (text, validFrom) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'user', kind: 'personal', validFrom })]);
});

test.each([
  'I play tennis every Tuesday.',
  'I go to the gym on Mondays.',
  'I swim twice a week.',
  "I don't eat pork.",
  "I don't drink alcohol.",
  'I have celiac disease.',
  'I have type 1 diabetes.',
  "I'm pregnant.",
])('what somebody does, has or does not take: %s', (text) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'user', kind: 'personal' })]);
});

test.each([
  'Use tabs.',
  'Please use 2 spaces for indentation.',
  'Use single quotes everywhere.',
  'Commit messages should be in the imperative.',
  'Branch names must start with feat/.',
  'PR titles should never have an emoji.',
])('how things are to be written is kept: %s', (text) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'feedback', kind: 'constraint' })]);
});

test.each([
  'Our PM is Canadian.',
  'Our PM is Tired.',
  'The lead is Priya’s idea.',
  'The designer is Italian.',
  'The PM is on holiday.',
  'Their PM is Priya.',
  'Jonas is the manager.',
  'Jonas is the boss.',
  'Jonas is the lead singer.',
  'Jonas is the tech lead’s brother.',
  'We live in Excel.',
  'We live in Fear.',
  'We live in Berlin or Hamburg.',
  'We live in Berlin until June.',
  'They say we live in Berlin.',
  'We no longer live in Atlantis Towers, do we.',
  'Is Priya our PM?',
  'She is our PM.',
  'Nobody is our PM.',
  'Who is our PM',
  'This is our designer.',
  'Presumably Priya is our PM.',
  'Possibly Priya is our PM.',
  'Once Priya is our PM, ask her.',
  'Not Priya is our PM.',
  'Says Priya is our PM.',
  'Apparently, Priya is our PM.',
  'Priya isn’t our PM.',
  'Priya is not our PM.',
  'Priya is now our PM, according to Tom.',
  'Maybe Priya is our PM.',
  'If Priya is our PM, ask her.',
  'I think Priya is our PM.',
  'Priya is our PM’s cousin.',
  'Priya is our PM for today.',
  'Priya is our PM or lead.',
  'Monday is our designer meeting.',
  'Stripe is our payment provider of choice.',
  'Jonas is the new Picasso.',
  'Jonas took over from where he left.',
  'Jonas might take over from Priya as PM.',
  'Tom said Priya is our PM.',
  'Jonas is no longer here.',
  'My dentist is Closed.',
  'My dentist is German.',
  'My native language is code.',
  'My time zone is weird.',
  'You can reach me at work.',
  'You can reach her at ana@example.com.',
  "I'm from the future.",
  "I'm from Marketing.",
  "I'm from Stripe.",
  'I study at night.',
  'I study at Monday’s pace.',
  'I drive a Lot.',
  'I drive a Hard bargain.',
  'I drive a Tesla to work when it rains.',
  'Staging is at risk.',
  'Dentist Thursday or Friday.',
  'Dentist Thursday?',
  'Dentist on Thursdays.',
  'Dentist Thursday is cancelled.',
  'Dentist last Thursday.',
  'No dentist Thursday.',
  'Cancel dentist Thursday.',
  'Maybe dinner on Friday.',
  'Dinner at 7.',
  'Dinner was on Friday.',
  'Call me on Friday.',
  'Meeting Monday mornings.',
  'Meeting notes Friday.',
  "I'm off on Fridays.",
  "I'm off to bed tomorrow.",
  "I'm off by one.",
  "I'm away from my desk today.",
  'Am I off next week?',
  "If I'm off next week, ask Tom.",
  "I'm not off next week.",
  'I have to restart it every day.',
  'I wish I could play tennis every Tuesday.',
  'I used to play tennis every Tuesday.',
  'Should I swim twice a week?',
  "I don't eat at home.",
  "I don't drink and drive.",
  "I don't eat meat yet.",
  'I don’t eat enough fish.',
  "I'm pregnant with ideas.",
  "I'm not pregnant.",
  'I have type 1 errors.',
  'I might have diabetes.',
  'Use tabs to navigate.',
  'Use single quotes here.',
  'Use double quotes around this one.',
  'Use tabs?',
  'Use 2 spaces between the words in the title of my poem.',
  'Commit messages should be fine now.',
  'Commit messages should be visible in the log.',
  'Branch names should match, right?',
  'Branch names might start with feat/.',
])('but not what is another, not so, or of the moment: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
