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
