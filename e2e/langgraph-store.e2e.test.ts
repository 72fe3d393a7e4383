import { TotalRecallStore } from '@total-recall/langgraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemory, type Memory } from './integrations/open-memory.ts';

describe('the store of LangGraph', () => {
  let memory: Memory;

  beforeAll(async () => {
    memory = await openMemory();
  });

  afterAll(async () => {
    await memory?.close();
  });

  const open = (space: string, index?: string[]) => new TotalRecallStore({ client: memory.client, space, ...(index ? { index } : {}) });

  it('gives back what was put, replaces it, and forgets what is deleted', async () => {
    const store = open('items');
    const place = ['users', 'Ada/1'];
    await store.put(place, 'food', { likes: 'pizza', nested: { at: [1, 2] } });
    const first = await store.get(place, 'food');
    expect(first).toMatchObject({ namespace: place, key: 'food', value: { likes: 'pizza', nested: { at: [1, 2] } } });
    await store.put(place, 'food', { likes: 'soup' });
    const second = await store.get(place, 'food');
    expect(second).toMatchObject({ value: { likes: 'soup' }, createdAt: first!.createdAt });
    expect(second!.updatedAt.getTime()).toBeGreaterThanOrEqual(first!.updatedAt.getTime());
    expect(await store.get(['users', 'ada/1'], 'food')).toBeNull();
    expect(await store.get(place, 'Food')).toBeNull();
    await store.delete(place, 'food');
    await store.delete(place, 'food');
    expect(await store.get(place, 'food')).toBeNull();
    expect(await store.search(['users'])).toEqual([]);
    const { facts } = await memory.client.space('items').facts({ history: 'true' });
    expect(facts.map(({ value, status }) => [value, status.is])).toEqual([
      ['{"likes":"pizza","nested":{"at":[1,2]}}', 'superseded'],
      ['{"likes":"soup"}', 'tombstoned'],
    ]);
  });

  it('searches below a prefix by words and by fields, best first', async () => {
    const store = open('search');
    await store.put(['users', 'u1'], 'food', { text: 'She likes pizza with olives.', stars: 3 });
    await store.put(['users', 'u1'], 'work', { text: 'The staging database listens on port 54329.', stars: 5 });
    await store.put(['users', 'u10'], 'work', { text: 'The staging database has no port.', stars: 1 });
    await store.put(['docs'], 'port', { text: 'A port is a number.' });
    const keys = async (prefix: string[], options: Parameters<typeof store.search>[1]) =>
      (await store.search(prefix, options)).map(({ namespace, key }) => `${namespace.join('/')} ${key}`);
    const found = await store.search(['users', 'u1'], { query: 'port of the staging database' });
    expect(found[0]).toMatchObject({ key: 'work', value: { stars: 5 } });
    expect(found[0]!.score).toBeGreaterThan(0);
    expect(await keys(['users', 'u1'], { query: 'pizza' })).toContain('users/u1 food');
    expect(await keys(['users'], { filter: { stars: { $gte: 3 } } })).toEqual(['users/u1 food', 'users/u1 work']);
    expect(await keys(['users', 'u1'], { filter: { stars: 5 } })).toEqual(['users/u1 work']);
    expect(await keys([], { limit: 2, offset: 1 })).toEqual(['users/u1 work', 'users/u10 work']);
  });

  it('finds an item by the fields that are to be indexed, and by no other', async () => {
    const store = open('indexed', ['title']);
    await store.put(['docs'], 'a', { title: 'Harbours of the north', secret: 'zeppelin' });
    await store.put(['docs'], 'b', { title: 'Wheat', secret: 'lighthouse' }, ['secret']);
    // Behind the best item a search may bring others that share a word with it.
    expect((await store.search(['docs'], { query: 'harbours' }))[0]?.key).toBe('a');
    expect((await store.search(['docs'], { query: 'lighthouse' }))[0]?.key).toBe('b');
    expect(await store.search(['docs'], { query: 'zeppelin' })).toEqual([]);
  });

  it('lists namespaces, and refuses what a fact cannot hold', async () => {
    const store = open('names');
    await store.batch([
      { namespace: ['a', 'b', 'c'], key: '1', value: { n: 1 } },
      { namespace: ['a', 'b', 'd'], key: '1', value: { n: 2 } },
      { namespace: ['e', 'd'], key: '1', value: { n: 3 } },
      { namespace: ['e', 'd'], key: '1', value: { n: 4 } },
    ]);
    expect(await store.listNamespaces()).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'd'],
      ['e', 'd'],
    ]);
    expect(await store.listNamespaces({ prefix: ['a'], maxDepth: 2 })).toEqual([['a', 'b']]);
    expect(await store.listNamespaces({ suffix: ['d'], limit: 1 })).toEqual([['a', 'b', 'd']]);
    expect((await memory.client.space('names').facts({ history: 'true' })).facts).toHaveLength(3);
    await expect(store.put(['a'], 'long', { text: 'x'.repeat(4_000) })).rejects.toThrow('of at most 4000');
    await expect(store.put(['a'], 'k'.repeat(200), {})).rejects.toThrow('of at most 128');
  });
});
