import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSharedEntries } from './shared-entries.ts';

it('drops what its holder used least lately', () => {
  const entries = createSharedEntries<number>(3);
  for (const [at, key] of ['a', 'b', 'c'].entries()) entries.set('one', key, at);
  entries.get('a');
  entries.set('one', 'd', 3);
  expect(['a', 'b', 'c', 'd'].map((key) => entries.get(key))).toEqual([0, undefined, 2, 3]);
});

it('keeps a single entry, whatever it weighs', () => {
  const entries = createSharedEntries<number>(3);
  entries.set('one', 'a', 1);
  entries.set('one', 'b', 2, 10);
  expect(['a', 'b'].map((key) => entries.get(key))).toEqual([undefined, 2]);
});

it('forgets what it is told to, and gives its room back', () => {
  const entries = createSharedEntries<number>(2);
  entries.set('one', 'a', 1);
  entries.set('two', 'b', 2);
  entries.delete('a');
  entries.set('two', 'c', 3);
  expect(['a', 'b', 'c'].map((key) => entries.get(key))).toEqual([undefined, 2, 3]);
  entries.deleteWhere((value) => value === 3);
  entries.clear();
  expect(['b', 'c'].map((key) => entries.get(key))).toEqual([undefined, undefined]);
});

it('leaves a holder what it has up to an equal share, whatever the others keep', () => {
  const use = fc.record({ holder: fc.constantFrom('b', 'c'), key: fc.nat(20), weight: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 80 }), (uses) => {
      const entries = createSharedEntries<string>(90);
      for (let at = 0; at < 3; at++) entries.set('a', `mine ${at}`, 'mine', 10);
      for (const { holder, key, weight } of uses) entries.set(holder, `${holder} ${key}`, 'theirs', weight);
      expect([0, 1, 2].map((at) => entries.get(`mine ${at}`))).toEqual(['mine', 'mine', 'mine']);
    }),
  );
});
