import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const dayOf = (time: number | undefined): string => (time === undefined ? '' : new Date(time).toISOString().slice(0, 10));
const read = (text: string) =>
  factsIn(text, NOW).map(
    ({ attribute = '-', value = '-', validFrom, validTo }) => `${attribute}: ${value} ${dayOf(validFrom)}..${dayOf(validTo)}`,
  );

test.each([
  'Until March I am in Lisbon.',
  'I live in Lisbon until the end of March.',
  "I'm staying in Lisbon until March 31.",
  'Ich bin bis Ende März in Lissabon.',
  'Bis März wohne ich in Lissabon.',
  "Je suis à Lisbonne jusqu'en mars.",
  "Jusqu'en mars j'habite à Lisbonne.",
  'Estoy en Lisboa hasta finales de marzo.',
  'Vivo a Lisbona fino a marzo.',
  'Até março moro em Lisboa.',
  'Ik woon tot maart in Lissabon.',
  'Jag är i Lissabon till mars.',
])('a stay ends, and is no home: %s', (text) => {
  const facts = factsIn(text, NOW);
  expect(facts.map(({ attribute, validTo }) => [attribute, dayOf(validTo)])).toEqual([[undefined, '2027-04-01']]);
});

test.each([
  "From January I'll work at Acme.",
  "I'll work at Acme from January on.",
  'I start at Acme in January.',
  "I'm going to work for Acme starting January 1.",
  'From January on I work at Acme.',
  'In January I will work at Acme.',
  'In January I start working at Acme.',
  "I'll start working for Acme in January.",
  "I'm starting at Acme in January.",
  'In January I start my new job with Acme.',
  'Ich arbeite ab Januar bei Acme.',
  'Ich fange im Januar bei Acme an.',
  'Je travaille chez Acme à partir de janvier.',
  'Trabajo en Acme a partir de enero.',
  'Lavoro per Acme a partire da gennaio.',
  'Trabalho na Acme a partir de janeiro.',
  'Ik werk vanaf januari bij Acme.',
  'Jag jobbar på Acme från januari.',
])('work that is announced begins then: %s', (text) => {
  expect(read(text)).toEqual(['employer: Acme 2027-01-01..']);
});

test.each([
  ['In January I work at Acme.', 'employer: Acme 2027-01-01..2027-02-01'],
  ['I live in Lisbon in January.', 'home: Lisbon 2027-01-01..2027-02-01'],
  ['In May the staging port is 4200.', 'staging port: 4200 2027-05-01..2027-06-01'],
  ['In November our budget is 500 EUR.', 'budget: 500 EUR 2026-11-01..2026-12-01'],
  ['In 2027 our budget is 50k EUR.', 'budget: 50k EUR 2027-01-01..2028-01-01'],
])('what is said to be so in a month or a year is so in it: %s', (text, fact) => {
  expect(read(text)).toEqual([fact]);
});

test('a span of weekdays ends with the next one behind its begin', () => {
  const [off] = factsIn("Next week I'm off from Monday to Wednesday.", NOW);
  expect([dayOf(off!.validFrom), dayOf(off!.validTo)]).toEqual(['2026-11-30', '2026-12-03']);
});

test('what is so in a month to come replaces nothing', () => {
  const [now] = factsIn('I work at Delta.', NOW);
  const [then] = factsIn('In January I work at Acme.', NOW);
  expect(compareFacts(now!, then!)).toBe('beside');
});

test.each([
  'In October our budget is 500 EUR.',
  'Ab nächster Woche arbeite ich bei Acme.',
  'Trabajo en Acme desde la semana que viene.',
  "Maybe I'll work at Acme from January.",
  "I'll work at Acme from January if they sign.",
  "I hope I'll work at Acme from January.",
  'Ich hoffe, ich arbeite ab Januar bei Acme.',
  'I am in Lisbon until March or April.',
  'I was in Lisbon until March.',
  "I'm in trouble until March.",
  'My sister is in Lisbon until March.',
  "I'm not in Lisbon until March.",
  'I start at 9 on Monday.',
  'I start with Python in January.',
  'In January I start with React.',
  'I start at Lincoln High School in September.',
  "I'm not starting at Acme in January.",
  'My sister is starting at Acme in January.',
  'In January I was going to work at Acme, but it fell through.',
  'In January I would work at Acme if they paid more.',
  'Ich wäre bis März in Lissabon.',
])('is not read: %s', (text) => {
  expect(read(text)).toEqual([]);
});
