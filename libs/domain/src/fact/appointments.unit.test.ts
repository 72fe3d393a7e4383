import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

test.each([
  ['I have a dentist appointment next Tuesday at 9:30, so no standup for me.', Date.UTC(2026, 4, 13)],
  ['I have an interview on May 20.', Date.UTC(2026, 4, 21)],
  ["I've got a job interview tomorrow at 3 pm.", Date.UTC(2026, 4, 6)],
  ['Ich habe am 20. Mai um 10:30 einen Zahnarzttermin.', Date.UTC(2026, 4, 21)],
  ["J'ai rendez-vous chez le dentiste le 20 mai.", Date.UTC(2026, 4, 21)],
  ['Tengo una cita con el dentista el 20 de mayo.', Date.UTC(2026, 4, 21)],
  ['Ho un appuntamento dal dentista il 20 maggio alle 10.', Date.UTC(2026, 4, 21)],
  ['Tenho consulta no dentista no dia 20 de maio.', Date.UTC(2026, 4, 21)],
  ['Ik heb op 20 mei een afspraak bij de tandarts.', Date.UTC(2026, 4, 21)],
])('is over when its day is: %s', (text, validTo) => {
  expect(factsIn(text)).toMatchObject([{ validTo }]);
  expect(factsIn(text)[0]).not.toHaveProperty('validFrom');
});

test.each([
  'I have a dentist appointment, so no standup for me.',
  'I have a meeting every Tuesday.',
  'I have a meeting with Tom on Fridays.',
  'I have a job interview to prepare.',
  'I have a dog.',
])('has no end: %s', (text) => {
  expect(factsIn(text)).toHaveLength(1);
  expect(factsIn(text)[0]).not.toHaveProperty('validTo');
});

test.each([
  'Ich habe jeden Dienstag einen Termin.',
  'Ich habe am 20. Mai einen Termin abgesagt.',
  'Wenn ich am 20. Mai einen Termin habe, komme ich nicht.',
  "J'ai rendez-vous chaque lundi.",
  "J'ai eu un examen le 12 juin.",
  'No tengo cita el 20 de mayo.',
  'Si tengo una entrevista el viernes, te aviso.',
  'Tengo una consulta sobre el pedido 4711.',
  'Ho un esame di coscienza da fare lunedì.',
  'Ich habe am 20. Mai vielleicht einen Zahnarzttermin.',
  'Ich habe am 20. Mai einen Termin, falls das Labor sich meldet.',
  'Ich habe am 20. Mai letztes Jahr einen Zahnarzttermin gemacht.',
  "J'ai rendez-vous chez le dentiste le 20 mai si le cabinet rappelle.",
  'Ho un appuntamento dal dentista il 20 maggio, forse.',
  'Tenho consulta no dentista no dia 20 de maio, se calhar.',
  'Ik heb op 20 mei misschien een afspraak bij de tandarts.',
])('is no appointment: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  'On Tuesday at 3 I have a dentist appointment.',
  "I'm seeing the dentist on Tuesday at 3.",
  'I have the dentist on Tuesday.',
  'Am Dienstag um 15 Uhr habe ich einen Zahnarzttermin.',
  'Ich muss am Dienstag zum Zahnarzt.',
  "Mardi à 15h j'ai rendez-vous chez le dentiste.",
  'El martes tengo cita con el dentista.',
  'Tengo dentista el martes a las 3.',
  'Martedì ho un appuntamento dal dentista.',
  'Na terça-feira tenho consulta no dentista.',
  'Dinsdag heb ik een afspraak bij de tandarts.',
])('has its day in front, or no article, and is over with it: %s', (text) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'user', validTo: Date.UTC(2026, 4, 6) })]);
});

test.each([
  'Am Freitag habe ich keine Prüfung.',
  'Am Freitag habe ich vielleicht eine Prüfung.',
  'Am Freitag habe ich eine Prüfung, falls der Prof gesund ist.',
  'Am Freitag hatte ich eine Prüfung.',
  "Mardi j'ai eu un examen.",
  'El martes no tengo cita con el dentista.',
  'On Tuesday I have a dentist appointment every year.',
  'On Tuesday I have a meeting, maybe.',
  "Don't tell me the release is on Friday.",
])('is no appointment either: %s', (text) => {
  expect(factsIn(text).filter(({ kind }) => kind !== 'value')).toEqual([]);
});
