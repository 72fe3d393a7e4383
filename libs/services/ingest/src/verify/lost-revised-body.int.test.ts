import { createRevisedBodies, createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';
import { serveErasing, TENANT, text } from '../../testing/serve-erasing.ts';
import { DEFAULT_INGEST_CONFIG } from '../ingest-config.ts';
import { verifyMemory } from './verify-memory.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Erases the second of three events and loses what was kept of it for the fold. */
async function withLostRest(damage: 'lose' | 'change' | 'none') {
  const service = await serveErasing(tokens);
  const { stores } = service;
  const said = await service.say(
    'main',
    'run-1',
    ['one', 'two', 'three'].map((word) => text(`Boat ${word} leaves.`)),
  );
  const event = { kind: 'events', space: 'main', eventIds: [said[1]!.id] } as const;
  expect(await service.eraser().erase({ tenant: TENANT, scope: event, actor: 'key_e' })).toMatchObject({ status: 'done' });
  await service.stop();
  const revised = createRevisedBodies({ store: stores.artifactStore, keys: stores.keys });
  const place = {
    tenant: TENANT,
    space: 'main',
    artifactId: await revised.artifactId({ tenant: TENANT, space: 'main', id: said[1]!.id }, 1),
  };
  const bytes = (await stores.artifactStore.get(place))!;
  if (damage !== 'none') await stores.artifactStore.delete(place);
  if (damage === 'change') await stores.artifactStore.put(place, Uint8Array.of(3, 1, 0));
  const putBack = async (): Promise<void> => {
    await stores.artifactStore.delete(place);
    await stores.artifactStore.put(place, bytes);
  };
  return { stores, revised, said, artifactId: place.artifactId, putBack };
}

it.each(['lose', 'change'] as const)(
  'what was kept of an erased event is named where it is gone (%s), and nothing is to be filled anew',
  async (damage) => {
    const { stores, revised, said, artifactId } = await withLostRest(damage);
    const { deps } = createMemoryIngest(stores, tokens);
    const report = await verifyMemory(
      { ...deps, artifactStore: stores.artifactStore, revised },
      { ...DEFAULT_INGEST_CONFIG, isDense: true },
    );
    const fault = damage === 'lose' ? 'missing' : 'damaged';
    expect(report.findings).toEqual([
      { kind: 'artifacts', fault, remedy: 'restore', tenant: TENANT, space: 'main', session: 'run-1', eventId: said[1]!.id, artifactId },
    ]);
    // The records of its session are compared all the same, and the report says that its fold is not.
    expect([report.unfolded, report.kinds.events, report.kinds.documents]).toEqual([1, { checked: 3, wrong: 0 }, { checked: 2, wrong: 0 }]);
  },
);

it('what was kept of an erased event is checked as an artifact is', async () => {
  const { stores, revised } = await withLostRest('none');
  const { deps } = createMemoryIngest(stores, tokens);
  const report = await verifyMemory({ ...deps, artifactStore: stores.artifactStore, revised }, { ...DEFAULT_INGEST_CONFIG, isDense: true });
  expect([report.ok, report.kinds.artifacts]).toEqual([true, { checked: 1, wrong: 0 }]);
});

it('a fold without it keeps the numbers of the events behind', async () => {
  const { stores, said, revised, putBack } = await withLostRest('lose');
  const { log, keys, artifactStore } = stores;
  const anew = { ...createMemoryStores(), log, keys, artifactStore };
  const { ingest } = createMemoryIngest(anew, tokens);
  await ingest.start();
  await ingest.settle(30_000);
  await ingest.stop();
  const folded = await anew.index.sessionEvents({ tenant: TENANT, space: 'main', session: 'run-1', fromOrdinal: 1, limit: 10 });
  expect(folded.map(({ record, accepted }) => [accepted.ordinal, record.envelope.id])).toEqual(said.map(({ id }, at) => [at + 1, id]));
  const state = await anew.sessions.load({ tenant: TENANT, space: 'main', session: 'run-1' });
  expect(state?.entries.map((entry) => entry.state)).toEqual(['readable', 'erased', 'readable']);
  const verify = () =>
    verifyMemory({ ...createMemoryIngest(anew, tokens).deps, artifactStore, revised }, { ...DEFAULT_INGEST_CONFIG, isDense: true });
  // Filling anew mends nothing before the file is back.
  expect((await verify()).findings.map(({ kind, remedy }) => [kind, remedy])).toEqual([['artifacts', 'restore']]);
  await putBack();
  expect((await verify()).findings).toContainEqual(
    expect.objectContaining({ kind: 'records', fault: 'set_aside', remedy: 'fill_anew', eventId: said[1]!.id }),
  );
});
