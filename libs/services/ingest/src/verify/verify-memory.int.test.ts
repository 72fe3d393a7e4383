import { createHashingEmbedder } from '@total-recall/adapter-memory';
import { createRevisedBodies, createTokenCounter, TotalRecallError } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { createMemoryEraser } from '../../testing/memory-eraser.ts';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';
import { DEFAULT_INGEST_CONFIG } from '../ingest-config.ts';
import { verifyMemory } from './verify-memory.ts';

const EMBEDDER = createHashingEmbedder();
const HOME = { tenant: 't', space: 's' };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

function openIngest(stores: MemoryStores) {
  const embedder = { current: () => EMBEDDER, whenReady: async () => EMBEDDER, failing: () => false };
  return createMemoryIngest(stores, tokens, { vectors: { index: stores.index.vectors!, embedder } });
}

async function settled(stores: MemoryStores, append: (ingest: ReturnType<typeof openIngest>['ingest']) => Promise<unknown>): Promise<void> {
  const { ingest } = openIngest(stores);
  await ingest.start();
  await append(ingest);
  await ingest.settle(30_000);
  await ingest.stop();
}

function verify(stores: MemoryStores, settings: Partial<Parameters<typeof verifyMemory>[1]> = {}) {
  const { deps } = openIngest(stores);
  return verifyMemory(
    { ...deps, artifactStore: stores.artifactStore, revised: createRevisedBodies({ store: stores.artifactStore, keys: stores.keys }) },
    { ...DEFAULT_INGEST_CONFIG, isDense: true, model: EMBEDDER.model, ...settings },
  );
}

async function filled(): Promise<MemoryStores> {
  const stores = createMemoryStores({ partitions: 2 });
  await settled(stores, async (ingest) => {
    for (let at = 0; at < 30; at += 1)
      for (const session of ['x', 'y', 'z'])
        await ingest.append({
          ...HOME,
          session,
          events: [{ kind: 'user_message', text: `Boat ${at} of ${session} leaves the harbour at noon.` }],
        });
  });
  return stores;
}

it('vectors that are missing are told of and asked for, and the next start makes them', async () => {
  const stores = await filled();
  const whole = await verify(stores);
  expect([whole.ok, whole.kinds.vectors.checked]).toEqual([true, 90]);
  await stores.index.vectors!.dropVectors('t', 's', EMBEDDER.model);
  const { ok, kinds, findings } = await verify(stores);
  expect([ok, kinds.vectors.wrong]).toEqual([false, 90]);
  expect(findings[0]).toMatchObject({
    kind: 'vectors',
    fault: 'missing',
    remedy: 'make_vectors',
    model: EMBEDDER.model,
    held: 0,
    wanted: 1,
  });
  for (const partition of [0, 1]) await stores.index.vectors!.restartProgress(partition, EMBEDDER.model);
  await settled(stores, async () => undefined);
  expect((await verify(stores)).kinds).toEqual(whole.kinds);
});

it('vectors that an erasure removed are no fault before they are made again, and neither are those made again', async () => {
  const stores = await filled();
  const [first] = await stores.index.sessionEvents({ ...HOME, session: 'x', fromOrdinal: 1, limit: 1 });
  const withoutModel = createMemoryIngest(stores, tokens);
  await withoutModel.ingest.start();
  const { eraser } = createMemoryEraser(stores, withoutModel);
  await eraser.start();
  const scope = { kind: 'events', space: 's', eventIds: [first!.record.envelope.id] } as const;
  expect(await eraser.erase({ tenant: 't', scope, actor: 'key' })).toMatchObject({ status: 'done' });
  await eraser.stop();
  await withoutModel.ingest.stop();
  const held = async () => (await stores.index.vectors!.vectorSets('t', 's'))[0]!.documents;
  expect([(await verify(stores)).findings, await held()]).toEqual([[], 88]);
  await settled(stores, async () => undefined);
  expect([(await verify(stores)).findings, await held()]).toEqual([[], 89]);
});

