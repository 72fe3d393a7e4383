import { expect, it } from 'vitest';
import { z } from 'zod';
import { asMeant } from './as-meant.ts';
import { timeAt } from './read-time.ts';

const input = z.strictObject({
  query: z.string().trim().min(1),
  alsoTry: z.array(z.string().min(1)).max(7).optional(),
  session: z.string().regex(/^\w+$/).optional(),
  since: timeAt('start', 'from').optional(),
  limit: z.int().min(1).max(50).default(20),
  history: z.boolean().optional(),
});

it.each<[string, object, object]>([
  ['null for what may be left out', { query: 'x', session: null, alsoTry: null, limit: null }, { query: 'x', limit: 20 }],
  ['an empty text for it', { query: 'x', session: '', since: ' ' }, { query: 'x', limit: 20 }],
  ['a number as text', { query: 'x', limit: '5' }, { query: 'x', limit: 5 }],
  ['a truth as text', { query: 'x', history: 'true' }, { query: 'x', history: true, limit: 20 }],
  ['one text for a list', { query: 'x', alsoTry: 'der Kran' }, { query: 'x', alsoTry: ['der Kran'], limit: 20 }],
  ['a list as text', { query: 'x', alsoTry: '["a", "b"]' }, { query: 'x', alsoTry: ['a', 'b'], limit: 20 }],
  ['a text that is a numeral', { query: 8080 }, { query: '8080', limit: 20 }],
])('%s is read as it is meant', (_what, args, meant) => {
  expect(input.parse(asMeant(args, input))).toEqual(meant);
});

it.each<[string, object]>([
  ['text that reads as JSON', { query: '{"a": 1}', limit: 5 }],
  ['text that is a numeral', { query: '500' }],
  ['a list', { query: 'x', alsoTry: ['["a"]', '5'] }],
])('%s stays where it fits', (_what, args) => {
  expect(asMeant(args, input)).toEqual(args);
});

it.each<unknown>([
  {},
  { query: '' },
  { query: null },
  { query: ['a', 'b'] },
  { query: 1.1 },
  { query: 2 ** 64 },
  { query: 'x', limit: '900' },
  { query: 'x', limit: 'many' },
  { query: 'x', since: 1_764_300_000 },
  { query: 'x', toString: null },
  { query: 'x', quantity: 3 },
  'x',
  undefined,
])('%j is refused', (args) => {
  expect(input.safeParse(asMeant(args, input)).success).toBe(false);
});
