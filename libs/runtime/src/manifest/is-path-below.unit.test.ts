import { expect, it } from 'vitest';
import { isPathBelow } from './is-path-below.ts';

it.each(['log.db', 'at-20261128T000000000Z/read-model-a-v1/index.db', '..log/...', 't-0/s-0/00/art_0'])('%j leads below', (path) => {
  expect(isPathBelow(path)).toBe(true);
});

it.each([
  '',
  '/',
  '/etc/passwd',
  '..',
  'a/../../b',
  'a/..',
  './a',
  'a//b',
  'a/',
  String.raw`..\a`,
  String.raw`a\..\..\b`,
  'a\0b',
  undefined,
  7,
])('%j leads elsewhere, or nowhere', (path) => {
  expect(isPathBelow(path)).toBe(false);
});
