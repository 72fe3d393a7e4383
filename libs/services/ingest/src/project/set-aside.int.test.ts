import { sessionKey, type EventBody, type EventEnvelope, type SessionAddress } from '@total-recall/domain';
import { createTokenCounter, DEFAULT_FAMILY, TotalRecallError } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryIngest, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const OTHER = { tenant: 'another', space: 's', session: 'y' };
const ID = '01JDAMAGED0000000000000000';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

interface Written {
  readonly body?: object;
  readonly envelope?: Partial<Record<keyof EventEnvelope, unknown>>;
  /** Changes the sealed body before it is written to the log. */
  readonly damage?: (sealed: Uint8Array) => Uint8Array;
}

/** Writes a record that the service would never write: of another program, or damaged. */
async function write(
  { deps }: MemoryIngest,
  address: SessionAddress,
  { body, envelope, damage = (sealed) => sealed }: Written,
): Promise<number> {
  const key = await deps.keys.sessionKey(address);
  const good: EventEnvelope = {
    schemaVersion: 1,
    id: ID,
    ...address,
    kind: 'user_message',
    occurredAt: 1_700_000_000_000,
    recordedAt: 1_700_000_000_000,
    tokens: { whole: 1, stripped: 1, preview: 1 },
    family: DEFAULT_FAMILY,
    keyId: key.keyId,
  };
  const sealed = deps.sealer.seal(good, { text: 'a damaged thing', meta: {}, ...body } as EventBody, key.key);
  const record = { key: sessionKey(address), envelope: { ...good, ...envelope } as EventEnvelope, sealed: damage(sealed) };
  return (await deps.log.append([record]))[0]!.offset;
}

interface Case {
  readonly name: string;
  readonly written: Written;
  readonly reason: string;
  /** Content of the index for the record. */
  readonly inItsPlace: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'whose body the fold cannot read',
    written: { body: { meta: { supersedes: 5 } } },
    reason: 'its fold fails: TypeError in applyReferences',
    inItsPlace: ['damaged'],
  },
  {
    name: 'whose text cannot be indexed',
    written: { body: { text: 'x', artifacts: 7 } },
    reason: 'its fold fails: TypeError',
    inItsPlace: ['damaged'],
  },
  {
    name: 'whose body was changed',
    written: { damage: (sealed) => sealed.with(40, sealed[40]! ^ 1) },
    reason: 'its body does not open',
    inItsPlace: ['unreadable'],
  },
  {
    name: 'whose envelope lost a field',
    written: { envelope: { tokens: undefined } },
    reason: 'its envelope is damaged',
    inItsPlace: [],
  },
];

function said(text: string): { kind: 'user_message'; text: string } {
  return { kind: 'user_message', text };
}

async function texts(stores: MemoryStores, { deps }: MemoryIngest, address: SessionAddress): Promise<unknown[]> {
  const events = await stores.index.sessionEvents({ ...address, fromOrdinal: 1, limit: 100 });
  const opened = await deps.sealer.openAll(events.map(({ record }) => record));
  return opened.map(({ body }) => (typeof body === 'string' ? body : body.text));
}

