import { expect, test } from 'vitest';
import { factIn, factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['Ich arbeite bei Siemens.', 'Ich arbeite nicht mehr bei Siemens.'],
  ['Ich arbeite bei Siemens.', 'Seit Mai arbeite ich nicht mehr bei Siemens.'],
  ['Ich wohne in Berlin.', 'Ich wohne nicht mehr in Berlin.'],
  ['Ich wohne in Berlin.', 'Übrigens wohne ich nicht mehr in Berlin.'],
  ['Ich bin Vegetarier.', 'Ich bin kein Vegetarier mehr.'],
  ['Ich bin Vegetarierin.', 'Ich bin nicht mehr Vegetarierin.'],
  ['Trabajo en Telefónica.', 'Ya no trabajo en Telefónica.'],
  ['Vivo en Madrid.', 'Ya no vivo en Madrid.'],
  ['Soy vegetariana.', 'Ya no soy vegetariana.'],
  ['Je travaille chez Renault.', 'Je ne travaille plus chez Renault.'],
  ["J'habite à Lyon.", "Je n'habite plus à Lyon."],
  ['Je suis végétarienne.', 'Je ne suis plus végétarienne.'],
  ['Lavoro alla Fiat.', 'Non lavoro più alla Fiat.'],
  ['Vivo a Roma.', 'Non vivo più a Roma.'],
  ['Sono vegetariana.', 'Non sono più vegetariana.'],
  ['Trabalho na Galp.', 'Já não trabalho na Galp.'],
  ['Moro em Lisboa.', 'Não moro mais em Lisboa.'],
  ['Ik werk bij Philips.', 'Ik werk niet meer bij Philips.'],
  ['Ik woon in Utrecht.', 'Ik woon niet meer in Utrecht.'],
  ['Jag jobbar på Volvo.', 'Jag jobbar inte längre på Volvo.'],
  ['Jag bor i Lund.', 'Jag bor inte längre i Lund.'],
  ['Ich arbeite bei Siemens.', 'Ich habe bei Siemens gekündigt.'],
  ['Ich arbeite bei Siemens.', 'Ich habe letzte Woche bei Siemens gekündigt.'],
  ['Je travaille chez Orange.', "J'ai démissionné de chez Orange."],
  ['Je travaille chez Orange.', "J'ai quitté mon poste chez Orange."],
  ['Trabajo en Telefónica.', 'Dejé mi trabajo en Telefónica.'],
  ['Lavoro alla Fiat.', 'Ho lasciato il mio lavoro alla Fiat.'],
  ['Trabalho na Galp.', 'Deixei o meu emprego na Galp.'],
  ['Ik werk bij Philips.', 'Ik heb ontslag genomen bij Philips.'],
  ['Jag jobbar på Volvo.', 'Jag har slutat på Volvo.'],
  ['I work at Stripe.', "I don't work at Stripe anymore."],
  ['I work at Stripe.', 'I do not work for Stripe any more.'],
])('what is no longer so ends what was: %s %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(after.fact.ends).toBe(true);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

test.each([
  ['Ich arbeite seit Juni nicht mehr bei Bosch.', { attribute: 'employer', value: 'Bosch', ends: true }],
  ['Ich wohne seit Mai nicht mehr in Berlin.', { attribute: 'home', value: 'Berlin', ends: true }],
  ['Ik werk sinds juni niet meer bij Philips.', { attribute: 'employer', value: 'Philips', ends: true }],
  ['Ik woon sinds mei niet meer in Utrecht.', { attribute: 'home', value: 'Utrecht', ends: true }],
])('since when it is no longer so is no beginning: %s', (text, fact) => {
  expect(factsIn(text)).toEqual([expect.objectContaining(fact)]);
});

test.each([
  'Ich bin seit Mai nicht vegan.',
  'Ich habe bei Siemens nie gekündigt.',
  'Ich habe fast bei Siemens gekündigt.',
  'Hätte ich bei Siemens gekündigt, wäre es besser.',
  "J'ai presque quitté mon poste chez Orange.",
  'Si dejé mi trabajo en Telefónica, dime.',
  'Ich bin seit Mai nicht mehr vegan unterwegs.',
  'Ich heiße seit Mai nicht mehr Müller.',
  'Ich arbeite seit Juni nicht mehr als Koch.',
  'Ich arbeite seit Juni nie bei Bosch.',
  'Ich wohne seit Mai kaum in Berlin.',
  'Ik werk sinds juni nooit bij Philips.',
  'Ik ben sinds mei geen veganist geweest.',
])('a denial behind "since" states nothing: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  'Ich habe bei Vodafone gekündigt.',
  'Ich habe bei Spotify gekündigt.',
  'Ich habe bei der Telekom gekündigt.',
  'Ich habe gestern bei McFit gekündigt.',
  'Jag har slutat på Netflix.',
  'Ho lasciato il lavoro da Luca.',
  'Mi sono dimesso da Fiat.',
  "J'ai démissionné de Renault.",
])('a contract ended may be a job only where that is known: %s', (text) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ attribute: 'employer', ends: true, endsKnown: 'fact' })]);
});

