import { expect, it } from 'vitest';
import { createLoadCache } from './load-cache.ts';

const value = { name: 'a' };

it('loads a value once, until all are forgotten', async () => {
  const cache = createLoadCache<object>(2);
  expect(await cache.get('a', async () => value)).toBe(value);
  expect(await cache.get('a', () => Promise.reject(new Error('not asked')))).toBe(value);
  expect(cache.held('a')).toBe(value);
  cache.forget();
  expect(cache.held('a')).toBeUndefined();
});

it('keeps no value whose load began before all were forgotten', async () => {
  const cache = createLoadCache<object>(2);
  const load = Promise.withResolvers<object>();
  const got = cache.get('a', () => load.promise);
  cache.forget();
  load.resolve(value);
  expect(await got).toBe(value);
  expect(cache.held('a')).toBeUndefined();
});

it('asks again for what was not there', async () => {
  const cache = createLoadCache<object>(2);
  expect(await cache.get('a', async () => undefined)).toBeUndefined();
  expect(await cache.get('a', async () => 'destroyed' as const)).toBe('destroyed');
  expect(await cache.get('a', async () => value)).toBe(value);
});
