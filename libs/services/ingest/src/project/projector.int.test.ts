import { sessionKey, type NewEvent, type SessionState } from '@total-recall/domain';
import type { MemoryIndex, SessionStore } from '@total-recall/ports';
import { createTokenCounter, TotalRecallError, untilSearchable } from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const POLICY = { windowTokens: 4_000, markerCap: 3 };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Makes a session of one writer: requests, calls, results, an objective now and then. */
function writerEvents(writer: string, requests: readonly number[]): NewEvent[] {
  let sequence = 0;
  const event = (fields: Omit<NewEvent, 'sequence'>): NewEvent => ({
    ...fields,
    sequence: ++sequence,
    occurredAt: 1_700_000_000_000 + sequence,
  });
  return requests.flatMap((size, at) => {
    const call = { id: `${writer}-call-${at}`, name: 'read_file' };
    return [
      event({ kind: 'user_message', text: `request ${at} of ${writer}: look at module_${size}.ts` }),
      event({ kind: 'tool_call', call: { ...call, arguments: `{"path":"src/module_${size}.ts"}` } }),
      event({ kind: 'tool_result', call, text: `line ${writer} ${at} `.repeat(size) }),
      event({ kind: size % 7 === 0 ? 'objective' : 'agent_message', text: `answer ${at} of ${writer}` }),
    ];
  });
}

class Crash extends Error {}

/** Wraps stores for a process that dies at its n-th write to the read model, before or after the write. */
function dyingStores(
  stores: MemoryStores,
  diesAt: number,
  after: boolean,
): { index: MemoryIndex; sessions: SessionStore; writes: () => number } {
  let writes = 0;
  const mortal =
    <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      writes += 1;
      if (writes > diesAt) throw new Crash('dead');
      if (writes === diesAt && !after) throw new Crash('died before the write');
      await write(...args);
      if (writes === diesAt) throw new Crash('died after the write');
    };
  const { index, sessions } = stores;
  return {
    index: { ...index, write: mortal(index.write), refresh: mortal(index.refresh), advanceMarks: mortal(index.advanceMarks) },
    sessions: { ...sessions, save: mortal(sessions.save) },
    writes: () => writes,
  };
}

async function settled(stores: MemoryStores, ingest: ReturnType<typeof createMemoryIngest>): Promise<void> {
  for (;;) {
    const end = await stores.log.end(0);
    expect(await ingest.deps.marks.waitFor(0, end, 'searchable', 30_000)).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    if ((await stores.log.end(0)) === end) return;
  }
}