test.each([
  'Ich habe meinen Job bei Siemens gekündigt.',
  'Ich habe gestern meine Stelle bei Siemens gekündigt.',
  "J'ai quitté mon poste chez Orange.",
  'Dejé mi trabajo en Telefónica.',
  'Ho lasciato il mio lavoro alla Fiat.',
  'Deixei o meu emprego na Galp.',
  'Ik heb ontslag genomen bij Philips.',
  'Jag har sagt upp mig från Volvo.',
])('a job that is named is over in any case: %s', (text) => {
  const [fact] = factsIn(text);
  expect(fact).toMatchObject({ attribute: 'employer', ends: true });
  expect(fact!.endsKnown).toBeUndefined();
});

test.each([
  'Ich habe meinen Vertrag bei Vodafone gekündigt.',
  'Dejé mi trabajo en España.',
  'Dejé el trabajo en la mesa.',
  'Deixei o trabalho no Brasil.',
])('and this is none: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test('another end ends nothing', () => {
  expect(compareFacts(factIn('Ich wohne in Berlin.').fact, factIn('Ich wohne nicht mehr in Hamburg.').fact)).toBe('beside');
  expect(compareFacts(factIn('Trabajo en Telefónica.').fact, factIn('Ya no trabajo en Repsol.').fact)).toBe('beside');
});

test.each([
  ['Unsere Datenbank ist Postgres.', 'datenbank: Postgres'],
  ['Die Datenbank ist jetzt MariaDB.', 'datenbank: MariaDB'],
  ['La base de datos es Postgres.', 'base de dato: Postgres'],
  ['La base de données est maintenant MySQL.', 'base de donnée: MySQL'],
  ['Il nostro database è SQLite.', 'database: SQLite'],
])('a database is known without its version, too: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

test.each([
  'Ich esse kein Fleisch.',
  'Je ne mange pas de viande.',
  'No como carne.',
  'Non mangio carne.',
  'Ik eet geen vlees.',
  'Não como carne.',
  'Zahnarzt am Donnerstag.',
  'Zahnarzttermin am Donnerstag um 10 Uhr.',
  'Abendessen mit Ana am Freitag.',
  'Dentista el jueves.',
  'Cena con Ana el viernes.',
  'Dentiste jeudi.',
  'Dîner avec Ana vendredi à 20h.',
  'Dentista giovedì alle 10.',
  'Tandarts donderdag.',
])('what is not eaten, and an appointment noted in a few words: %s', (text) => {
  expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'user', kind: 'personal' })]);
});

test('such an appointment is over with its day', () => {
  for (const text of ['Zahnarzt am Donnerstag.', 'Dentiste jeudi.', 'Dentista el jueves.'])
    expect(factsIn(text)).toEqual([expect.objectContaining({ validTo: Date.UTC(2026, 4, 8) })]);
});

test('"nunca hagas" is a standing order', () => {
  expect(factsIn('Nunca hagas push a main.')).toEqual([expect.objectContaining({ label: 'feedback', kind: 'constraint' })]);
});

test.each([
  'Ich will nicht mehr bei Siemens arbeiten.',
  'Ich wohne nicht mehr lange in Berlin.',
  'Wenn ich nicht mehr in Berlin wohne, sage ich Bescheid.',
  'Ich wohne nicht mehr in Berlin, glaube ich.',
  'Vielleicht wohne ich nicht mehr in Berlin.',
  'Ich hoffe, ich wohne nicht mehr in Berlin.',
  'Anna sagt, ich wohne nicht mehr in Berlin.',
  'Ich arbeite nicht mehr bei Regen.',
  'Ich arbeite nicht mehr bei Siemens im Schichtdienst.',
  'Wohne ich nicht mehr in Berlin?',
  'Ich wohne nicht mehr mit Tom in Berlin.',
  'Meine Schwester arbeitet nicht mehr bei Siemens.',
  'Creo que ya no vivo en Madrid.',
  'Si ya no trabajo en Telefónica, avísame.',
  'Ya no trabajo en casa.',
  'Ya no trabajo en Navidad.',
  'Ya no vivo en Madrid con mis padres.',
  'No vivo en Madrid.',
  "Je n'habite plus à Lyon en semaine.",
  'Je ne travaille plus chez moi.',
  'Non vivo più a Roma da sola.',
  'Non lavoro più da casa.',
  'Ik woon niet meer alleen in Utrecht.',
  "I don't work at Stripe.",
  "I don't work at night anymore.",
  "If I don't work at Stripe anymore, tell Tom.",
  'Die Datenbank ist kaputt.',
  'Die Datenbank ist Postgres oder MySQL.',
  'Ist die Datenbank Postgres?',
  'Die Datenbank ist nicht Postgres.',
  'La base de datos es Postgres en desarrollo.',
  'Ich esse kein Fleisch zum Frühstück.',
  'Ich esse kein Eis.',
  'Esst ihr kein Fleisch?',
  'No como carne los lunes.',
  'Zahnarzt am Donnerstag oder Freitag.',
  'Zahnarzt am Donnerstag abgesagt.',
  'Zahnarzt am Donnerstag?',
  'Vielleicht Abendessen am Freitag.',
  'Dentiste jeudi ou vendredi.',
  'Dentista los jueves.',
  'Cena con Ana el viernes, si puede.',
])('but not what is doubted, of another, of a time or of a case: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
