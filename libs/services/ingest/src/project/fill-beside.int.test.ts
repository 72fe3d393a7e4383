import { sessionKey, type NewEvent } from '@total-recall/domain';
import type { MemoryIndex } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const PATIENCE_MS = 30_000;

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('I-07 fills a read model beside the one that is read to the same states, and decides, counts and archives nothing', async () => {
  const stores = createMemoryStores();
  const beside = { ...createMemoryStores(), log: stores.log, keys: stores.keys, artifactStore: stores.artifactStore };
  const live = createMemoryIngest(stores, tokens, { policy: { windowTokens: 4_000, markerCap: 3 } });
  // With these settings it would compact early and archive every record, if it did either.
  const filling = createMemoryIngest(beside, tokens, {
    policy: { windowTokens: 2_000, markerCap: 3 },
    archive: { segments: beside.segments },
    demand: { store: beside.anatomy.demand },
    config: { roles: ['embed', 'fill'], projectBatch: 7, archiveChapter: { records: 1, bytes: 1, ageMs: 1 } },
  });
  await live.ingest.start();
  await filling.ingest.start();
  for (let turn = 0; turn < 30; turn++) {
    const events: NewEvent[] = [
      { kind: 'user_message', text: `turn ${turn}` },
      { kind: 'agent_message', text: `The ferry${turn} was late and full of lamps. `.repeat(25) },
    ];
    await live.ingest.append({ ...ADDRESS, events, wait: 'searchable' });
  }
  await live.ingest.settle(PATIENCE_MS);
  const end = await stores.log.end(0);
  await filling.ingest.settle(PATIENCE_MS);
  await filling.ingest.stop();
  await live.ingest.stop();
  expect([...live.failures, ...filling.failures]).toEqual([]);
  const state = (await stores.sessions.load(ADDRESS))!;
  expect(state.cycle).toBeGreaterThan(0);
  expect(await beside.sessions.load(ADDRESS)).toEqual(state);
  expect(await beside.index.marks(0)).toEqual(await stores.index.marks(0));
  expect(await stores.log.end(0)).toBe(end);
  expect(await beside.segments.chapters({ generation: stores.log.generation, partition: 0 })).toBe(0);
  expect(await beside.anatomy.demand.progress(`demand/${stores.log.generation}/0`)).toBe(-1);
});

it('keeps what events say of events in other partitions, in the order in which it was said, whichever partition is filled first', async () => {
  const partitions = 3;
  const stores = createMemoryStores({ partitions });
  // Events of the same millisecond have no order.
  let now = Date.UTC(2026, 4, 3);
  const live = createMemoryIngest(stores, tokens, { now: () => (now += 1) });
  await live.ingest.start();
  const sessions = Array.from({ length: partitions }, (_, partition) => sessionIn(stores.log.partitionOf, partition));
  const say = async (partition: number, event: NewEvent): Promise<string> => {
    const { events } = await live.ingest.append({ ...ADDRESS, session: sessions[partition]!, events: [event], wait: 'searchable' });
    return events[0]!.id;
  };
  const targets: string[] = [];
  for (let at = 0; at < 12; at++) targets.push(await say(at % partitions, { kind: 'decision', text: `Harbour ${at} is closed.` }));
  const [first, second, third, fourth] = targets as [string, string, string, string];
  await say(1, { kind: 'system_note', text: 'keep', pin: { eventIds: [first, second, third], pinned: true } });
  await say(0, { kind: 'system_note', text: 'no', pin: { eventIds: [second], pinned: false } });
  await say(2, { kind: 'system_note', text: 'yes', pin: { eventIds: [second, fourth], pinned: true } });
  await say(1, { kind: 'system_note', text: 'no', pin: { eventIds: [fourth], pinned: false } });
  await say(2, { kind: 'decision', text: 'Harbour 0 is open.', meta: { supersedes: [first] } });
  await say(0, { kind: 'decision', text: 'Harbour 0 is open at noon.', meta: { supersedes: [first] } });
  await live.ingest.stop();
  const seen = async (index: MemoryIndex): Promise<unknown> => [
    await index.pinned('t', 's', 9),
    (await index.events('t', 's', targets)).map((event) => event?.supersededBy),
  ];
  const expected = await seen(stores.index);
  expect(expected).toEqual([
    [third, second, first],
    [expect.any(String), ...Array.from({ length: 11 })],
  ]);
  for (let slow = 0; slow < partitions; slow++) {
    const beside = { ...createMemoryStores({ partitions }), log: stores.log, keys: stores.keys, artifactStore: stores.artifactStore };
    const index: MemoryIndex = {
      ...beside.index,
      write: async (partition, ...rest) => {
        if (partition === slow) await new Promise((resolve) => setTimeout(resolve, 30));
        return beside.index.write(partition, ...rest);
      },
    };
    const filling = createMemoryIngest(beside, tokens, { index, config: { roles: ['embed', 'fill'], projectBatch: 2 } });
    await filling.ingest.start();
    await filling.ingest.settle(PATIENCE_MS);
    await filling.ingest.stop();
    expect(filling.failures).toEqual([]);
    expect(await seen(beside.index)).toEqual(expected);
  }
});

/** Finds a session name that belongs to a partition. */
function sessionIn(partitionOf: (key: string) => number, partition: number): string {
  for (let at = 0; ; at++) if (partitionOf(sessionKey({ ...ADDRESS, session: `x${at}` })) === partition) return `x${at}`;
}