describe('a record that cannot be worked off', () => {
  it.each(CASES)('$name is set aside, and the rest goes on for every session and tenant', async ({ written, reason, inItsPlace }) => {
    const stores = createMemoryStores();
    const parked: unknown[] = [];
    const told: { readonly fresh: readonly unknown[]; readonly total: number }[] = [];
    const first = createMemoryIngest(stores, tokens, {
      park: async (records) => void parked.push(...records),
      setAside: (records) => told.push(records),
    });
    await first.ingest.start();
    await first.ingest.append({ ...ADDRESS, events: [said('before')] });
    await first.ingest.append({ ...OTHER, events: [said('another tenant before')] });
    const offset = await write(first, ADDRESS, written);
    await first.ingest.append({ ...ADDRESS, events: [said('after')], wait: 'searchable' });
    await first.ingest.append({ ...OTHER, events: [said('another tenant after')], wait: 'searchable' });
    await first.ingest.settle(30_000);

    expect(first.failures).toEqual([]);
    expect(await texts(stores, first, ADDRESS)).toEqual(['before', ...inItsPlace, 'after']);
    expect(await texts(stores, first, OTHER)).toEqual(['another tenant before', 'another tenant after']);
    const aside = { offset, eventId: ID, reason: expect.stringContaining(reason), at: expect.any(Number) };
    expect(await stores.index.aside(0)).toEqual([aside]);
    expect(parked).toEqual([
      { key: sessionKey(ADDRESS), position: expect.objectContaining({ partition: 0, offset }), reason: aside.reason },
    ]);
    expect(told.at(-1)).toEqual({ partition: 0, fresh: [aside], total: 1 });
    const degraded = { ready: true, isDegraded: true, detail: `degraded: 1 records of partition 0 are set aside, at offsets ${offset}` };
    expect(first.ingest.health()).toEqual(degraded);
    await first.ingest.stop();

    // The next process reads this from the index. One that fills an empty read model finds the record
    // itself, with the same result.
    const second = createMemoryIngest(stores, tokens);
    await second.ingest.start();
    expect(second.ingest.health()).toEqual(degraded);
    await second.ingest.stop();
    const rebuilt = { ...createMemoryStores(), log: stores.log, keys: stores.keys };
    const third = createMemoryIngest(rebuilt, tokens);
    await third.ingest.start();
    await third.ingest.settle(30_000);
    expect(await texts(rebuilt, third, ADDRESS)).toEqual(await texts(stores, second, ADDRESS));
    expect(await rebuilt.sessions.load(ADDRESS)).toEqual(await stores.sessions.load(ADDRESS));
    expect(third.ingest.health()).toEqual(degraded);
    await third.ingest.stop();
  });

  it('is told from a failure of what stands around it, which is tried again', async () => {
    const stores = createMemoryStores();
    let isAway = true;
    const absent = {
      ...stores.index,
      write: async (...args: Parameters<typeof stores.index.write>) => {
        if (isAway) throw new TotalRecallError('unavailable', 'Away.');
        await stores.index.write(...args);
      },
    };
    const { ingest, failures } = createMemoryIngest(stores, tokens, {
      index: absent,
      delay: async () => {
        isAway = failures.length < 3;
        await new Promise(setImmediate);
      },
    });
    await ingest.start();
    await ingest.append({ ...ADDRESS, events: [said('hello')], wait: 'searchable' });
    expect(failures.length).toBeGreaterThanOrEqual(3);
    expect(await stores.index.aside(0)).toEqual([]);
    expect(ingest.health()).toEqual({ ready: true });
    await ingest.stop();
  });

  it.each([
    [
      'at once where the index says that it never takes it',
      () => new TotalRecallError('invalid_request', 'A term of a form that no index takes.'),
      0,
    ],
    ['after some tries where the index only fails', () => new TypeError('Provided value cannot be bound.'), 2],
  ])('is one that the index does not take: set aside %s, and a replay comes to the same', async (_, refusal, failed) => {
    const stores = createMemoryStores();
    const picky = (own: MemoryStores) => ({
      ...own.index,
      write: async (...args: Parameters<typeof own.index.write>) => {
        const isRefused = args[1].some(({ event, documents }) => event.accepted.ordinal === 3 && documents.length > 0);
        if (isRefused) throw refusal();
        await own.index.write(...args);
      },
    });
    const first = createMemoryIngest(stores, tokens, { index: picky(stores), delay: () => new Promise(setImmediate) });
    await first.ingest.append({ ...ADDRESS, events: ['one', 'two', 'three', 'four'].map(said) });
    await first.ingest.append({ ...OTHER, events: [said('of another tenant')] });
    await first.ingest.start();
    await first.ingest.settle(30_000);
    expect(first.failures).toHaveLength(failed);
    expect(await texts(stores, first, ADDRESS)).toEqual(['one', 'two', 'damaged', 'four']);
    expect(await texts(stores, first, OTHER)).toEqual(['of another tenant']);
    expect(await stores.index.aside(0)).toMatchObject([{ offset: 2, reason: expect.stringContaining('the index does not take it') }]);
    expect(first.ingest.health()).toMatchObject({ ready: true, isDegraded: true });
    await first.ingest.stop();
    const rebuilt = { ...createMemoryStores(), log: stores.log, keys: stores.keys };
    const second = createMemoryIngest(rebuilt, tokens, { index: picky(rebuilt), delay: () => new Promise(setImmediate) });
    await second.ingest.start();
    await second.ingest.settle(30_000);
    expect(await rebuilt.sessions.load(ADDRESS)).toEqual(await stores.sessions.load(ADDRESS));
    await second.ingest.stop();
  });

  it.each(['write', 'save'] as const)('is none where the store fails at all of it for a while: %s is tried again', async (what) => {
    const stores = createMemoryStores();
    let failures = 6;
    const failing =
      <A extends unknown[]>(run: (...args: A) => Promise<void>) =>
      async (...args: A): Promise<void> => {
        if (failures-- > 0) throw new Error('disk I/O error');
        await run(...args);
      };
    const { ingest } = createMemoryIngest(stores, tokens, {
      ...(what === 'write' && {
        index: { ...stores.index, write: failing(stores.index.write), advanceMarks: failing(stores.index.advanceMarks) },
      }),
      ...(what === 'save' && { sessions: { ...stores.sessions, save: failing(stores.sessions.save) } }),
      delay: () => new Promise(setImmediate),
    });
    await ingest.start();
    await ingest.append({ ...ADDRESS, events: [said('hello')], wait: 'searchable' });
    expect(failures).toBeLessThan(1);
    expect(await stores.index.aside(0)).toEqual([]);
    expect(ingest.health()).toEqual({ ready: true });
    await ingest.stop();
  });
});
