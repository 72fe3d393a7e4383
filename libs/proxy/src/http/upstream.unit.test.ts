import { expect, it } from 'vitest';
import { endToEnd, withBetas } from './upstream.ts';

it('headers that Connection names stay on their connection, as do those of the connection itself and ours', () => {
  const raw = [
    'Connection',
    'keep-alive, X-Hop',
    'x-hop',
    '1',
    'X-Api-Key',
    'k',
    'TE',
    'trailers',
    'X-Total-Recall-Key',
    'tr_1',
    'Accept',
    '*/*',
  ];
  expect(endToEnd(raw)).toEqual(['X-Api-Key', 'k', 'Accept', '*/*']);
});

it('a feature is named once, beside those of the caller', () => {
  expect(withBetas(['Accept', '*/*'], [])).toEqual(['Accept', '*/*']);
  expect(withBetas(['Accept', '*/*'], ['a'])).toEqual(['Accept', '*/*', 'anthropic-beta', 'a']);
  expect(withBetas(['Anthropic-Beta', 'b, a'], ['a', 'c'])).toEqual(['Anthropic-Beta', 'b,a,c']);
});
