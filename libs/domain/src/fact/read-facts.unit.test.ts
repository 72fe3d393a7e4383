import { describe, expect, it, test } from 'vitest';
import { compareFacts } from './compare-facts.ts';
import { factsAt, readFacts } from './read-facts.ts';
import type { FactSource, StatedFact } from './stated-fact.ts';

const NOW = Date.UTC(2025, 2, 12, 9);

function source(text: string, more: Partial<FactSource> = {}): FactSource {
  return { eventId: 'e1', session: 's', ordinal: 1, kind: 'user_message', occurredAt: NOW, text, ...more };
}

function only(text: string, more: Partial<FactSource> = {}): StatedFact {
  const facts = readFacts(source(text, more));
  expect(facts).toHaveLength(1);
  return facts[0]!;
}

test.each([
  ['I live in Trondheim.', 'personal', 'home', 'Trondheim'],
  ['My name is Odile Perrin.', 'personal', 'name', 'Odile Perrin'],
  ["I'm 37 years old.", 'personal', 'age', '37 years old'],
  ['I work for Halvorsen Shipping.', 'personal', 'employer', 'Halvorsen Shipping'],
  ['I work at Östra sjukhuset now.', 'personal', 'employer', 'Östra sjukhuset'],
  ['I now work at Linden university hospital.', 'personal', 'employer', 'Linden university hospital'],
  ["I'm allergic to penicillin.", 'personal', 'allergy to penicillin', 'penicillin'],
  ["My sister's name is Agnes.", 'personal', 'sister name', 'Agnes'],
  ['My favourite soup is bouillabaisse.', 'preference', 'favorite soup', 'bouillabaisse'],
  ['My crane budget is $4,200.', 'value', 'crane budget', '$4,200'],
  ['My rowing goal is 40 km.', 'value', 'rowing goal', '40 km'],
])('reads what a user says of himself: %s', (text, kind, attribute, value) => {
  expect(only(text)).toMatchObject({ label: 'user', subject: 'user', kind, attribute, value });
});

test.each([
  ['Our test command is `make check`.', 'test command', '`make check`'],
  ['The API port is 4100.', 'api port', '4100'],
  ["We're using Fastify 5.2.1 for this.", 'fastify version', '5.2.1'],
  ['The deadline for the crane manual was moved from May 5 to May 12.', 'crane manual deadline', 'May 12'],
])('reads the values of a project: %s', (text, attribute, value) => {
  expect(only(text)).toMatchObject({ label: 'project', subject: 'project', kind: 'value', attribute, value });
});

test('what is to be kept in mind is read, and is private where the user speaks of himself', () => {
  expect(only('And remember that the crane hire is paid in advance.')).toMatchObject({
    label: 'feedback',
    value: 'the crane hire is paid in advance',
  });
  expect(only("Please don't forget that my sister is allergic to nuts.")).toMatchObject({ label: 'user', subject: 'user' });
  expect(only('Remember that our API timeout is 30 seconds.')).toMatchObject({ attribute: 'api timeout', value: '30 seconds' });
  for (const text of ['I remember that the tests were slow.', 'Remember that trip to Bergen?', 'Remember that evening in Bergen.'])
    expect(readFacts(source(text))).toEqual([]);
  expect(readFacts(source('Remember that the ferry leaves at noon.', { agent: 'Odile' }))).toEqual([]);
});

test('the port of a server is read where nothing says which of its ports it is', () => {
  const statement = (text: string) => only(text);
  const [before, now] = ['The staging server listens on port 4100.', 'The staging server listens on port 4200 now, 4100 was taken.'];
  expect(statement(before)).toMatchObject({ label: 'project', attribute: 'staging server port', value: '4100' });
  expect(statement(now)).toMatchObject({ attribute: 'staging server port', value: '4200', saysChange: true });
  expect(compareFacts(statement(before), statement(now))).toBe('supersedes');
  for (const text of [
    'The server listens on port 80 inside the container.',
    'Our API runs on port 4100 and 4101.',
    'In production the server listens on port 80.',
    'I think the server listens on port 80.',
  ])
    expect(readFacts(source(text))).toEqual([]);
});

test('what is used now instead of another thing is a decision', () => {
  expect(only('We use Postgres now instead of SQLite.')).toMatchObject({ label: 'project', kind: 'decision', value: 'Postgres' });
  expect(only('We now use pnpm instead of npm.')).toMatchObject({ kind: 'decision', value: 'pnpm' });
  for (const text of [
    'We could use pnpm now instead of npm.',
    'If we use pnpm now instead of npm, it breaks.',
    'We use pnpm instead of npm.',
  ])
    expect(readFacts(source(text))).toEqual([]);
});

test('a statement keeps the sentence it stands in', () => {
  const text = 'Good morning. Our API port is 4100 now, could you restart it?';
  const fact = only(text);
  expect(text.slice(fact.from, fact.to)).toBe('Our API port is 4100 now');
  expect(fact.saysChange).toBe(true);
});

