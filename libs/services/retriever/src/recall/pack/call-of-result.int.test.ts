import { bodyKeyName, createCallReader } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const call = (id: string, args: string): Written => ({ kind: 'tool_call', body: { call: { id, name: 'read', arguments: args } } });
const result = (id: string, text: string): Written => ({ kind: 'tool_result', text, body: { call: { id, name: 'read' } } });

it('the call of a result is read from the index, the last of many under one seal, too', async () => {
  const memory = createMemoryRetriever();
  const ids = Array.from({ length: 20 }, (_, at) => `c${at}`);
  const ofIds = (toWrite: (id: string) => Written): Written[] => ids.map(toWrite);
  await memory.append([
    { kind: 'thinking', body: { messageId: 'm', thinking: { vendor: 'google', redacted: 'sig', callId: 'c0' } } },
    ...ofIds((id) => ({ kind: 'tool_call', body: { messageId: 'm', call: { id, name: 'read', arguments: `{"page":"${id}"}` } } })),
    ...ofIds((id) => ({ kind: 'tool_result', text: 'empty', body: { call: { id, name: 'read' } } })),
  ]);
  await memory.project();
  const events = await memory.deps.index.sessionEvents({ ...memory.home, fromOrdinal: 22, limit: 20 });
  const opened = await memory.deps.sealer.openAll(events.map(({ record }) => record));
  const answers = opened.flatMap(({ envelope, body }, at) =>
    typeof body === 'string' ? [] : [{ envelope, accepted: events[at]!.accepted, body }],
  );
  const labels = answers.map(({ envelope, accepted, body }) => createCallReader(memory.deps).labelFor(envelope, accepted, body));
  expect(await Promise.all(labels)).toEqual(ids.map((id) => `read ${id}`));
  const together = await createCallReader(memory.deps).callsFor(memory.home, [...answers.slice(10), ...answers.slice(0, 10)]);
  expect(together.map((one) => one?.label)).toEqual([...ids.slice(10), ...ids.slice(0, 10)].map((id) => `read ${id}`));
});

it('the calls of all results of an answer are read at once, and those of what is near its best hits', async () => {
  const memory = createMemoryRetriever();
  const ids = Array.from({ length: 30 }, (_, at) => `c${at}`);
  await memory.append(ids.flatMap((id) => [call(id, `{"page":"${id}"}`), result(id, `The harbour has quay ${id}.`)]));
  await memory.project();
  const { index } = memory.deps;
  const reads: string[] = [];
  for (const name of ['sessionEvents', 'eventsInRanges'] as const) {
    const read = index[name].bind(index) as (query: never) => Promise<never>;
    index[name] = (query: never): Promise<never> => {
      reads.push(name);
      return read(query);
    };
  }
  const { rendered } = await memory.retriever.recall({ ...memory.home, queries: ['harbour quay'], budgetTokens: 4_000 });
  expect(ids.filter((id) => rendered.includes(`read ${id}`)).length).toBeGreaterThan(20);
  expect(reads).toEqual(['eventsInRanges', 'eventsInRanges']);
});

it('a result is named by its call where that is shown whole, and by what was called elsewhere', async () => {
  const memory = createMemoryRetriever();
  const pages = Array.from({ length: 40 }, (_, at) => `"quay ${at} of the harbour, seen from berth ${at * 7}"`);
  await memory.append([
    call('c1', '{"page":"harbour quays larch"}'),
    result('c1', 'The harbour has nine quays of larch.'),
    call('c2', `{"pages":[${pages.join(',')}]}`),
    result('c2', 'The harbour has forty berths.'),
    // Two calls under one id and one seal: which of them a result is of is not known.
    { kind: 'thinking', body: { messageId: 'm', thinking: { vendor: 'google', redacted: 'sig', callId: 'c3' } } },
    { kind: 'tool_call', body: { messageId: 'm', call: { id: 'c3', name: 'read', arguments: '{"page":"harbour cranes"}' } } },
    { kind: 'tool_call', body: { messageId: 'm', call: { id: 'c3', name: 'read', arguments: '{"page":"harbour scales"}' } } },
    result('c3', 'The harbour has two cranes and scales.'),
  ]);
  await memory.project();
  const headingsOf = async (query: string, budgetTokens: number, more: object = {}): Promise<string[]> => {
    const { rendered } = await memory.retriever.recall({ ...memory.home, queries: [query], budgetTokens, ...more });
    return rendered
      .split('\n')
      .flatMap(
        (line) =>
          /^## (e\d+)\S* (?:T\d+ )?([^:]*) \d\d:|^## (e\d+)\S* (?:T\d+ )?(.*)$/.exec(line)?.slice(1).filter(Boolean).join(' ') ?? [],
      );
  };
  expect(await headingsOf('harbour quays of larch', 2_000)).toEqual(expect.arrayContaining(['e1 call', 'e2 result of e1']));
  const onlyResults = { scope: { kinds: ['tool_result'] } };
  expect(await headingsOf('harbour quays of larch', 2_000, onlyResults)).toContain('e2 read harbour quays larch');
  expect((await headingsOf('harbour cranes and scales', 2_000)).join('\n')).not.toMatch(/result of e[5-8]/);
  expect((await headingsOf('forty berths of the harbour', 230)).join('\n')).not.toContain('result of e3');
});

it('a call that was erased is named with its results no more', async () => {
  const memory = createMemoryRetriever();
  const [id] = await memory.append([call('c', '{"page":"larch-42"}'), result('c', 'The harbour has nine quays.')]);
  await memory.project();
  const recall = async (): Promise<string> =>
    (await memory.retriever.recall({ tenant: 'acme', space: 'main', queries: ['quays of the harbour'], scope: { kinds: ['tool_result'] } }))
      .rendered;
  expect(await recall()).toContain('larch-42');
  await memory.stores.keys.destroyEvents(memory.home, [bodyKeyName(id!, 0)]);
  const after = await recall();
  expect(after).toContain('nine quays');
  expect(after).not.toContain('larch-42');
});
