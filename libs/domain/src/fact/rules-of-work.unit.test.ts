import { expect, test } from 'vitest';
import { compareFacts } from './compare-facts.ts';
import { readFacts } from './read-facts.ts';
import type { StatedFact } from './stated-fact.ts';

const read = (text: string): readonly StatedFact[] =>
  readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2026, 10, 23), text });
const said = (text: string): string[] => read(text).map(({ label, attribute, value }) => `${label} ${attribute ?? ''}: ${value}`);

test.each([
  'Please keep answers short',
  'Keep replies concise',
  'Please be brief in your replies',
  'Halte deine Antworten bitte kurz',
  'Fass dich bitte kurz in deinen Antworten',
  'Garde tes réponses courtes',
  'Mantén las respuestas breves',
  'Tieni le risposte brevi',
  'Mantenha as respostas curtas',
  'Houd je antwoorden kort',
  'Only Jana may merge',
  'Only the release managers are allowed to push tags',
  'Only Jana and Tom may approve pull requests',
  'Only the bot may deploy to production',
  'Nur Lukas darf in main mergen',
  'Seule Camille a le droit de publier une version',
  'Solo Marta puede aprobar los cambios',
  'Solo Giulia può pubblicare i pacchetti',
  'Só Rui pode fazer o deploy',
  'Alleen Sanne mag releases publiceren',
  'Solo Sara può fare il merge su main',
  'Only Jana may merge to main, so ask her first',
  'Keep your replies short and sweet',
])('is a rule that stays: %s', (text) => {
  expect(said(`${text}.`)).toEqual([`feedback : ${text}`]);
});

test.each([
  ['region: eu-west-3', 'project region: eu-west-3'],
  ['aws_region: us-east-1', 'project aws_region: us-east-1'],
  ['log_level: debug', 'project log_level: debug'],
  ['Die Datenbank ist Postgres 16.', 'project datenbank: Postgres 16'],
  ['La base de données est MySQL 8.', 'project base de donnée: MySQL 8'],
  ['La base de datos es Postgres 16.', 'project base de dato: Postgres 16'],
  ['Il nostro broker è Kafka 3.7.', 'project broker: Kafka 3.7'],
  ['O banco de dados é MySQL 8.4.', 'project banco de dado: MySQL 8.4'],
  ['Onze database is Postgres 17.', 'project database: Postgres 17'],
  ['Vår databas är Postgres 17.', 'project databa: Postgres 17'],
  ['We have 5 replicas.', 'project number of replica: 5 replicas'],
  ['We have 40 microservices.', 'project number of microservice: 40 microservices'],
])('is a value of the project: %s', (text, fact) => {
  expect(said(text)).toEqual([fact]);
});

test('the next version of a database replaces the one before, in German and Spanish too', () => {
  for (const [before, now] of [
    ['Unsere Datenbank ist Postgres 15.', 'Unsere Datenbank ist ab jetzt Postgres 16.'],
    ['La base de datos es Postgres 15.', 'La base de datos es ahora Postgres 16.'],
  ] as const)
    expect(compareFacts(read(before)[0]!, read(now)[0]!)).toBe('supersedes');
});

test.each([
  'Only Jana may know.',
  'Only Jana may merge today.',
  'Only Premium members may access this page.',
  'Only Premium may release the hostages.',
  'Only Congress may approve the budget.',
  'Only the owner may release the dog.',
  'Keep replies brief was what she said.',
  'Nur Gott darf Leben löschen.',
  'Nur Kinder darf man nicht löschen.',
  'Seul Netflix peut publier ces séries.',
  'Solo España puede desplegar tropas ahí.',
  'Solo Dio può approvare questo.',
  'Só Deus pode aprovar isso.',
  'Alleen God mag dat goedkeuren.',
  'Nur Jana darf heute mergen.',
  'Nur Mama darf das.',
  'Solo Dios puede juzgarme.',
  'Solo Juve può fare push così.',
  'Nur Bayern darf so pushen.',
  'Solo Messi puede hacer push así.',
  'Alleen Max mag zo pushen.',
  'Only Max may push code like that.',
  'Keep answers simple stupid.',
  'Keep replies short, stupid.',
  'Be concise in all your answers, dummy.',
  'Keep it short.',
  'Keep your answers short for this one.',
  'I tried to keep my answers short.',
  'Antworte kurz: was ist ein Mutex?',
  'region: Bavaria',
  'log level: high',
  'Here is the config:\nregion: eu-west-3\nlog_level: debug',
  'Der Cache ist Stufe 2.',
  'La coda è Punto 3.',
  'Die Datenbank ist vielleicht Postgres 16.',
  'La base de datos es Postgres 16 en staging.',
])('states nothing that stays: %s', (text) => {
  expect(said(text)).toEqual([]);
});

test('what a family has many of is no project’s', () => {
  expect(said('We have 5 kids.')).toEqual(['user number of kid: 5 kids']);
});

test.each([
  ['We have 2 nodes in the garden.', 'user garden number of node: 2 nodes'],
  ['We have 5 containers of yoghurt in the fridge.', 'user yoghurt number of container: 5 containers'],
  ['We have 3 shards of glass.', 'user glass number of shard: 3 shards'],
  ['We have 2 replicas of famous paintings.', 'user famous painting number of replica: 2 replicas'],
  ['We have 2 replicas of Ancient Greek vases.', 'user ancient greek vase number of replica: 2 replicas'],
  ['We have 2 replicas of Kafka brokers.', 'project kafka broker number of replica: 2 replicas'],
  ['We have two replicas of Roman coins.', 'user roman coin number of replica: two replicas'],
  ['We have 2 replicas of Shakespeare’s globe.', 'user shakespeare globe number of replica: 2 replicas'],
  ['We have 4 replicas of old swords in the museum.', 'user old sword number of replica: 4 replicas'],
  ['We have 3 replicas of stateless services.', 'project stateless service number of replica: 3 replicas'],
  ['We have 3 replicas of redis in Frankfurt.', 'project redis number of replica: 3 replicas'],
  ['We have 5 replicas of Postgres.', 'project postgre number of replica: 5 replicas'],
  ['We have 3 replicas of the search index.', 'project search index number of replica: 3 replicas'],
  ['We have 6 nodes in Frankfurt.', 'project frankfurt number of node: 6 nodes'],
])('is a household’s or a project’s by what is said of it: %s', (text, fact) => {
  expect(said(text)).toEqual([fact]);
});