test('a change names the value before', () => {
  expect(only("I've raised the rowing budget from $300 to $450.")).toMatchObject({ value: '$450', replaces: '$300', saysChange: true });
});

test('a sentence that puts right what was said before says a change', () => {
  const before = only('The webhook timeout is 5 seconds.');
  for (const text of ['Hm, no: the webhook timeout is 10 seconds, not more.', 'Sorry, the webhook timeout is 10 seconds.']) {
    expect(only(text)).toMatchObject({ value: '10 seconds', saysChange: true });
    expect(compareFacts(before, only(text))).toBe('supersedes');
  }
  expect(compareFacts(before, only('Note: the webhook timeout is 10 seconds.'))).toBe('beside');
  expect(readFacts(source('No idea whether the webhook timeout is 10 seconds.'))).toEqual([]);
});

test('dates are made absolute', () => {
  expect(only('The deadline for the crane manual is May 12.')).toMatchObject({ valueTime: Date.UTC(2025, 4, 12) });
  expect(only('I moved to Bergen last month.')).toMatchObject({ value: 'Bergen', saysChange: true, validFrom: Date.UTC(2025, 1, 1) });
  expect(only('I visited the lock gates yesterday.')).toMatchObject({
    kind: 'personal',
    validFrom: Date.UTC(2025, 2, 11),
    validTo: Date.UTC(2025, 2, 12),
  });
});

test('instructions, decisions and corrections are read', () => {
  expect(only('Always run the linter before you commit.')).toMatchObject({ label: 'feedback', kind: 'constraint' });
  expect(only('We decided to keep the ledger in SQLite.')).toMatchObject({ label: 'project', kind: 'decision' });
  expect(only('I decided to keep the schema in one file.', { kind: 'agent_message' })).toMatchObject({
    label: 'project',
    kind: 'decision',
  });
  expect(readFacts(source('I decided to visit Paris.', { kind: 'agent_message' }))).toEqual([]);
  expect(only("No, it's the harbour table, not the crane table.")).toMatchObject({ kind: 'correction', saysChange: true });
});

test.each([
  ['Ich wohne in Flensburg.', 'home', 'Flensburg'],
  ['Je travaille chez Dubreuil.', 'employer', 'Dubreuil'],
  ['Me llamo Inés.', 'name', 'Inés'],
  ['Mi sono trasferita a Trieste.', 'home', 'Trieste'],
  ['Moro em Aveiro.', 'home', 'Aveiro'],
  ['Ik ben vorige week naar Breda verhuisd.', 'home', 'Breda'],
  ['Jag jobbar på Lindqvist.', 'employer', 'Lindqvist'],
  ['Меня зовут Вера.', 'name', 'Вера'],
  ['我住在青岛。', 'home', '青岛'],
  ['私は長崎に引っ越しました。', 'home', '長崎'],
  ['Unser Port ist jetzt 4200.', 'port', '4200'],
])('reads other languages where the words are certain: %s', (text, attribute, value) => {
  expect(only(text)).toMatchObject({ attribute, value });
});

test.each([
  'Ab jetzt schreibe kurze Antworten.',
  "N'utilise jamais de points-virgules.",
  'No uses nunca tabuladores.',
  'Gebruik altijd spaties.',
  'Всегда используй пробелы.',
  'これからは日本語で答えてください。',
])('reads standing instructions of other languages: %s', (text) => {
  expect(only(text)).toMatchObject({ label: 'feedback', kind: 'constraint' });
});

test.each([
  'Wenn ich nach Jena ziehe, brauche ich ein Rad.',
  'La sœur de Marc habite à Nantes.',
  'Si vivo en Oviedo, necesito coche.',
  'Моя сестра живёт в Омске.',
  '我朋友住在苏州。',
  'Wohnst du in Flensburg?',
])('reads nothing of other people or of what is not so: %s', (text) => {
  expect(readFacts(source(text))).toEqual([]);
});

test('several facts of a sentence each have their own words, without what joins them', () => {
  const text = 'My name is Wanda, and I work at Fjord Labs, but I live in Oslo.';
  const parts = readFacts(source(text)).map(({ from, to }) => text.slice(from, to));
  expect(parts).toEqual(['My name is Wanda', 'I work at Fjord Labs', 'I live in Oslo.']);
});

test('several facts of a sentence begin at different places', () => {
  const facts = readFacts(source('I live in Trondheim, my rent is $900 and our API port is 4100.'));
  expect(facts.map(({ value }) => value)).toEqual(['Trondheim', '$900', '4100']);
  expect(new Set(facts.map(({ from }) => from)).size).toBe(3);
});

test('what a person did carries the date of its own clause alone', () => {
  expect(only('I bought a kayak and its value has risen since March 3.').validFrom).toBeUndefined();
  expect(only("I've been studying the tuba since March 3.").validFrom).toBe(Date.UTC(2025, 2, 3));
});

