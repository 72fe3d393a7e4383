import { expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const dayOf = (time: number | undefined): string => (time === undefined ? '' : new Date(time).toISOString().slice(0, 10));

test.each([
  ['The release is planned for December 10.', 'release: December 10'],
  ['My flight to Oslo is on Thursday at 7:40.', 'oslo flight: Thursday at 7:40'],
  ['My passport expires in June 2027.', 'passport end: June 2027'],
  ['Our production database runs on Postgres 16.', 'production database: Postgres 16'],
  ['Unit tests live in packages/core/tests.', 'unit test location: packages/core/tests'],
  ["We're a team of five at the moment.", 'team size: five'],
  ['We are a team of 12 now.', 'team size: 12'],
  ['Ich nehme jeden Abend 5 mg Ramipril.', 'ramipril dose: 5 mg Ramipril'],
  ['Je prends 20 mg de citalopram chaque matin.', 'citalopram dose: 20 mg de citalopram'],
  ['Tomo 5 mg de enalapril.', 'enalapril dose: 5 mg de enalapril'],
  ['El servidor de pruebas usa el puerto 8081.', 'servidor de prueba port: 8081'],
  ["Le port de l'API est le 8080.", "port de l'api: 8080"],
  ["La porta dell'API è la 8080.", "porta dell'api: 8080"],
  ['A reunião é na quinta-feira às 15h.', 'reunião: quinta-feira às 15h'],
])('what things are, in plain words: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

test.each([
  "We're getting married on May 22.",
  'I drive to Lyon every other weekend.',
  'Use conventional commits for every commit message.',
  '我对花生过敏。',
  '卵アレルギーがあります。',
])('what somebody does, has and wants: %s', (text) => {
  expect(factsIn(text, NOW)).toHaveLength(1);
});

test.each([
  'Anika is on parental leave until May 4.',
  'Anika ist bis zum 4. Mai in Elternzeit.',
  'Anika est en vacances jusqu’au 4 mai.',
  'Anika está de vacaciones hasta el 4 de mayo.',
  'Anika è in ferie fino al 4 maggio.',
  'Anika está de férias até 4 de maio.',
])('who of a team is away until a day: %s', (text) => {
  expect(factsIn(text, NOW).map(({ label, validTo }) => [label, dayOf(validTo)])).toEqual([['project', '2027-05-05']]);
});

test('a price that will change counts from its day', () => {
  const [fact] = factsIn('My rent goes up to 1,150 euros in February.', NOW);
  expect(fact).toMatchObject({ attribute: 'rent', value: '1,150 euros', saysChange: true, validFrom: Date.UTC(2027, 1, 1) });
});

test.each([
  'The release was planned for December 10 but we missed it.',
  'My landlord says the rent goes up to 1,150 euros in February.',
  'The temperature goes up to 35 degrees in July.',
  'The volume goes up to 11 on this amp.',
  "We're a team of five if Ana joins.",
  'Great, another outage. I love Mondays.',
  'Our competitor uses Snowflake.',
  'Mein Vater nimmt 5 mg Ramipril.',
  'Ich nehme 5 mg Ramipril, wenn der Druck hoch ist.',
  'Tomo 200 ml de leche cada mañana.',
  'Maybe Anika is on vacation until Monday.',
  'Anika is on leave until April or May.',
  'Production is out of office until Monday.',
  'I live in Slack until March.',
  'I start at Acme in January, hopefully.',
  "Le port de l'API n'est pas le 8080.",
  'El servidor de pruebas no usa el puerto 8081.',
  'A reunião é na sala 5.',
  '我朋友对花生过敏。',
  '友達は卵アレルギーがあります。',
  '卵アレルギーがありません。',
])('is not read: %s', (text) => {
  expect(factsIn(text, NOW)).toEqual([]);
});
