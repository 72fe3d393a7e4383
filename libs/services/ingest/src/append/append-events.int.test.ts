import { idEnding, type NewEvent } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { createTokenCounter, ulidTime } from '@total-recall/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryIngest, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const said = (text: string, more: Partial<NewEvent> = {}): NewEvent => ({ kind: 'user_message', text, ...more });

describe('append', () => {
  let tokens: TokenCounter;
  let stores: MemoryStores;
  let service: MemoryIngest;
  beforeAll(() => {
    tokens = createTokenCounter();
  });
  afterAll(() => tokens.close());
  beforeEach(() => {
    stores = createMemoryStores();
    service = createMemoryIngest(stores, tokens);
  });

  it('tells a repeat from a conflict before anything is folded', async () => {
    // The projector is not started, so nothing is ever folded here.
    const { ingest } = service;
    const first = await ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('one')] });
    const again = await ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('one')] });
    expect(again.events[0]).toMatchObject({ id: first.events[0]!.id, duplicate: true });
    const repeat = { ...ADDRESS, events: [said('one')], isRepeat: true } as const;
    expect(await ingest.append({ ...repeat, idempotencyKey: 'k' })).toEqual(again);
    await expect(ingest.append({ ...repeat, idempotencyKey: 'other' })).rejects.toMatchObject({ code: 'quota_exceeded' });
    await expect(ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('two')] })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    await ingest.append({ ...ADDRESS, source: 'w', events: [said('a', { sequence: 1, occurredAt: 5 })] });
    await expect(ingest.append({ ...ADDRESS, source: 'w', events: [said('b', { sequence: 1, occurredAt: 6 })] })).rejects.toMatchObject({
      code: 'sequence_conflict',
    });
    expect(await stores.log.end(0)).toBe(1);
  });

  it('refuses a pin of an event that is not there, and takes one that was appended a moment ago', async () => {
    const { ingest } = service;
    await ingest.start();
    const pinOf = (...eventIds: string[]): NewEvent => ({ kind: 'system_note', pin: { eventIds, pinned: true } });
    const unknown = '01JQ5ZB4V9M8N7P6R5T4S3W2X1';
    await expect(ingest.append({ ...ADDRESS, events: [said('one'), pinOf(unknown)] })).rejects.toMatchObject({
      code: 'not_found',
      details: { eventIds: [unknown] },
    });
    expect(await stores.log.end(0)).toBe(-1);
    const { events } = await ingest.append({ ...ADDRESS, events: [said('one')] });
    await expect(ingest.append({ ...ADDRESS, events: [pinOf(events[0]!.id, unknown)] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ingest.append({ ...ADDRESS, space: 'other', events: [pinOf(events[0]!.id)] })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await ingest.append({ ...ADDRESS, events: [pinOf(events[0]!.id)] })).events[0]).toMatchObject({ outcome: 'ADD' });
    await ingest.stop();
  });

  it('says of a pin where its event stands in no window of the session', async () => {
    const { ingest } = service;
    await ingest.start();
    const pinOf = (pinned: boolean, ...eventIds: string[]): NewEvent => ({ kind: 'system_note', pin: { eventIds, pinned } });
    const elsewhere = (await ingest.append({ ...ADDRESS, session: 'another', events: [said('one')], wait: 'searchable' })).events[0]!.id;
    const here = (await ingest.append({ ...ADDRESS, events: [said('two')] })).events[0]!.id;
    const outsideOf = async (event: NewEvent) => (await ingest.append({ ...ADDRESS, events: [event] })).events[0]!.pinnedOutsideWindow;
    expect(await outsideOf(pinOf(true, here))).toBeUndefined();
    expect(await outsideOf(pinOf(true, here, elsewhere))).toEqual([elsewhere]);
    expect(await outsideOf(pinOf(false, elsewhere))).toBeUndefined();
    await ingest.stop();
  });

  it('answers simultaneous repeats with one event', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('one'), said('two')] })),
    );
    expect(new Set(answers.map(({ events }) => JSON.stringify(events.map(({ id }) => id)))).size).toBe(1);
    expect(answers.filter(({ events }) => events.every(({ duplicate }) => !duplicate))).toHaveLength(1);
    expect(await stores.log.end(0)).toBe(1);
  });

  it('lets a repeat through where the first did not reach the log', async () => {
    const { log } = stores;
    let broken = true;
    const failing = createMemoryIngest(
      { ...stores, log: { ...log, append: (records) => (broken ? Promise.reject(new Error('disk full')) : log.append(records)) } },
      tokens,
    );
    const request = { ...ADDRESS, source: 'w', events: [said('a', { sequence: 1 })] };
    await expect(failing.ingest.append(request)).rejects.toThrow('disk full');
    broken = false;
    expect((await failing.ingest.append(request)).events[0]).toMatchObject({ outcome: 'ADD' });
    expect(await log.end(0)).toBe(0);
  });

  describe('of more than a batch of the log', () => {
    const events = Array.from({ length: 6 }, (_, at) => said(`${at}`));
    /** The log in batches of two, and what was folded when each came. */
    const inPairs = (): { log: MemoryStores['log']; folded: number[] } => {
      const { log, index } = stores;
      const folded: number[] = [];
      return {
        folded,
        log: {
          ...log,
          maxBatchRecords: 2,
          append: async (records) => {
            folded.push((await index.marks(0)).folded);
            return log.append(records);
          },
        },
      };
    };

    it('folds each batch before the next is written, so that others wait for one of them only', async () => {
      const { log, folded } = inPairs();
      const { ingest } = createMemoryIngest({ ...stores, log }, tokens);
      await ingest.start();
      await ingest.append({ ...ADDRESS, events });
      await ingest.stop();
      expect(folded).toEqual([-1, 1, 3]);
    });

    it('waits no longer than it may where nothing is folded', async () => {
      const { log, folded } = inPairs();
      const { ingest } = createMemoryIngest({ ...stores, log }, tokens, { config: { foldTimeoutMs: 20 } });
      await ingest.append({ ...ADDRESS, events });
      expect(folded).toEqual([-1, -1, -1]);
    });

    /** Counts how often the marks are read by an append while they cannot be. */
    const readsOfMarks = async (appended: readonly NewEvent[]): Promise<number> => {
      const { log } = inPairs();
      let reads = 0;
      const index = { ...stores.index, marks: () => Promise.reject(new Error(`index down ${(reads += 1)}`)) };
      const { ingest } = createMemoryIngest({ ...stores, log, index }, tokens);
      await ingest.append({ ...ADDRESS, events: appended });
      expect(await stores.log.end(0)).toBe(appended.length - 1);
      return reads;
    };

    it('waits for nothing where the index does not answer', async () => {
      expect(await readsOfMarks(events)).toBeGreaterThan(0);
    });

    it('waits for nothing where it quotes what an erasure may take meanwhile', async () => {
      const recall = { retrievalId: 'rtr_1', evidence: [], renderingHash: 'a'.repeat(64) };
      expect(await readsOfMarks([...events, said('recalled', { recall })])).toBe(0);
    });
  });

  describe('of a source', () => {
    const send = ({ ingest }: MemoryIngest, text: string, occurredAt?: number, more: Partial<NewEvent> = {}) =>
      ingest.append({ ...ADDRESS, source: 'w', events: [said(text, { sequence: 1, ...(occurredAt && { occurredAt }), ...more })] });
    const conflict = { code: 'sequence_conflict' };

    it('gives ids a time: that of the event, else that of its first try', async () => {
      const before = Date.now();
      const [stamped] = (await send(service, 'a', 1_700_000_000_123)).events;
      expect(ulidTime(stamped!.id)).toBe(1_700_000_000_123);
      const [plain] = (await service.ingest.append({ ...ADDRESS, source: 'v', events: [said('a', { sequence: 1 })] })).events;
      expect(ulidTime(plain!.id)).toBeGreaterThanOrEqual(before);
      const [keyed] = (await service.ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('a')] })).events;
      expect(ulidTime(keyed!.id)).toBeGreaterThanOrEqual(before);
    });

    it.each<[string, (first: MemoryIngest) => Promise<MemoryIngest>]>([
      ['before the fold', async (first) => first],
      ['after the fold', async (first) => (await first.ingest.start(), await first.ingest.settle(30_000), first)],
      [
        'in another process after the fold',
        async (first) => (await first.ingest.start(), await first.ingest.settle(30_000), createMemoryIngest(stores, tokens)),
      ],
      ['in another process while it is folded', async (first) => (await first.ingest.start(), createMemoryIngest(stores, tokens))],
    ])('answers a repeat with the first id and refuses other content, %s', async (_when, then) => {
      const [first] = (await send(service, 'one', 1_000)).events;
      const again = await then(service);
      const end = await stores.log.end(0);
      for (const occurredAt of [1_000, 2_000, undefined])
        expect((await send(again, 'one', occurredAt, { messageId: `try ${occurredAt}` })).events[0]).toMatchObject({
          id: first!.id,
          duplicate: true,
        });
      await expect(send(again, 'two', 1_000)).rejects.toMatchObject({ ...conflict, details: { sequence: 1, eventId: first!.id } });
      for (const other of [{ kind: 'decision' as const }, { meta: { tags: ['x'] } }, { isError: true }])
        await expect(send(again, 'one', 1_000, other)).rejects.toMatchObject(conflict);
      expect(await stores.log.end(0)).toBe(end);
      await service.ingest.stop();
    });

    it.each<[string, (first: MemoryIngest) => Promise<MemoryIngest>]>([
      ['before the fold', async (first) => first],
      [
        'in another process after the fold',
        async (first) => (await first.ingest.start(), await first.ingest.settle(30_000), createMemoryIngest(stores, tokens)),
      ],
    ])('takes a call whose arguments are written in another way for the same, %s', async (_when, then) => {
      const called = ({ ingest }: MemoryIngest, args: string | undefined, more: Partial<NewEvent> = {}, sequence = 1) =>
        ingest.append({
          ...ADDRESS,
          source: 'w',
          events: [{ kind: 'tool_call', sequence, call: { id: 'c1', name: 'build', arguments: args }, ...more }],
        });
      const [first] = (await called(service, '{"b": {"y":1,"x":2}, "a":1}')).events;
      const [empty] = (await called(service, '', {}, 2)).events;
      const again = await then(service);
      const end = await stores.log.end(0);
      expect((await called(again, '{"a":1,"b":{"x":2,"y":1}}')).events[0]).toMatchObject({ id: first!.id, duplicate: true });
      for (const none of ['{}', undefined])
        expect((await called(again, none, {}, 2)).events[0]).toMatchObject({ id: empty!.id, duplicate: true });
      for (const other of ['{"a":2,"b":{"x":2,"y":1}}', '{"a":1', '{}']) await expect(called(again, other)).rejects.toMatchObject(conflict);
      await expect(called(again, '{"a":1,"b":{"x":2,"y":1}}', { isError: true })).rejects.toMatchObject(conflict);
      expect(await stores.log.end(0)).toBe(end);
      await service.ingest.stop();
    });

    it.each([false, true])('tells of several conflicts the first, from where on a fork begins; folded: %s', async (isFolded) => {
      const turn = (asked: string, command: string): NewEvent[] => [
        said('Begin.', { sequence: 1 }),
        said(asked, { sequence: 2 }),
        { kind: 'tool_call', sequence: 3, call: { id: 'c1', name: 'build', arguments: `{"x":"${command}"}` } },
      ];
      await service.ingest.append({ ...ADDRESS, source: 'w', events: turn('Build it.', 'a') });
      if (isFolded) await service.ingest.start();
      if (isFolded) await service.ingest.settle(30_000);
      const other = service.ingest.append({ ...ADDRESS, source: 'w', events: turn('Leave it.', 'b') });
      await expect(other).rejects.toMatchObject({ ...conflict, details: { sequence: 2 } });
      const called = service.ingest.append({ ...ADDRESS, source: 'w', events: turn('Build it.', 'b') });
      await expect(called).rejects.toMatchObject({ ...conflict, details: { sequence: 3 } });
      await service.ingest.stop();
    });

    it.each([false, true])(
      'takes a call with masked arguments for the same in any order, and another secret for another; folded: %s',
      async (isFolded) => {
        const masking = createMemoryIngest(stores, tokens, { policy: { redaction: 'mask' } });
        const key = (letter: string) => `AKIA${letter.repeat(4)}IOSFODNN7QXM`;
        const called = ({ ingest }: MemoryIngest, args: string) =>
          ingest.append({
            ...ADDRESS,
            source: 'w',
            events: [{ kind: 'tool_call', sequence: 1, call: { id: 'c1', name: 'put', arguments: args } }],
          });
        const [first] = (await called(masking, `{"user":"ada","key":"${key('A')}"}`)).events;
        expect(first!.redactions).toHaveLength(1);
        if (isFolded) await masking.ingest.start();
        if (isFolded) await masking.ingest.settle(30_000);
        const again = isFolded ? createMemoryIngest(stores, tokens, { policy: { redaction: 'mask' } }) : masking;
        expect((await called(again, `{"key":"${key('A')}", "user":"ada"}`)).events[0]).toMatchObject({ id: first!.id, duplicate: true });
        await expect(called(again, `{"key":"${key('B')}", "user":"ada"}`)).rejects.toMatchObject(conflict);
        await masking.ingest.stop();
      },
    );

    it('stores what is new of a request that goes on after what is there, and nothing of one that contradicts it', async () => {
      await service.ingest.start();
      const batch = (from: number, to: number, word = 'line') =>
        Array.from({ length: to - from + 1 }, (_, at) => said(`${word} ${from + at}`, { sequence: from + at }));
      const first = await service.ingest.append({ ...ADDRESS, source: 'w', events: batch(1, 3), wait: 'searchable' });
      const second = await service.ingest.append({ ...ADDRESS, source: 'w', events: batch(2, 5), wait: 'searchable' });
      expect(second.events.map(({ duplicate }) => duplicate === true)).toEqual([true, true, false, false]);
      expect(second.events[0]).toEqual({ ...first.events[1], duplicate: true });
      await expect(
        service.ingest.append({ ...ADDRESS, source: 'w', events: [...batch(6, 7), ...batch(1, 1, 'other')] }),
      ).rejects.toMatchObject(conflict);
      expect((await stores.sessions.load(ADDRESS))?.sources).toEqual({ w: { mark: 5, above: [] } });
      await service.ingest.stop();
    });

    it('takes repeats of a key for repeats after the fold too, with the first ids', async () => {
      await service.ingest.start();
      const request = { ...ADDRESS, idempotencyKey: 'k', events: [said('one'), said('two')], wait: 'searchable' as const };
      const first = await service.ingest.append(request);
      const other = createMemoryIngest(stores, tokens);
      const again = await other.ingest.append({ ...request, events: [said('one', { occurredAt: 7 }), said('two')] });
      expect(again.events).toEqual(first.events.map((event) => ({ ...event, duplicate: true })));
      await expect(other.ingest.append({ ...request, events: [said('one'), said('three')] })).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
      await service.ingest.stop();
    });

    it('of two replicas that write at once keeps the first, and every id that was given leads to it', async () => {
      const other = createMemoryIngest(stores, tokens);
      const [one, two] = await Promise.all([send(service, 'one', 1_000), send(other, 'one', 2_000)]);
      await service.ingest.start();
      await service.ingest.settle(30_000);
      const endings = [one, two].map(({ events }) => idEnding(events[0]!.id));
      expect(new Set(endings).size).toBe(1);
      const [kept] = await stores.index.eventsByEnding('t', 's', endings);
      expect((await send(other, 'one')).events[0]).toMatchObject({ id: kept!.record.envelope.id, duplicate: true });
      expect((await stores.sessions.load(ADDRESS))?.ordinal).toBe(1);
      await service.ingest.stop();
    });
  });

  it('refuses what would leave too many gaps, and what only the service may write', async () => {
    const gaps = Array.from({ length: 70 }, (_, at) => said('x', { sequence: 2 * at + 2 }));
    await expect(service.ingest.append({ ...ADDRESS, source: 'w', events: gaps })).rejects.toMatchObject({
      code: 'sequence_gap',
      details: { expected: 1 },
    });
    await expect(service.ingest.append({ ...ADDRESS, events: [{ kind: 'compaction', text: '' }] })).rejects.toMatchObject({
      code: 'reserved_kind',
    });
    expect(await stores.log.end(0)).toBe(-1);
  });
});
