import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';
import { alignSessions } from './align-sessions.ts';

const POLICY = { windowTokens: 4_000, markerCap: 3 };
const SESSIONS = ['a', 'b', 'c'];
const addressOf = (session: string) => ({ tenant: 't', space: 's', session });

const tokens = createTokenCounter();
afterAll(() => tokens.close());

interface Append {
  readonly session: string;
  readonly sizes: readonly number[];
}

const appendArbitrary = fc.record({
  session: fc.constantFrom(...SESSIONS),
  sizes: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
});

/** Another read model over the same log. */
const beside = (stores: MemoryStores): MemoryStores => ({
  ...createMemoryStores(),
  log: stores.log,
  keys: stores.keys,
  artifactStore: stores.artifactStore,
});

/** Appends through a process of its own, until its read model holds all of the log. Sources send everything twice. */
async function work(stores: MemoryStores, appends: readonly Append[], first: number): Promise<void> {
  const { ingest } = createMemoryIngest(stores, tokens, { policy: POLICY });
  await ingest.start();
  for (const [at, { session, sizes }] of appends.entries()) {
    const events = sizes.map((size, n): NewEvent => ({
      kind: n % 2 === 0 ? 'user_message' : 'agent_message',
      text: `words of ${session} `.repeat(size),
      sequence: (first + at) * 10 + n + 1,
      occurredAt: 1_700_000_000_000 + first + at,
    }));
    await ingest.append({
      ...addressOf(session),
      source: `${session}${first + at}`,
      events: events.map((event, n) => ({ ...event, sequence: n + 1 })),
    });
  }
  await ingest.settle(30_000);
  await ingest.stop();
}

async function everything({ index, sessions }: MemoryStores): Promise<unknown> {
  return Promise.all(
    SESSIONS.map(async (session) => [
      await sessions.load(addressOf(session)),
      await index.sessionEvents({ ...addressOf(session), fromOrdinal: 1, limit: 1_000 }),
    ]),
  );
}

it('I-07 brings states and index together again, whichever of the two is behind, and the projector makes them whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(appendArbitrary, { maxLength: 6 }),
      fc.array(appendArbitrary, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (before, after, isIndexBehind) => {
        const earlier = createMemoryStores();
        await work(earlier, before, 0);
        const whole = beside(earlier);
        await work(whole, after, before.length);
        const [behind, ahead] = [earlier, whole];
        const mixed = { ...whole, ...(isIndexBehind ? { index: behind.index } : { sessions: behind.sessions }) };
        const expected = await everything(ahead);
        const { deps, ingest, failures, violations } = createMemoryIngest(mixed, tokens, { policy: POLICY });
        const end = await mixed.log.end(0);

        await alignSessions(deps, 0);
        expect(await mixed.sessions.savedUpTo!(0)).toBe((await mixed.index.marks(0)).folded);
        expect(await alignSessions(deps, 0)).toBe(0);
        await ingest.start();
        await ingest.settle(30_000);
        await ingest.stop();
        expect([failures, violations]).toEqual([[], []]);
        expect(await everything(mixed)).toEqual(expected);
        expect(await mixed.log.end(0)).toBe(end);
      },
    ),
    { numRuns: 25 },
  );
});
