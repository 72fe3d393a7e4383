import { describe, expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';
import type { StatedFact } from './stated-fact.ts';

const endings = (text: string): StatedFact[] => factsIn(text).filter(({ endsKnown }) => endsKnown !== undefined);
/** True where a later statement ends what an earlier one states. */
const ends = (earlier: string, later: string): boolean =>
  factsIn(earlier).some((before) => factsIn(later).some((after) => compareFacts(before, after) === 'supersedes'));

describe('a job that was left', () => {
  test.each([
    'I left Equinor.',
    'I quit Equinor.',
    "I've resigned from Equinor.",
    "I've just left Equinor.",
    'I left Equinor last May.',
    'I left Equinor for Statkraft.',
    'I left Equinor after seven years.',
    'I left Equinor yesterday.',
    'I left Equinor on Friday.',
    'I left Equinor in 2026.',
    'I left Equinor in March for Statkraft.',
    'I left Equinor to join Statkraft.',
    'I left Equinor and joined Statkraft.',
    'I left Equinor because the salary was bad.',
    'I left Equinor, so I am looking for a job.',
    'I left Equinor two months ago.',
    'I quit Equinor to become a teacher.',
    'I left Equinor in March, so I have time.',
    'I was laid off by Equinor.',
    'Equinor fired me yesterday.',
    'Equinor laid me off.',
    'I got fired from Equinor.',
    "I'm no longer with Equinor.",
    'I retired from Equinor.',
  ])('ends the employer: %s', (later) => {
    expect(ends('I work at Equinor.', later)).toBe(true);
    expect(ends('I work at Statkraft.', later)).toBe(false);
    expect(ends('I live in Equinor.', later)).toBe(false);
  });

  test.each([
    'Did I say that I left Equinor?',
    'If I left Equinor, I would be poor.',
    'I would have left Equinor.',
    'I almost left Equinor.',
    'I never left Equinor.',
    'My wife left Equinor.',
    'Tom says I left Equinor.',
    'I left Equinor at 5 pm.',
    'I left Equinor for Christmas.',
    'I left Equinor for Easter.',
    'I left Equinor for Berlin.',
    'I left Equinor and I am on the train.',
    'I left Equinor, now I am on the train.',
    'I left Equinor on Friday at five.',
    'I left Equinor last Friday at five.',
    'I left Equinor yesterday at five.',
    'I left Equinor on Friday to pick up the kids.',
    'I left Equinor, so I can be home at six.',
    'I left Equinor because I was ill.',
    'I left Equinor today because I was ill.',
    'I left Equinor since the bus came.',
    'I left Equinor in 2015.',
    'I quit Equinor in 2015.',
    'I left Equinor in March for a trip.',
    'I left Equinor recently and the traffic was bad.',
    'I left Equinor and moved to the bar.',
    'I left Equinor to start the car.',
    'I left Equinor to join a call.',
    'I left Equinor for lunch.',
    'I left Equinor early today.',
    'I left Equinor a bad review.',
    'I left Equinor out of the list.',
    "I left Equinor's office at noon.",
    'I left Equinor until Monday.',
    'I left Equinor, just kidding.',
    "I quit Equinor's chess club.",
    'I left Equinor in the fridge.',
    'I left Equinor because of the fire alarm.',
    'I left Equinor to pick up the kids.',
    'I left Equinor today at nine.',
    'I left Equinor with Tom and went for a beer.',
    'I left Equinor on the second floor.',
    'I left Equinor in 2019 but came back.',
    'I left Equinor feeling great.',
    'Equinor nearly fired me.',
    'They say Equinor fired me.',
    'My brother wrote: "I have now left Equinor for good."',
  ])('is not told by: %s', (later) => {
    expect(ends('I work at Equinor.', later)).toBe(false);
  });

  test.each([
    ['Ich arbeite bei Siemens.', 'Ich habe Siemens verlassen.'],
    ['Ich arbeite bei Siemens.', 'Ich bin bei Siemens ausgeschieden.'],
    ['Je travaille chez Orange.', "J'ai quitté Orange."],
    ['Trabajo en Telefónica.', 'Dejé Telefónica.'],
    ['Lavoro da Fiat.', 'Ho lasciato Fiat.'],
    ['Trabalho na Galp.', 'Deixei a Galp.'],
    ['Ik werk bij Philips.', 'Ik ben weg bij Philips.'],
    ['Jag jobbar på Volvo.', 'Jag har lämnat Volvo.'],
  ])('in other languages: %s %s', (earlier, later) => {
    expect(ends(earlier, later)).toBe(true);
  });

  test.each([
    ['Ich arbeite bei Siemens.', 'Ich habe Siemens nicht verlassen.'],
    ['Ich arbeite bei Siemens.', 'Habe ich Siemens verlassen?'],
    ['Je travaille chez Orange.', "Je n'ai pas quitté Orange."],
    ['Je travaille chez Orange.', 'Mon frère a quitté Orange.'],
    ['Trabajo en Telefónica.', 'No dejé Telefónica.'],
    ['Trabajo en Telefónica.', 'Mi hermana dejó Telefónica.'],
    ['Lavoro da Fiat.', 'Non ho lasciato Fiat.'],
    ['Trabalho na Galp.', 'Não deixei a Galp.'],
    ['Jag jobbar på Volvo.', 'Jag har inte lämnat Volvo.'],
    ['Ich arbeite bei Siemens.', 'Ich habe bei Vodafone gekündigt.'],
    ['Ich arbeite bei Siemens.', 'Ich habe meinen Vertrag bei Siemens gekündigt.'],
    ['Jag jobbar på Volvo.', 'Jag har slutat på Netflix.'],
    ['Lavoro da Fiat.', 'Ho lasciato il lavoro da Luca.'],
  ])('and not: %s %s', (earlier, later) => {
    expect(ends(earlier, later)).toBe(false);
  });

  test('may be an event of its day as well, which begins elsewhere in the sentence', () => {
    const facts = factsIn('I left Equinor last May.');
    expect(facts.map(({ value, replaces, endsKnown }) => [value ?? replaces, endsKnown])).toEqual([
      ['left Equinor last May', undefined],
      ['Equinor', 'fact'],
    ]);
    expect(new Set(facts.map(({ from }) => from)).size).toBe(2);
    expect(facts.map(({ shownFrom }) => shownFrom)).toEqual([undefined, 0]);
  });
});

test('a year says when what is ended was over, and long ago ends nothing', () => {
  expect(endings('I left Equinor in 2025.')).toMatchObject([{ overBy: Date.UTC(2026, 0) }]);
  expect(endings('I left Equinor in 2026.')[0]!.overBy).toBeUndefined();
  expect(endings('I left Equinor in 2015.')).toEqual([]);
});

describe('what was said of a person', () => {
  test.each([
    ['I am allergic to nuts.', 'It turned out I am not allergic to nuts.'],
    ['I am allergic to nuts.', "Actually I'm not allergic to nuts."],
    ['I am allergic to nuts.', "The test showed that I'm not allergic to nuts."],
    ['I am allergic to nuts.', "Turns out I'm not allergic to nuts after all."],
    ['I am vegan.', "I'm not vegan."],
    ["My girlfriend's name is Ida.", 'I broke up with Ida.'],
    ['My wife is called Ann.', 'Ann and I got divorced.'],
    ['My wife is called Ann.', "I'm divorced from Ann."],
    ['My husband is called Tom.', 'Tom and I are no longer together.'],
    ['Meine Freundin heißt Anna.', 'Ich habe mich von Anna getrennt.'],
    ["Ma copine s'appelle Léa.", "J'ai rompu avec Léa."],
    ['Mi novia se llama Vera.', 'Rompí con Vera.'],
    ['I drive a Volvo.', 'I sold the Volvo.'],
    ['My car is a blue Volvo V60.', "I've sold my Volvo."],
    ['I have a meeting with Anna on 4 December 2026.', 'The meeting with Anna was cancelled.'],
    ['My flight to Lisbon leaves on 5 December 2026.', 'My flight to Lisbon was cancelled.'],
    ['I have an appointment with Dr. Meyer on 3 December 2026.', 'The appointment with Dr. Meyer was cancelled.'],
    ['My exam is on 12 December 2026.', 'My exam was cancelled.'],
    ['My dentist appointment is on 5 December 2026.', 'My dentist appointment got cancelled.'],
  ])('is ended: %s %s', (earlier, later) => {
    expect(ends(earlier, later)).toBe(true);
  });

  test.each([
    ['I am allergic to nuts.', "I'm not allergic to milk."],
    ['I am allergic to nuts.', "I'm not allergic to nuts or so I thought."],
    ['I am allergic to nuts.', "I'm not allergic to nuts when they are roasted."],
    ['I am allergic to nuts.', "I'm not allergic to nuts, am I?"],
    ['I am allergic to nuts.', "I hope I'm not allergic to nuts."],
    ['I am allergic to nuts.', "My doctor says I'm not allergic to nuts."],
    ['I am allergic to nuts.', "If I'm not allergic to nuts, I'll eat the cake."],
    ['I am allergic to nuts.', "I'm not only allergic to nuts but to milk."],
    ['I am vegan.', "I'm not vegan, but close."],
    ['I am vegan.', "I'm not a vegan hater."],
    ["My girlfriend's name is Ida.", 'I broke up with Eva.'],
    ["My girlfriend's name is Ida.", 'I almost broke up with Ida.'],
    ["My girlfriend's name is Ida.", 'Tom broke up with Ida.'],
    ["My sister's name is Ida.", 'I broke up with Ida.'],
    ['My wife is called Ann.', 'Ann and I broke up the concrete.'],
    ['My wife is called Ann.', 'Ann and I split the bill.'],
    ['My wife is called Ann.', 'If Ann and I got divorced, I would move.'],
    ['Meine Freundin heißt Anna.', 'Ich habe mich nie von Anna getrennt.'],
    ['I drive a Volvo.', 'I sold the Volvo shares.'],
    ['I drive a Volvo.', 'I nearly sold the Volvo.'],
    ['I drive a Volvo.', 'I sold the Tesla.'],
    ['I have a meeting with Anna on 4 December 2026.', 'The meeting with Tom was cancelled.'],
    ['I have a meeting with Anna on 4 December 2026.', 'The meeting was cancelled.'],
    ['I have a meeting with Anna on 4 December 2026.', 'The meeting with Anna was cancelled in the film.'],
    ['I have a meeting with Anna on 4 December 2026.', 'Was the meeting with Anna cancelled?'],
    ['I have a meeting with Anna on 4 December 2026.', 'The meeting with Anna was almost cancelled.'],
    ['I have a lunch with Anna on 4 December 2026.', 'The meeting with Anna was cancelled.'],
  ])('stands: %s %s', (earlier, later) => {
    expect(ends(earlier, later)).toBe(false);
  });

  test('is not said twice where the words end it in any case', () => {
    expect(endings("I'm no longer allergic to nuts.")).toEqual([]);
    expect(endings('I no longer work at Equinor.')).toEqual([]);
  });
});

describe('a new version of what a part of the work is', () => {
  test.each([
    ['Our database is Postgres 15.', 'We upgraded to Postgres 17.', true],
    ['Our database is Postgres 15.', 'We upgraded Postgres from 15 to 17.', true],
    ['Our broker is Kafka 3.', 'We upgraded from Kafka 3 to Kafka 4.', true],
    ['Our broker is Kafka 3.', 'We upgraded from Kafka 3 to 4.', true],
    ['Our broker is Kafka 3.', 'We upgraded from Kafka 2 to Kafka 4.', false],
    ['Our broker is Kafka 3.', 'If we upgraded from Kafka 3 to Kafka 4, it would help.', false],
    ['Our database is Postgres 15.', 'We upgraded Postgres from 14 to 17.', false],
    ['Our database is Postgres 15.', 'We upgraded to Redis 8.', false],
    ['Our staging database is Postgres 15.', 'We upgraded to Postgres 17.', false],
    ['Our database is Postgres 15.', 'We are on Postgres 17.', false],
    ['Our database is Postgres 15.', 'Should we have upgraded to Postgres 17?', false],
  ])('%s %s', (earlier, later, isEnded) => {
    expect(ends(earlier, later)).toBe(isEnded);
  });
});
