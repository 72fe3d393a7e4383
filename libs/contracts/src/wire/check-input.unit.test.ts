import { expect, it } from 'vitest';
import { z } from 'zod';
import { pageLimit } from '../http/parts.ts';
import { checkInput } from './check-input.ts';

const query = z.strictObject({ limit: pageLimit(100) });

it.each(['abc', 'ten', '1O', '5,5', 'NaN'])('a text in the place of a number in a query string is refused in plain words: %s', (limit) => {
  const errors = [{ path: 'query.limit', message: 'must be a number' }];
  expect(checkInput(query, { limit }, 'query')).toMatchObject({ kind: 'refused', detail: 'query.limit: must be a number', errors });
});

it.each([
  ['7', 7],
  [undefined, 100],
])('a number and none are taken as before: %s', (limit, value) => {
  expect(checkInput(query, { limit }, 'query')).toEqual({ kind: 'valid', value: { limit: value } });
});

const all = z.strictObject({
  name: z.string().min(1).max(4),
  parts: z.array(z.string()).min(2).max(3),
  one: z.array(z.string()).max(1),
  size: z.int().min(64),
  share: z.number().positive().max(1),
  isOn: z.boolean(),
  phase: z.enum(['plan', 'report']),
  version: z.literal(1),
  inner: z.strictObject({ known: z.string() }),
  pairs: z.record(z.string(), z.number()),
  edit: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('clear') }), z.strictObject({ type: z.literal('keep') })]),
});
const GOOD = {
  name: 'abc',
  parts: ['a', 'b'],
  one: [],
  size: 64,
  share: 0.5,
  isOn: true,
  phase: 'plan',
  version: 1,
  inner: { known: 'a' },
  pairs: { a: 1 },
  edit: { type: 'keep' },
};

it.each<[string, unknown, string]>([
  ['name', undefined, 'body.name: is missing'],
  ['name', '', 'body.name: must not be empty'],
  ['name', 'secret words', 'body.name: must have at most 4 characters'],
  ['name', 7, 'body.name: must be a string, not a number'],
  ['name', null, 'body.name: must be a string, not null'],
  ['name', ['abc'], 'body.name: must be a string, not a list'],
  ['parts', ['a'], 'body.parts: must have at least 2 items'],
  ['parts', ['a', 'b', 'c', 'd'], 'body.parts: must have at most 3 items'],
  ['parts', {}, 'body.parts: must be a list, not an object'],
  ['one', ['a', 'b'], 'body.one: must have at most 1 item'],
  ['size', 60, 'body.size: must be at least 64'],
  ['size', 64.5, 'body.size: must be a whole number'],
  ['share', 0, 'body.share: must be above 0'],
  ['share', 2, 'body.share: must be at most 1'],
  ['isOn', 'yes', 'body.isOn: must be true or false, not a string'],
  ['phase', 'secret', 'body.phase: must be one of plan, report'],
  ['version', 2, 'body.version: must be 1'],
  ['inner', { known: 'a', more: 'secret' }, 'body.inner: has an unknown field: more'],
  ['inner', { known: 'a', more: 1, other: 2 }, 'body.inner: has unknown fields: more, other'],
  ['edit', { type: 'secret' }, 'body.edit.type: fits none of the forms that are allowed here'],
  ['pairs', [], 'body.pairs: must be an object, not a list'],
])('what is wrong with a value is said in plain words, without the value: %s %j', (field, value, detail) => {
  expect(checkInput(all, { ...GOOD, [field]: value }, 'body')).toMatchObject({ kind: 'refused', detail });
});

it('takes what all those fields allow', () => {
  expect(checkInput(all, GOOD, 'body')).toEqual({ kind: 'valid', value: GOOD });
});
