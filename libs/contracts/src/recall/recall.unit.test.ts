import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { checkInput } from '../wire/check-input.ts';
import { recallBody } from './recall.ts';

const checked = (input: unknown) => checkInput(recallBody, input, 'body');

it.each(['a', 'é', 'ß', 'ไ', '日', '💾'])('a query has as many characters as its limit says, written in %s', (sign) => {
  const longest = sign.repeat(LIMITS.queryLength);
  expect(checked({ query: longest })).toMatchObject({ kind: 'valid' });
  expect(checked({ queries: Array.from({ length: LIMITS.queriesPerRecall }, () => longest) })).toMatchObject({ kind: 'valid' });
  expect(checked({ query: `${longest}a` })).toMatchObject({ kind: 'refused', code: 'invalid_request' });
});
