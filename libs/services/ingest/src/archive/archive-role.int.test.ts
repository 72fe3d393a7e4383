import type { NewEvent } from '@total-recall/domain';
import type { LogRecord, SegmentStore } from '@total-recall/ports';
import { readFromArchive, verifyArchive } from '@total-recall/archive';
import { createTokenCounter } from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const config = { archiveChapter: { records: 4, bytes: 1024 * 1024, ageMs: 3_600_000 } };
const SETTLE_MS = 30_000;

const tokens = createTokenCounter();
afterAll(() => tokens.close());

async function tell(stores: MemoryStores, turns: number): Promise<void> {
  const { ingest } = createMemoryIngest(stores, tokens);
  await ingest.start();
  for (let turn = 0; turn < turns; turn++) {
    const events: NewEvent[] = [
      { kind: 'user_message', text: `Where does crate ${turn} stand?` },
      { kind: 'agent_message', text: `In hall ${turn % 5}.` },
    ];
    await ingest.append({ tenant: 't', space: `s${turn % 2}`, session: 'x', events });
  }
  await ingest.settle(SETTLE_MS);
  await ingest.stop();
}

const verified = (stores: MemoryStores, segments: SegmentStore) => verifyArchive(stores.log, segments, 0);

describe('the archive role', () => {
  it('archives all that is searchable but the chapter that is still open, of each session apart', async () => {
    const stores = createMemoryStores();
    const { ingest, failures } = createMemoryIngest(stores, tokens, { archive: { segments: stores.segments }, config });
    await ingest.start();
    for (let turn = 0; turn < 5; turn++)
      await ingest.append({
        tenant: 't',
        space: 's',
        session: `x${turn % 2}`,
        events: [
          { kind: 'user_message', text: `turn ${turn}` },
          { kind: 'agent_message', text: 'yes' },
        ],
      });
    await ingest.settle(SETTLE_MS);
    await ingest.stop();
    expect(failures).toEqual([]);
    expect(await verified(stores, stores.segments)).toEqual({
      partition: 0,
      chapters: 2,
      segments: 4,
      records: 8,
      bytes: expect.any(Number),
      archivedTo: 7,
      end: 9,
      problems: [],
    });
    const { generation } = stores.log;
    const listed = await stores.segments.list({ generation, tenant: 't', space: 's', session: 'x1', limit: 10 });
    expect(listed.map(({ first, last }) => [first, last])).toEqual([
      [2, 3],
      [6, 7],
    ]);
    const records = await stores.log.read(0, 0, 100);
    const alone = readFromArchive({ ...stores.log, read: async () => [] }, stores.segments);
    const sealedOf = (read: readonly LogRecord[]) => read.map(({ sealed }) => Buffer.from(sealed).toString('hex'));
    expect(sealedOf(await alone.read(0, 0, 100))).toEqual(sealedOf(records.slice(0, 4)));
    const opened = await createMemoryIngest(stores, tokens).deps.sealer.openAll(records.slice(0, 1));
    expect(opened[0]).toMatchObject({ body: { text: 'turn 0' } });
  });

  it('comes to the same, whichever write it dies at, before it or after it', async () => {
    const stores = createMemoryStores();
    await tell(stores, 9);
    const whole = createMemoryIngest(stores, tokens, { archive: { segments: stores.segments }, config });
    await whole.ingest.start();
    await whole.ingest.settle(SETTLE_MS);
    await whole.ingest.stop();
    const expected = await verified(stores, stores.segments);
    expect(expected).toMatchObject({ chapters: 4, records: 16, problems: [] });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (diesAt, after, archiveBatch) => {
          const { segments } = createMemoryStores();
          const dying = createMemoryIngest(stores, tokens, {
            archive: { segments: mortal(segments, diesAt, after) },
            config: { ...config, archiveBatch },
          });
          await dying.ingest.start();
          await expect.poll(() => dying.failures.length, { timeout: SETTLE_MS }).toBeGreaterThan(0);
          await dying.ingest.stop();
          const again = createMemoryIngest(stores, tokens, { archive: { segments }, config: { ...config, archiveBatch } });
          await again.ingest.start();
          await again.ingest.settle(SETTLE_MS);
          await again.ingest.stop();
          expect(again.failures).toEqual([]);
          expect(await verified(stores, segments)).toEqual(expected);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('goes on by itself once the store is back', async () => {
    const stores = createMemoryStores();
    await tell(stores, 6);
    let refusals = 2;
    const moody: SegmentStore = {
      ...stores.segments,
      async putChapter(place, bytes) {
        if (refusals-- > 0) throw new Error('away');
        return stores.segments.putChapter(place, bytes);
      },
    };
    const { ingest, failures } = createMemoryIngest(stores, tokens, { archive: { segments: moody }, config });
    await ingest.start();
    await ingest.settle(SETTLE_MS);
    await ingest.stop();
    expect(failures).toHaveLength(2);
    expect(await verified(stores, stores.segments)).toMatchObject({ chapters: 2, records: 8, problems: [] });
  });
});

/** Wraps a store so that its process dies at one write, before or after the write is done. */
function mortal(store: SegmentStore, diesAt: number, after: boolean): SegmentStore {
  let writes = 0;
  const write = async <T>(run: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes > diesAt || (writes === diesAt && !after)) throw new Error('dead');
    const result = await run();
    if (writes === diesAt) throw new Error('died after the write');
    return result;
  };
  return {
    ...store,
    put: (place, bytes) => write(() => store.put(place, bytes)),
    putChapter: (place, bytes) => write(() => store.putChapter(place, bytes)),
  };
}
