import { expect, it } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

it.each(['The shoes, which I chose on March 30, are blue.', 'The shoes that we chose for the race are blue.', 'I opted on May 3 for it.'])(
  'a choice of a thing that stands before it, or its day, is no decision: %s',
  (text) => {
    expect(factsIn(text).filter(({ kind }) => kind === 'decision')).toEqual([]);
  },
);

it('a decision that is to be remembered is one', () => {
  expect(factsIn('Remember that we decided to use a queue.')).toMatchObject([{ kind: 'decision', value: 'use a queue' }]);
});

it('a long liking ends behind a word', () => {
  const [fact] = factsIn(`I enjoy ${'walking along the old harbour wall '.repeat(6)}with friends.`);
  expect(fact!.value!).toMatch(/^walking along .{80,} (?:walking|along|the|old|harbour|wall)$/);
});

it.each([
  ['Ich arbeite seit Mai bei Noordpost als Entwicklerin.', 'employer: Noordpost'],
  ['Trabajo en Correo Norte como programadora.', 'employer: Correo Norte'],
  ["Morning! I'm Ilse, I lead the project.", 'name: Ilse'],
])('what somebody is there stands behind where: %s', (text, expected) => {
  expect(valuesIn(text)).toEqual([expected]);
});