async function checkAccepted(stores: MemoryStores, expected: readonly NewEvent[], writers: number): Promise<SessionState> {
  const state = (await stores.sessions.load(ADDRESS))!;
  const events = await stores.index.sessionEvents({ ...ADDRESS, fromOrdinal: 1, limit: 1_000 });
  const ids = events.map((event) => event.record.envelope.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(events.map((event) => event.accepted.ordinal)).toEqual(events.map((_, at) => at + 1));
  expect(events.filter((event) => event.record.envelope.kind !== 'compaction')).toHaveLength(expected.length * writers);
  return state;
}

describe('the projector', () => {
  it("goes past what is none of the log's at the end of a partition, so that nobody waits for it, also behind a restart", async () => {
    const stores = createMemoryStores();
    const { log } = stores;
    let foreign = 0;
    const passing: (() => Promise<void>)[] = [];
    const follow: typeof log.follow = (partition, from, onBatch, options) => {
      passing[partition] = async () => options!.onPassed!((await log.end(partition)) + foreign);
      return log.follow(partition, from, onBatch, options);
    };
    const end = async (partition: number): Promise<number> => (await log.end(partition)) + (partition === 0 ? foreign : 0);
    const serve = () => createMemoryIngest({ ...stores, log: { ...log, follow, end } }, tokens);
    const first = serve();
    await first.ingest.start();
    await first.ingest.append({ ...ADDRESS, events: [{ kind: 'user_message', text: 'The gull eats.' }], wait: 'searchable' });
    foreign = 2;
    expect(await untilSearchable(first.deps, 20)).toBe(false);
    await passing[0]!();
    expect(await untilSearchable(first.deps, 20)).toBe(true);
    await first.ingest.stop();
    const second = serve();
    await second.ingest.start();
    expect(await untilSearchable(second.deps, 5_000)).toBe(true);
    expect((await stores.sessions.load(ADDRESS))!.ordinal).toBe(1);
    await second.ingest.stop();
  });

  it('tells at each start how far a partition is, before anything is appended', async () => {
    const stores = createMemoryStores();
    const told: object[] = [];
    const serve = () => createMemoryIngest(stores, tokens, { resumed: (place) => void told.push(place) });
    const first = serve();
    await first.ingest.start();
    await expect.poll(() => told).toEqual([{ partition: 0, folded: -1, searchable: -1 }]);
    const events: NewEvent[] = [
      { kind: 'user_message', text: 'The gull eats.' },
      { kind: 'agent_message', text: 'It ate.' },
    ];
    await first.ingest.append({ ...ADDRESS, events, wait: 'searchable' });
    await first.ingest.stop();
    told.length = 0;
    const second = serve();
    await second.ingest.start();
    const end = await stores.log.end(0);
    await expect.poll(() => told).toEqual([{ partition: 0, folded: end, searchable: end }]);
    await second.ingest.stop();
  });

  it('I-01 I-07 holds every event once and in order, whichever write to the read model it dies at', async () => {
    let crashes = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 4, maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (requests, diesAt, after) => {
          const stores = createMemoryStores();
          const events = writerEvents('a', requests);
          const dying = dyingStores(stores, diesAt, after);
          const first = createMemoryIngest(stores, tokens, { policy: POLICY, index: dying.index, sessions: dying.sessions });
          await first.ingest.start();
          for (let at = 0; at < events.length; at += 3) {
            // The log takes appends whether or not the projector runs. Some writers send twice.
            const request = { ...ADDRESS, source: 'a', events: events.slice(at, at + 3) };
            await first.ingest.append(request);
            if (at % 2 === 0) await first.ingest.append(request);
          }
          await first.ingest.stop();
          crashes += first.failures.some((failure) => failure instanceof Crash || (failure as Error).cause instanceof Crash) ? 1 : 0;
          const second = createMemoryIngest(stores, tokens, { policy: POLICY });
          await second.ingest.start();
          for (let at = 0; at < events.length; at += 5)
            await second.ingest.append({ ...ADDRESS, source: 'a', events: events.slice(at, at + 5) });
          await settled(stores, second);
          expect(second.failures).toEqual([]);
          expect([...first.violations, ...second.violations]).toEqual([]);
          const state = await checkAccepted(stores, events, 1);
          await second.ingest.stop();

          // The same log gives the same session in an empty read model, byte for byte, and no new decision.
          const end = await stores.log.end(0);
          const rebuilt = { ...createMemoryStores(), log: stores.log, keys: stores.keys, artifactStore: stores.artifactStore };
          const third = createMemoryIngest(rebuilt, tokens, { policy: POLICY });
          await third.ingest.start();
          await settled(rebuilt, third);
          await third.ingest.stop();
          expect(await stores.log.end(0)).toBe(end);
          expect(JSON.stringify(await rebuilt.sessions.load(ADDRESS))).toBe(JSON.stringify(state));
        },
      ),
      { numRuns: 25 },
    );
    expect(crashes).toBeGreaterThan(10);
  });

  it('I-15 comes to the same session where every append is waited for, however long its decisions take', async () => {
    const events = writerEvents('a', [300, 280, 260, 300, 290, 250, 300, 300]);
    const sessions: SessionState[] = [];
    for (const ticks of [0, 50]) {
      const stores = createMemoryStores();
      const slow: MemoryIndex = {
        ...stores.index,
        events: async (...args) => {
          for (let tick = 0; tick < ticks; tick++) await new Promise((resolve) => setImmediate(resolve));
          return stores.index.events(...args);
        },
      };
      const { ingest, failures } = createMemoryIngest(stores, tokens, { policy: POLICY, index: slow });
      await ingest.start();
      for (let at = 0; at < events.length; at += 2)
        await ingest.append({ ...ADDRESS, source: 'a', events: events.slice(at, at + 2), wait: 'searchable' });
      await ingest.settle(30_000);
      expect(failures).toEqual([]);
      sessions.push((await stores.sessions.load(ADDRESS))!);
      await ingest.stop();
    }
    expect(sessions[0]!.cycle).toBeGreaterThan(1);
    expect(sessions[1]).toEqual(sessions[0]);
  });

  it('folds several writers of one session at once, each in its own order', async () => {
    const stores = createMemoryStores();
    const memory = createMemoryIngest(stores, tokens, { policy: POLICY });
    const { ingest, deps, violations } = memory;
    await ingest.start();
    const writers = ['a', 'b', 'c', 'd'];
    const events = (writer: string) => writerEvents(writer, [5, 40, 120, 7, 60, 14, 200, 33]);
    await Promise.all(
      writers.map(async (writer) => {
        const all = events(writer);
        for (let at = 0; at < all.length; at += 2) {
          await ingest.append({ ...ADDRESS, source: writer, events: all.slice(at, at + 2) });
          if (at % 6 === 0) await ingest.append({ ...ADDRESS, source: writer, events: all.slice(Math.max(0, at - 2), at + 2) });
        }
      }),
    );
    await settled(stores, memory);
    const state = await checkAccepted(stores, events('a'), writers.length);
    expect(violations).toEqual([]);
    expect(state.cycle).toBeGreaterThan(0);
    for (const writer of writers) expect(state.sources[writer]).toEqual({ mark: events(writer).length, above: [] });
    const opened = await deps.sealer.openAll(
      (await stores.index.sessionEvents({ ...ADDRESS, fromOrdinal: 1, limit: 1_000 })).map((event) => event.record),
    );
    for (const writer of writers) {
      const sequences = opened.flatMap(({ body }) =>
        typeof body !== 'string' && body.origin?.source === writer ? [body.origin.sequence!] : [],
      );
      expect(sequences).toEqual(events(writer).map((_, at) => at + 1));
    }
    expect(await stores.log.lastOffset(sessionKey(ADDRESS))).toBe(await stores.log.end(0));
    await ingest.stop();
  });
});

