import { expect, test } from 'vitest';
import { inFirstPerson } from './in-first-person.ts';

test.each([
  ['The user lives in Bergen.', 'user', 'I live in Bergen.'],
  ['The user is vegan.', 'user', 'I am vegan.'],
  ['User is vegan.', 'user', 'I am vegan.'],
  ["The user isn't vegan any more.", 'user', 'I am not vegan any more.'],
  ["The user doesn't like olives.", 'user', "I don't like olives."],
  ['The user now works at Acme and lives in Oslo.', 'user', 'I now work at Acme and live in Oslo.'],
  ['The user no longer works at Acme.', 'user', 'I no longer work at Acme.'],
  ["The user's name is Karla.", 'user', 'My name is Karla.'],
  ['The user has moved to Rome with her dog.', 'user', 'I have moved to Rome with my dog.'],
  ['Dana studies law.', 'Dana', 'I study law.'],
  ['Dana watches birds.', 'dana', 'I watch birds.'],
  ['I live in Bergen.', 'user', undefined],
  ['The user guide lives in docs.', 'user', undefined],
  ['Dana lives in Bergen.', 'user', undefined],
  ['Anna-Lena lives in Bergen.', 'Anna-Lena', 'I live in Bergen.'],
  ['A. (Dana) lives in Bergen.', 'A. (Dana)', 'I live in Bergen.'],
  ['The users live in Bergen.', 'user', undefined],
])('%s (about %s)', (text, subject, said) => {
  expect(inFirstPerson(text, subject)).toBe(said);
});
