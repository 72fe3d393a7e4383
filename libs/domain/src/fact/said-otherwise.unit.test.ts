import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

/** Returns the attributes with values that a text states of somebody or something now. */
const stated = (text: string): string[] => factsIn(text).flatMap(({ attribute }) => (attribute === undefined ? [] : [attribute]));

test.each([
  'Apparently, our port is 4200 now.',
  'Hopefully, the deadline is June 12 now.',
  'Well, presumably, our port is 4200 now.',
  'Vermutlich, unser Port ist jetzt 4200.',
  'Once we migrate, the port is 5433.',
  'When we go live, the port is 443.',
  'As soon as they approve it, our budget is $9,000.',
  'The port is 5433 once we migrate.',
  'According to the README, the port is 3000.',
  "Pretend I'm a customer, my name is Bob.",
  "Assume I'm a nurse, my salary is $3,000 and I live in Ohio.",
  'Anna: I live in Paris.',
  'Message from my sister: I moved to Lyon.',
  'After college I moved to Chicago.',
  'At 18 I moved to London.',
  "I'm working at Starbucks today.",
  'In winter I live in Lisbon.',
  "I'm living in Spain for the summer.",
  "I'm living in Spain until June.",
  'On Discord my name is Zephyr.',
  "In that photo I'm 7.",
  'I got a job at Tesla but turned it down.',
  "I'm engaged with a client until three.",
  "I'm 5 and a half hours ahead of you.",
  'I live in Rome three months a year.',
  'We increased the timeout to 30 seconds but that did not help, so I reverted it.',
  'We increased the timeout to 30 seconds, so we changed it back.',
  'We switched from Jest to Vitest and then back.',
])('says nothing of what holds now: %s', (text) => {
  expect(stated(text)).toEqual([]);
});

test.each(['We decided not to use Kafka.', 'We decided against Redis.'])('is a decision without a value: %s', (text) => {
  expect(factsIn(text)).toMatchObject([{ kind: 'decision' }]);
  expect(factsIn(text)[0]).not.toHaveProperty('value');
});

test.each(['Never had this problem before.', 'Always wanted to see Japan.', "Don't get it.", "Don't care, honestly."])(
  'is no order: %s',
  (text) => {
    expect(factsIn(text)).toEqual([]);
  },
);

test.each([
  ['Once again, my budget is $900.', 'budget'],
  ['When I moved, my rent was low, and now my rent is $900.', 'rent'],
  ['Quick note: I live in Oslo.', 'home'],
  ['About me: I live in Oslo.', 'home'],
  ['In 2025 I moved to Oslo.', 'home'],
  ['On Monday I started working at Acme.', 'employer'],
  ['I started working at Acme today.', 'employer'],
  ["I'm engaged.", 'marital status'],
  ["I'm married with two kids.", 'marital status'],
])('is still read: %s', (text, attribute) => {
  expect(stated(text).join()).toContain(attribute);
});

test.each([
  ['I hate mushrooms.', 'I really love mushrooms now.'],
  ['I love mushrooms.', 'I hate mushrooms.'],
  ['I hate mushrooms.', 'I no longer hate mushrooms.'],
  ['Ich hasse Pilze.', 'Ich liebe Pilze.'],
  ["J'aime les huîtres.", 'Je déteste les huîtres.'],
])('what is liked and what is not replace each other: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
  expect(compareFacts(after.fact, after.fact)).toBe('same');
});

test('versions of two places stand beside each other', () => {
  const [api, web] = [stated("In the api repo we're using Node 20.11."), stated("In the web repo we're using Node 22.3.")];
  expect(api.some((attribute) => web.includes(attribute))).toBe(false);
  const both = stated('I use Python 3.11 at work, and on my laptop I use Python 3.12.');
  expect(new Set(both).size).toBe(both.length);
  expect(stated("We don't use Redis any more in staging.")).toEqual(['staging using redis']);
});

test.each([
  ['I live in Oslo and Anna and Tom live in Bergen.', 'Oslo'],
  ['I live in Oslo and Ane and her kids moved to Bilbao.', 'Oslo'],
  ['I live in Oslo and Bergen.', undefined],
  ['I live in Oslo and Bergen and Anna lives in Paris.', undefined],
  ['I live in Oslo and Bergen and Anna and Tom live in Paris.', undefined],
])('others who live elsewhere leave a home as it is, a second home does not: %s', (text, home) => {
  expect(factsIn(text).find(({ attribute }) => attribute === 'home')?.value).toBe(home);
});

test.each([
  'Wrong: the API port is 4.',
  'Not true: the API port is now 4.',
  '**Myth**: the API port is 4.',
  'Fake news: the API port is 4.',
  'Common misconception: our deadline is May 4.',
  'The API port is 7 only in the tutorial.',
  'The rate limit is 50 just on staging.',
  'The API port is 9090 in two weeks.',
  'Role play: I am Bob and I live in Paris now.',
  'I am 45 years old in two weeks.',
  "I'm 45 tomorrow.",
  'I live in Paris in three months.',
  'I work as a rule at night.',
  'I work as a team with Ana.',
  'Falsch: Mein Budget ist 400 Euro.',
  'Rollenspiel: Ich heiße Bob.',
  "Faux : j'habite à Lyon.",
  'Falso: vivo en Madrid.',
  'Falso: abito a Roma.',
])('is a denial, a play or of one case: %s', (text) => {
  expect(stated(text)).toEqual([]);
});

test.each([
  ['Correction: the API port is 4.', 'api port'],
  ['Fixed: the API port is 4.', 'api port'],
  ['True: the API port is 4.', 'api port'],
  ['The API port is 4 only for now.', 'api port'],
  ['The port is wrong: the API port is 4.', 'api port'],
  ["I'm 45 years old.", 'age'],
  ['I live in Paris, only two minutes from work.', 'home'],
  ['I live in Paris in an old house.', 'home'],
  ['I work as a team lead.', 'occupation'],
  ['I work as a rule engine developer.', 'occupation'],
  ['Korrektur: Mein Budget ist 400 Euro.', 'budget'],
])('is so under its heading or with its circumstance: %s', (text, attribute) => {
  expect(stated(text)).toEqual([attribute]);
});