describe('a refresh that takes its time', () => {
  /** Builds an ingest whose refreshes wait until they are let through. */
  function heldBack(options: { policy?: typeof POLICY } = {}) {
    const stores = createMemoryStores();
    let gate = Promise.withResolvers<void>();
    gate.resolve();
    const index: MemoryIndex = {
      ...stores.index,
      refresh: async (partition) => {
        await gate.promise;
        await stores.index.refresh(partition);
      },
    };
    const service = createMemoryIngest(stores, tokens, { ...options, index });
    const isAt = async (mark: 'folded' | 'searchable', waitMs = 50): Promise<boolean> =>
      service.deps.marks.waitFor(0, await stores.log.end(0), mark, waitMs);
    return { ...service, stores, isAt, hold: () => void (gate = Promise.withResolvers()), release: () => gate.resolve() };
  }
  const told = (text: string): NewEvent => ({ kind: 'user_message', text });

  it('does not keep windows waiting: the session is folded before its events are found', async () => {
    const { ingest, stores, isAt, hold, release } = heldBack();
    await ingest.start();
    await ingest.append({ ...ADDRESS, events: [told('one')], wait: 'searchable' });
    hold();
    await ingest.append({ ...ADDRESS, events: [told('two')] });
    expect(await isAt('folded', 30_000)).toBe(true);
    expect((await stores.sessions.load(ADDRESS))?.ordinal).toBe(2);
    expect(await isAt('searchable')).toBe(false);
    release();
    expect(await isAt('searchable', 30_000)).toBe(true);
    await ingest.stop();
  });

  it('I-15 keeps windows waiting where the session is to be compacted', async () => {
    const { ingest, stores, isAt, hold, release } = heldBack({ policy: POLICY });
    await ingest.start();
    const [first, ...events] = writerEvents('a', [5, 300, 300, 300]);
    await ingest.append({ ...ADDRESS, source: 'a', events: [first!], wait: 'searchable' });
    hold();
    await ingest.append({ ...ADDRESS, source: 'a', events });
    expect(await isAt('folded')).toBe(false);
    release();
    await ingest.settle(30_000);
    expect((await stores.sessions.load(ADDRESS))?.cycle).toBeGreaterThan(0);
    await ingest.stop();
  });

  it('is made up for by the next process', async () => {
    const { ingest, stores, isAt, hold, release } = heldBack();
    await ingest.start();
    await ingest.append({ ...ADDRESS, events: [told('one')], wait: 'searchable' });
    hold();
    await ingest.append({ ...ADDRESS, events: [told('two buoys')] });
    expect(await isAt('folded', 30_000)).toBe(true);
    const marks = await stores.index.marks(0);
    let refreshed = 0;
    const next = createMemoryIngest(stores, tokens, {
      index: { ...stores.index, refresh: async (partition) => ((refreshed += 1), stores.index.refresh(partition)) },
    });
    await next.ingest.start();
    expect(marks.searchable).toBeLessThan(marks.folded);
    expect(refreshed).toBe(1);
    expect((await stores.index.marks(0)).searchable).toBe(marks.folded);
    await next.ingest.stop();
    release();
    await ingest.stop();
  });
});