it('beside a service that goes on writing, what it wrote meanwhile is no fault', async () => {
  const stores = await filled();
  const { ingest, deps } = openIngest(stores);
  await ingest.start();
  let written = 0;
  const read: typeof deps.log.read = async (...place) => {
    written += 1;
    await ingest.append({ ...HOME, session: 'x', events: [{ kind: 'user_message', text: `Ferry ${written} comes in.` }] });
    await ingest.settle(30_000);
    return deps.log.read(...place);
  };
  const report = await verify({ ...stores, log: { ...deps.log, read } });
  expect([report.findings, report.ok, report.moving]).toEqual([[], true, 1]);
  expect(written).toBeGreaterThan(3);
  await ingest.stop();
  expect(await verify(stores)).toMatchObject({ ok: true, moving: 0, kinds: { records: { checked: 90 + written } } });
});

it('ends with its signal', async () => {
  const stores = await filled();
  const stopping = new AbortController();
  stopping.abort(new Error('enough'));
  await expect(verify(stores, { signal: stopping.signal })).rejects.toThrow('enough');
});

it('a session without its state is told of, and so is one whose state cannot be read', async () => {
  const stores = await filled();
  const lost = { ...HOME, session: 'y' };
  const { load } = stores.sessions;
  const answering = (answer: () => Promise<undefined>): MemoryStores => ({
    ...stores,
    sessions: { ...stores.sessions, load: async (address) => (address.session === lost.session ? answer() : load(address)) },
  });
  const missing = await verify(answering(async () => undefined));
  expect(missing.findings).toEqual([expect.objectContaining({ kind: 'sessions', fault: 'missing', remedy: 'fill_anew', ...lost })]);
  const damaged = await verify(answering(() => Promise.reject(new TotalRecallError('damaged', 'It cannot be read.'))));
  expect(damaged.findings).toEqual([expect.objectContaining({ kind: 'sessions', fault: 'damaged', ...lost })]);
});

it('an event that cannot be read hides none of the others', async () => {
  const stores = await filled();
  const [, lost] = await stores.index.sessionEvents({ ...HOME, session: 'y', fromOrdinal: 1, limit: 2 });
  const { id } = lost!.record.envelope;
  const { events } = stores.index;
  const unreadable = (): Promise<never> => Promise.reject(new TotalRecallError('damaged', 'It cannot be read.'));
  const report = await verify({
    ...stores,
    index: { ...stores.index, events: async (tenant, space, ids) => (ids.includes(id) ? unreadable() : events(tenant, space, ids)) },
  });
  expect(report.findings.filter(({ kind }) => kind === 'events')).toEqual([
    expect.objectContaining({ fault: 'damaged', remedy: 'fill_anew', eventId: id }),
  ]);
});

it.each([
  { what: 'damaged', isDense: true },
  { what: 'missing', isDense: true },
  { what: 'missing', isDense: false },
])('a record that is $what in a log is mended from the read model, where offsets are dense: $isDense', async ({ what, isDense }) => {
  const stores = await filled();
  const [, lost] = await stores.index.sessionEvents({ ...HOME, session: 'y', fromOrdinal: 1, limit: 2 });
  const { envelope, position } = lost!.record;
  const { partition, offset } = position;
  const { read } = stores.log;
  const damaged = new Uint8Array(lost!.record.sealed.length);
  const withFault: typeof read = async (...place) => {
    const records = await read(...place);
    const isLost = (record: (typeof records)[number]): boolean => record.envelope.id === envelope.id;
    return what === 'missing'
      ? records.filter((record) => !isLost(record))
      : records.map((record) => (isLost(record) ? { ...record, sealed: damaged } : record));
  };
  const report = await verify({ ...stores, log: { ...stores.log, read: withFault } }, { isDense });
  expect(report.findings.filter(({ kind }) => kind === 'records')).toEqual([
    expect.objectContaining({ partition, offset, fault: what, remedy: 'mend_log', eventId: envelope.id }),
  ]);
});
