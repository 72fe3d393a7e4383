import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TotalRecallStore } from '@total-recall/langgraph';
import type { BaseStore } from '@langchain/langgraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, openMemory, type Memory } from './integrations/open-memory.ts';

type Put = Parameters<BaseStore['put']>;
type Search = Parameters<BaseStore['search']>;

/** A step of the table; the tests of the Python package read the same. */
type Step = { readonly gives?: unknown; readonly refused?: string } & (
  | { readonly put: Put }
  | { readonly get: [string[], string] }
  | { readonly delete: [string[], string] }
  | { readonly search: Search }
  | { readonly namespaces: NonNullable<Parameters<BaseStore['listNamespaces']>[0]> }
);

const TABLE = join(import.meta.dirname, '../python/tests/frameworks/store_cases.json');
const cases = JSON.parse(await readFile(TABLE, 'utf8')) as { readonly name: string; readonly steps: readonly Step[] }[];

describe('the store of LangGraph', () => {
  let memory: Memory;

  beforeAll(async () => {
    memory = await openMemory();
  });

  afterAll(async () => {
    await memory?.close();
  });

  const open = (space: string) => new TotalRecallStore({ client: memory.client, space });

  it.for(cases.map(({ name, steps }, at) => ({ name, steps, space: `table-${at}` })))('$name', async ({ steps, space }) => {
    const store = open(space);
    for (const step of steps) {
      const taken = take(store, step);
      if (step.refused) await expect(taken, JSON.stringify(step)).rejects.toThrow(step.refused);
      else expect(await taken, JSON.stringify(step)).toEqual(step.gives);
    }
  });

  it('keeps what was replaced in the log, and when an item was first put', async () => {
    const store = open('kept');
    await store.put(['a'], 'x', { n: 1 });
    const first = await store.get(['a'], 'x');
    await store.put(['a'], 'x', { n: 2 });
    const second = await store.get(['a'], 'x');
    expect(second!.createdAt).toEqual(first!.createdAt);
    expect(second!.updatedAt.getTime()).toBeGreaterThanOrEqual(first!.updatedAt.getTime());
    await store.delete(['a'], 'x');
    await store.delete(['a'], 'x');
    const events = await eventsOf(memory.client.space('kept').session('langgraph-store'));
    expect(events.map(({ body }) => JSON.parse(body!.text).value)).toEqual([{ n: 1 }, { n: 2 }, null]);
    expect(events.map(({ supersededBy }) => supersededBy !== undefined)).toEqual([true, true, false]);
  });

  it('sees what another process puts, of any size, and gives values that nobody else holds', async () => {
    const [here, there] = [open('shared'), open('shared')];
    await here.put(['a'], 'x', { n: 1 });
    expect(await there.get(['a'], 'x')).toMatchObject({ value: { n: 1 } });
    const long = { text: 'long '.repeat(60_000) };
    await there.put(['a'], 'long', long);
    const item = await here.get(['a'], 'long');
    expect(item!.value).toEqual(long);
    item!.value['text'] = 'changed';
    expect((await here.get(['a'], 'long'))!.value).toEqual(long);
  });

  it('answers reads of a batch before its puts, of which the last of a place counts', async () => {
    const store = open('batch');
    const put = (n: number) => ({ namespace: ['a'], key: 'x', value: { n } });
    expect(await store.batch([put(1), put(2), { namespace: ['a'], key: 'x' }])).toEqual([undefined, undefined, null]);
    expect(await store.get(['a'], 'x')).toMatchObject({ value: { n: 2 } });
    expect(await eventsOf(memory.client.space('batch').session('langgraph-store'))).toHaveLength(1);
    await Promise.all([1, 2, 3].map((n) => store.put(['b'], `${n}`, { n })));
    expect(await store.search(['b'])).toHaveLength(3);
  });

  it('takes a batch that is larger than a request', async () => {
    const store = open('large');
    const puts = Array.from({ length: 5 }, (_, at) => ({ namespace: ['a'], key: `k${at}`, value: { text: 'x'.repeat(7_000_000) } }));
    await store.batch(puts);
    expect((await store.search(['a'])).map(({ key }) => key)).toEqual(puts.map(({ key }) => key));
  });

  it('searches a namespace whatever stands in others', async () => {
    const store = open('many');
    await store.put(['users', 'ada'], 'drink', { text: 'Oolong tea, which she buys at the harbour.' });
    const others = Array.from({ length: 150 }, (_, at) => ({
      namespace: ['users', `u${at}`],
      key: 'drink',
      value: { text: 'Oolong tea.' },
    }));
    await store.batch(others);
    const found = await store.search(['users', 'ada'], { query: 'oolong tea' });
    expect(found.map(({ namespace }) => namespace)).toEqual([['users', 'ada']]);
    expect(found[0]!.score).toEqual(expect.any(Number));
  });
});

async function take(store: BaseStore, step: Step): Promise<unknown> {
  if ('put' in step) return store.put(...step.put);
  if ('delete' in step) return store.delete(...step.delete);
  if ('get' in step) return (await store.get(...step.get))?.value ?? null;
  if ('namespaces' in step) return store.listNamespaces(step.namespaces);
  return (await store.search(...step.search)).map(({ namespace, key }) => `${namespace.join('/')} ${key}`);
}