describe('what must not stop a projector', () => {
  const told = (text: string): NewEvent => ({ kind: 'user_message', text });

  it('a policy that does not hold together: the levels above it are in force', async () => {
    const stores = createMemoryStores();
    await stores.control.putPolicy({ at: 'session/t/s/x', settings: { systemTokens: 20_000 }, updatedAt: 1 });
    const service = createMemoryIngest(stores, tokens);
    await service.ingest.start();
    await service.ingest.append({ ...ADDRESS, events: [told('one')] });
    await stores.control.putPolicy({ at: 'space/t/s', settings: { windowTokens: 8_192 }, updatedAt: 2 });
    await service.ingest.append({ ...ADDRESS, events: [told('two')] });
    await service.ingest.append({ ...ADDRESS, session: 'y', events: [told('three')] });
    await settled(stores, service);
    expect(service.ingest.health()).toEqual({ ready: true });
    expect((await service.ingest.policy(ADDRESS)).budgets.window).toBe(8_192);
    expect((await stores.sessions.load({ ...ADDRESS, session: 'y' }))?.ordinal).toBe(1);
    await service.ingest.stop();
  });

  it('an artifact that is gone when the read model is filled again: its preview stands in', async () => {
    const stores = createMemoryStores();
    const first = createMemoryIngest(stores, tokens);
    await first.ingest.start();
    await first.ingest.append({
      ...ADDRESS,
      events: [{ kind: 'tool_result', call: { id: 'c', name: 'read' }, text: 'a long line of output\n'.repeat(2_000) }, told('after it')],
    });
    await settled(stores, first);
    await first.ingest.stop();
    const rebuilt = { ...createMemoryStores(), log: stores.log, keys: stores.keys };
    const second = createMemoryIngest(rebuilt, tokens);
    await second.ingest.start();
    await settled(rebuilt, second);
    expect(second.ingest.health()).toEqual({ ready: true });
    expect((await rebuilt.sessions.load(ADDRESS))?.ordinal).toBe(2);
    await second.ingest.stop();
  });

  it('repetitive text, which is sealed in a hundredth of its size: it is written in portions of a bounded size', async () => {
    const stores = createMemoryStores();
    const written: number[] = [];
    const write: MemoryIndex['write'] = async (partition, writes, supersessions) => {
      written.push(writes.reduce((sum, { documents }) => sum + documents.reduce((of, { terms }) => of + terms.length, 0), 0));
      await stores.index.write(partition, writes, supersessions);
    };
    const { ingest } = createMemoryIngest(stores, tokens, { index: { ...stores.index, write } });
    const events = Array.from({ length: 40 }, (): NewEvent => ({ kind: 'user_message', text: 'gull '.repeat(12_000) }));
    await ingest.append({ ...ADDRESS, events });
    await ingest.start();
    await ingest.settle(60_000);
    expect(written.reduce((sum, terms) => sum + terms, 0)).toBeGreaterThanOrEqual(40 * 12_000);
    expect(Math.max(...written)).toBeLessThan(300_000);
    await ingest.stop();
  });

  it('an index that was lost and made anew beneath it: it is filled again, with what comes and no new decision', async () => {
    const stores = createMemoryStores();
    const anew = createMemoryStores();
    let present: MemoryStores = stores;
    const forward = <T extends object>(of: (from: MemoryStores) => T): T =>
      new Proxy(of(stores), { get: (_, name) => Reflect.get(of(present), name) });
    const index = forward(({ index: held }) => held);
    const sessions = forward(({ sessions: held }) => held);
    let nowMs = 0;
    const options = { policy: POLICY, index, sessions, config: { projectBatch: 1 }, monotonicMs: () => nowMs };
    const { ingest, deps } = createMemoryIngest(stores, tokens, options);
    await ingest.start();
    const [first, last] = [writerEvents('a', [40, 120, 60, 200, 33, 90, 150, 70, 110, 45, 130]), told('after it')];
    for (const event of first) await ingest.append({ ...ADDRESS, source: 'a', events: [event], wait: 'searchable' });
    const before = (await stores.sessions.load(ADDRESS))!;
    expect(before.cycle).toBeGreaterThan(0);

    present = anew;
    nowMs += 1_000;
    await ingest.append({ ...ADDRESS, events: [last] });
    await ingest.settle(30_000);
    const state = (await anew.sessions.load(ADDRESS))!;
    expect(state).toMatchObject({ cycle: before.cycle, ordinal: before.ordinal + 1, sources: before.sources });
    const held = await anew.index.sessionEvents({ ...ADDRESS, fromOrdinal: 1, limit: 1_000 });
    expect(held.map(({ accepted }) => accepted.ordinal)).toEqual(held.map((_, at) => at + 1));
    expect(held).toHaveLength(before.ordinal + 1);
    expect(await deps.log.end(0)).toBe(before.ordinal);
    await ingest.stop();
  });

  it('a store that is away for a moment: the batch is tried again from what was saved', async () => {
    const stores = createMemoryStores();
    let away = 3;
    const { index } = stores;
    const moody: MemoryIndex = {
      ...index,
      write: async (...args) => {
        if (away-- > 0) throw new TotalRecallError('unavailable', 'away');
        await index.write(...args);
      },
    };
    const service = createMemoryIngest(stores, tokens, { index: moody });
    await service.ingest.start();
    await service.ingest.append({ ...ADDRESS, events: [told('one'), told('two')] });
    await settled(stores, service);
    expect(service.failures).toHaveLength(3);
    expect(service.ingest.health()).toEqual({ ready: true });
    expect((await stores.sessions.load(ADDRESS))?.ordinal).toBe(2);
    await service.ingest.stop();
  });

  it('a store that is away for long, its marks too: tried again until it is back', async () => {
    const stores = createMemoryStores();
    const { index } = stores;
    let away = true;
    const whenThere =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (away) throw new TotalRecallError('unavailable', 'away');
        return call(...args);
      };
    const absent: MemoryIndex = { ...index, write: whenThere(index.write), marks: whenThere(index.marks) };
    const service = createMemoryIngest(stores, tokens, { index: absent, delay: () => new Promise((resolve) => setImmediate(resolve)) });
    away = false;
    await service.ingest.start();
    away = true;
    await service.ingest.append({ ...ADDRESS, events: [told('one'), told('two')] });
    await expect.poll(() => service.failures.length).toBeGreaterThan(100);
    expect(service.ingest.health()).toEqual({ ready: true });
    away = false;
    await settled(stores, service);
    expect((await stores.sessions.load(ADDRESS))?.ordinal).toBe(2);
    await service.ingest.stop();
  });

  it('a state saved by another version of the fold: the session is folded again, to the same bytes as from an empty read model', async () => {
    const stores = createMemoryStores();
    const first = createMemoryIngest(stores, tokens, { policy: POLICY });
    await first.ingest.start();
    const events = writerEvents('a', [5, 40, 120, 7, 60, 14, 200, 33]);
    await first.ingest.append({ ...ADDRESS, source: 'a', events });
    await settled(stores, first);
    await first.ingest.append({ ...ADDRESS, source: 'a', events: events.slice(-2) });
    await settled(stores, first);
    await first.ingest.stop();
    const saved = (await stores.sessions.load(ADDRESS))!;
    expect(saved.cycle).toBeGreaterThan(0);
    await stores.sessions.save([{ ...saved, foldVersion: saved.foldVersion - 1, markers: [], entries: saved.entries.slice(-1) }]);
    expect((await stores.sessions.load(ADDRESS))?.markers).toEqual([]);

    const second = createMemoryIngest(stores, tokens, { policy: POLICY });
    await second.ingest.start();
    await second.ingest.append({ ...ADDRESS, source: 'b', events: writerEvents('b', [3]) });
    await settled(stores, second);
    await second.ingest.stop();
    const rebuilt = { ...createMemoryStores(), log: stores.log, keys: stores.keys, artifactStore: stores.artifactStore };
    const third = createMemoryIngest(rebuilt, tokens, { policy: POLICY });
    await third.ingest.start();
    await settled(rebuilt, third);
    await third.ingest.stop();
    expect(JSON.stringify(await stores.sessions.load(ADDRESS))).toBe(JSON.stringify(await rebuilt.sessions.load(ADDRESS)));
  });
});
