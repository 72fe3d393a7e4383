import { expect, it } from 'vitest';
import { createLruMap } from './recent-entries.ts';

const filled = (capacity: number) => {
  const entries = createLruMap<number>(capacity);
  for (const [at, key] of ['a', 'b', 'c'].entries()) entries.set(key, at);
  return entries;
};

it('drops what was not touched for longest', () => {
  const entries = filled(3);
  entries.get('a');
  entries.set('d', 3);
  expect(['a', 'b', 'c', 'd'].map((key) => entries.get(key))).toEqual([0, undefined, 2, 3]);
});

it('forgets what it is told to', () => {
  const entries = filled(3);
  entries.delete('a');
  entries.deleteWhere((value) => value === 2);
  expect(['a', 'b', 'c'].map((key) => entries.get(key))).toEqual([undefined, 1, undefined]);
});
