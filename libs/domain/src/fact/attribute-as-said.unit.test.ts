import { expect, test } from 'vitest';
import { attributeAsSaid } from './attribute-as-said.ts';

test.each([
  ['vat number deadline', 'The deadline for the VAT numbers is November 30 now.', 'VAT numbers deadline'],
  ['number of kid', 'I have two kids, Mila and Joris.', 'number of kids'],
  ['webhook timeout', "Webhook's timeout is 10 seconds.", 'webhook timeout'],
  ['staging port', 'It is 4300.', 'staging port'],
  ['node version', 'We upgraded Node to 22.4.', 'Node version'],
])('%s stands in the words of its sentence', (attribute, sentence, said) => {
  expect(attributeAsSaid(attribute, sentence)).toBe(said);
});
