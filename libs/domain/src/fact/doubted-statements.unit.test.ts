import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

/** Plain statements of a language without their full stop, and what can stand around any of them so that nobody asserts it. */
interface Doubts {
  readonly statements: readonly string[];
  /** `X` is the statement as a clause, `Y` as a sentence. */
  readonly frames: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Doubts>> = {
  English: {
    statements: [
      'The staging port is 4100',
      'We use Postgres for the billing service',
      'I live in Hamburg',
      'My name is Ada',
      'I work at Bosch',
      'We switched from Redis to NATS',
      'My favourite colour is green',
      'The deadline is Friday',
      'Our budget is 900 euros',
      'I am vegetarian',
      'My phone number is 555-0134',
      'We deploy with Helm',
      'The main branch is trunk',
      'My wife is called Lena',
      'The meeting was moved to Thursday',
    ],
    frames: [
      'It is not true that X.',
      'It is false that X.',
      'I doubt that X.',
      'Nobody says that X.',
      'If X, tell me.',
      'Suppose X.',
      'Imagine X.',
      'What if X?',
      'Unless X, stop.',
      'Is it true that X?',
      'Someone wrote: "Y."',
      'He claims that X.',
      'My brother says: Y.',
      'My brother says, Y.',
      'The docs say X.',
      'The test asserts that X.',
      'I wish X.',
      'Maybe X.',
      'I never said that X.',
      'Hardly anyone believes that X.',
      'Translate "Y." into German.',
      'Y? No.',
      'Y? I am not sure.',
      'Y, I think.',
      'Y, or so they say.',
      'Y, if I remember correctly.',
      'Y, just kidding.',
    ],
  },
  German: {
    statements: [
      'Der Staging-Port ist 4100',
      'Wir verwenden Postgres für die Abrechnung',
      'Ich wohne in Hamburg',
      'Ich heiße Ada',
      'Ich arbeite bei Bosch',
      'Ich bin Vegetarierin',
      'Wir sind von Redis zu NATS gewechselt',
      'Meine Lieblingsfarbe ist Grün',
      'Unser Budget beträgt 900 Euro',
    ],
    frames: [
      'Jemand schrieb: „Y.“',
      'Mein Bruder sagt: Y.',
      'Mein Bruder sagt, Y.',
      'Zum Beispiel: Y.',
      'Übersetze „Y.“ ins Englische.',
      'Y? Nein.',
      'Y, glaube ich.',
      'Y, denke ich.',
      'Y, Scherz.',
    ],
  },
  French: {
    statements: [
      'J’habite à Lyon',
      'Le port de staging est 4100',
      'Je travaille chez Airbus',
      'Nous utilisons Postgres pour la facturation',
      'Ma couleur préférée est le vert',
      'Je suis végétarienne',
    ],
    frames: [
      'Je doute que X.',
      'Si X, dis-le.',
      'Supposons que X.',
      'Quelqu’un a écrit : « Y. »',
      'Mon frère dit : Y.',
      'D’après la doc, X.',
      'Par exemple : Y.',
      'Traduis « Y. » en anglais.',
      'Y, je crois.',
      'Y ? Non.',
    ],
  },
  Spanish: {
    statements: [
      'Vivo en Sevilla',
      'El puerto de staging es 4100',
      'Trabajo en Seat',
      'Usamos Postgres para la facturación',
      'Mi color favorito es el verde',
      'Soy vegetariana',
    ],
    frames: [
      'No es cierto que X.',
      'Dudo que X.',
      'Si X, dímelo.',
      'Supongamos que X.',
      'Quizás X.',
      'Mi hermano dice: Y.',
      'Según la documentación, X.',
      'Por ejemplo: Y.',
      'Traduce «Y.» al inglés.',
      'Y, creo.',
    ],
  },
  Italian: {
    statements: [
      'Vivo a Torino',
      'La porta di staging è 4100',
      'Lavoro alla Fiat',
      'Usiamo Postgres per la fatturazione',
      'Il mio colore preferito è il verde',
      'Sono vegetariana',
    ],
    frames: [
      'Non è vero che X.',
      'Dubito che X.',
      'Se X, dimmelo.',
      'Forse X.',
      'Mio fratello dice: Y.',
      'Per esempio: Y.',
      'Traduci «Y.» in inglese.',
      'Y, credo.',
    ],
  },
};

/** Names and "I" keep their capital within a sentence. */
const asClause = (statement: string): string => (/^I\s/u.test(statement) ? statement : statement[0]!.toLowerCase() + statement.slice(1));

describe.each(Object.entries(LANGUAGES))('%s', (_, { statements, frames }) => {
  it.each(statements)('states something with "%s."', (statement) => {
    expect(factsIn(`${statement}.`)).toHaveLength(1);
  });

  it.each(frames)('states nothing within "%s"', (frame) => {
    const framed = statements.map((statement) => frame.replace('X', asClause(statement)).replace('Y', statement));
    expect(framed.filter((text) => factsIn(text).length > 0)).toEqual([]);
  });
});

it.each([
  'My favourite colour is supposedly green.',
  'Meine Lieblingsfarbe ist angeblich Grün.',
  'Ma couleur préférée est soi-disant le vert.',
  'We use Postgres for the billing service, supposedly.',
  'We use Postgres for the billing service allegedly.',
  'We use Postgres for billing in the old version.',
  'I live in Hamburg in the old version.',
  'I doubt that I am allergic to peanuts.',
  'It is false that we decided to use cookies.',
])('nothing is stated where a word of doubt stands within: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
