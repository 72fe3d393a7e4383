import { expect, it } from 'vitest';
import { newHold } from '../hold/hold.ts';
import { eraseBody } from './erasure.ts';

const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const areTaken = (eventIds: readonly string[]): boolean[] => [
  eraseBody.safeParse({ space: 'main', eventIds }).success,
  newHold.safeParse({ space: 'main', name: 'case 4711', eventIds }).success,
];

it.each(['fix-login/e3', 'user@example.com:7/e184', ID])('an erasure and a hold name an event as answers do: %s', (named) => {
  expect(areTaken([ID, named])).toEqual([true, true]);
});

it.each(['e3', 'run-1/e0', 'run-1/e3:0-20', `${ID}:0-20`, 'run-1', 'a/b/e3', 'art_0123456789abcdef0123456789abcdef'])(
  'what names no event whole is refused: %s',
  (named) => {
    expect(areTaken([ID, named])).toEqual([false, false]);
  },
);
