import { expect, test } from 'vitest';
import { valuesIn } from '../../testing/stated-facts.ts';

test.each([
  ['My phone number is 07700 900123 in case you need it.', 'phone number: 07700 900123'],
  ['My phone number is 020 7946 0958.', 'phone number: 020 7946 0958'],
  ['My phone number is (555) 123-4567.', 'phone number: (555) 123-4567'],
  ['My phone number is 555 123 4567, call any time.', 'phone number: 555 123 4567'],
  ['My phone number is +44 7700 900123.', 'phone number: +44 7700 900123'],
  ['Meine Telefonnummer ist 0151 23456789.', 'telefonnummer: 0151 23456789'],
  ['Meine Handynummer ist 0171/2345678.', 'handynummer: 0171/2345678'],
  ['Mi teléfono es 612 345 678.', 'teléfono: 612 345 678'],
  ['Mon numéro de téléphone est le 06 12 34 56 78.', 'numéro de téléphone: 06 12 34 56 78'],
  ['Mijn telefoonnummer is 06 12345678.', 'telefoonnummer: 06 12345678'],
  ['My IBAN is DE89 3704 0044 0532 0130 00.', 'iban: DE89 3704 0044 0532 0130 00'],
  ['Unsere IBAN ist DE89370400440532013000.', 'iban: DE89370400440532013000'],
  ['El presupuesto de marketing es de 40.000 euros.', 'presupuesto de marketing: 40.000 euros'],
  ['Unser Budget liegt bei 12.500 Euro.', 'budget: 12.500 Euro'],
  ['Le budget est de 8 000 euros.', 'budget: 8 000 euros'],
  ['Il nostro budget è di 15.000 euro.', 'budget: 15.000 euro'],
  ['Our budget is 40.000 euros.', 'budget: 40.000 euros'],
])('is read to the end of its number: %s', (text, fact) => {
  expect(valuesIn(text)).toContain(fact);
});

test.each([
  ['The port is 8080.', 'port: 8080'],
  ['The Redis version is 15.2.', 'redis version: 15.2'],
  ['The timeout is 0.5 seconds.', 'timeout: 0.5'],
  ['The meeting is on Friday 10 am.', 'meeting: Friday'],
  ['My order number is 88213-B.', 'order number: 88213-B'],
  ['The deadline is 01/02/2027.', 'deadline: 01/02/2027'],
])('has the value that it had: %s', (text, fact) => {
  expect(valuesIn(text)).toContain(fact);
});

test('a number that goes on in a form of its own is not cut', () => {
  expect(valuesIn('The code is 4711 8815 and so on.')).toEqual([]);
  expect(valuesIn('My membership number is 88 13 45.')).toEqual([]);
});
