import { expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

test.each([
  'Ich heiße Sie herzlich willkommen.',
  'Sehr geehrte Gäste,\n\nich heiße Sie herzlich willkommen',
  'Ich heiße Euch willkommen!',
  'Ich heiße Das gut.',
  'Ich lebe jetzt in Scheidung.',
  'Ich lebe jetzt in Trennung.',
  'Ich lebe in Partnerschaft.',
  'Ich lebe jetzt in Frieden.',
  'Ich lebe jetzt in Rente.',
  'Ich wohne jetzt in Miete.',
  'Ich wohne jetzt in Untermiete.',
  'Ich wohne jetzt in Angst.',
  'Ich lebe in Sorge.',
  'Ich arbeite jetzt bei Stille.',
  'Vivo en Paz ahora.',
  'Vivo en Pareja ahora.',
  'Ahora vivo en Familia.',
  'Ahora trabajo en Remoto.',
  'I live in Peace now.',
  'I live in Jira now.',
  'I live in Outlook now.',
  'I live in Building 4 now.',
  'I now live in Sin, as my gran says.',
])('words for how somebody lives, works or greets are no home, employer or name: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  ['Ich lebe in Bandung.', 'home: Bandung'],
  ['Ich wohne jetzt in Kassel.', 'home: Kassel'],
  ['Ich heiße jetzt Karla Weber.', 'name: Karla Weber'],
  ['Vivo en La Paz.', 'home: La Paz'],
  ['Vivo en Ciudad Real.', 'home: Ciudad Real'],
  ['I live in Hope now.', 'home: Hope'],
  ['I live in New York these days.', 'home: New York'],
  ['Ich arbeite jetzt bei Bosch.', 'employer: Bosch'],
  ['Trabajo en Siemens.', 'employer: Siemens'],
])('a place, a firm and a name are: %s', (text, value) => {
  expect(valuesIn(text)).toEqual([value]);
});

test.each([
  ["I'm 34 years old.", ['age: 34 years old']],
  ["I'm 5 years older than my wife.", []],
  ["I'm now 5 years older than I was at my last job.", []],
  ["I'm a 34-year-old nurse, 5 years older than my wife.", []],
])('an age is told, and no distance to that of another: %s', (text, values) => {
  expect(valuesIn(text).filter((value) => value.startsWith('age'))).toEqual(values);
});