test('an end is no new value', () => {
  expect(only('I no longer work at Halvorsen Shipping.')).toMatchObject({ attribute: 'employer', value: 'Halvorsen Shipping', ends: true });
  expect(only('I no longer work at Östra sjukhuset.')).toMatchObject({ attribute: 'employer', value: 'Östra sjukhuset', ends: true });
  for (const over of [
    "I'm no longer allergic to penicillin.",
    'I am not allergic to penicillin any more.',
    "I'm not allergic to penicillin anymore, the test says.",
  ])
    expect(only(over)).toMatchObject({ attribute: 'allergy to penicillin', value: 'penicillin', ends: true });
});

test('speakers with names are told apart, and do not instruct the agent', () => {
  expect(only('I live in Trondheim.', { agent: 'Odile' })).toMatchObject({ subject: 'odile' });
  expect(readFacts(source('Always remember to breathe.', { agent: 'Odile' }))).toEqual([]);
});

test.each([
  'Do I live in Trondheim?',
  'Is our API port 4100?',
  'If I lived in Trondheim, my rent is $900.',
  'If my rent is $900, I can stay.',
  'I wish my rent is $900.',
  'Maybe our API port is 4100.',
  'She said my rent is $900.',
  '> I live in Trondheim.',
  '```\nOur API port is 4100.\n```',
  'He told everyone: "I live in Trondheim and my rent is $900".',
  'Great, thanks a lot, that sounds wonderful!',
  'I would love to see that.',
  'Our old API port was 4100.',
  'The previous deadline for the crane manual is May 5.',
])('reads nothing that is not stated: %s', (text) => {
  expect(readFacts(source(text))).toEqual([]);
});

test.each(['tool_result', 'tool_call', 'thinking', 'compaction', 'system_note'] as const)('reads nothing of a %s', (kind) => {
  expect(readFacts(source('I live in Trondheim. Our API port is 4100.', { kind }))).toEqual([]);
});

describe('what the program around a model writes into a message of its user', () => {
  it('states nothing, also where it is longer than what is read of a message', () => {
    const text = `My name is Berta.\n<system-reminder>\nMy name is Ada.\n${'Fire the kiln. '.repeat(1_200)}</system-reminder>\n`;
    const facts = readFacts(source(text));
    expect(facts.map(({ value }) => value)).toEqual(['Berta']);
    expect(factsAt(source(text))(facts[0]!.from)).toEqual(facts[0]);
  });
});

test.each([
  'My sister says, I live in Leeds.',
  'Tom said, I work at Monzo.',
  'Meine Schwester sagt, ich wohne in Köln.',
  'Mijn zus zegt, ik woon in Gent.',
  'Mi hermana dice, vivo en Sevilla.',
])('what another says behind a comma is not read: %s', (text) => {
  expect(readFacts(source(text))).toEqual([]);
});

test.each(['As I said, I live in Lyon.', 'Wie gesagt, ich wohne in Lyon.', "Comme je l'ai dit, j'habite à Lyon."])(
  'what somebody says again is read: %s',
  (text) => {
    expect(readFacts(source(text))).toMatchObject([{ attribute: 'home', value: 'Lyon' }]);
  },
);

test.each([
  'Our flight was moved from 7 to 9:40, no wait, that was yours.',
  'Playing as Zelda, I live in Hyrule.',
  'Play the role of a tenant, my rent is $900.',
  'Actúa como cliente, vivo en Madrid.',
  "Agis comme un client, j'habite à Lyon.",
  'Spiel den Kunden, ich wohne in Köln.',
  'Doe alsof je klant bent, ik woon in Gent.',
  'We use Kafka at my old job.',
  'Our port is 4100 at my previous company.',
  'The budget is $500, just kidding.',
  'The budget is $500 (as far as I know).',
  'Our port is 4100, if I remember correctly.',
  'Das Budget ist 400 Euro, soweit ich weiß.',
  'El presupuesto es de 400 euros, que yo sepa.',
  'Il budget è di 300 euro, se non ricordo male.',
  'Ich arbeite als Lehrerin, wenn ich groß bin.',
  'My sister goes, I live in Leeds.',
  "Mon frère raconte, j'habite à Nantes.",
  'Mijn zus vertelt, ik woon in Gent.',
  'Pretending to be a pirate, I live in Tortuga.',
  'At my previous job we moved the launch from May 3 to May 10.',
  'Lavoro come previsto.',
])('what is taken back, played, not sure or of another place is not read: %s', (text) => {
  expect(readFacts(source(text))).toEqual([]);
});

test.each([
  'You are right, the budget is $500.',
  'The budget is $500, no exceptions.',
  'The budget is $500, joking aside.',
  'The budget is $500, no more than that.',
])('what is said for certain is read: %s', (text) => {
  expect(readFacts(source(text))).toMatchObject([{ attribute: 'budget', value: '$500' }]);
});
