import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { codeOf } from './contract-harness.ts';
import { append, longTalk, message, PLACE, withServices, type ServicesHarness, type WithServices } from './services-harness.ts';

/** Tests the claims of the `Ingest` port. Appended events are read through the `Retriever` beside it. */
export function ingestContract(name: string, makeHarness: () => ServicesHarness): void {
  const services = withServices(makeHarness);
  describe(`${name}: Ingest`, () => {
    appendClaims(services);
    repeatClaims(services);
    taskStateClaims(services);
    compactionClaims(services);
  });
}

function appendClaims(withService: WithServices): void {
  it('answers with an id for every event, in order, and stores each once', () =>
    withService(async (services) => {
      const { events, position } = await append(services, [message('one'), message('two'), message('three')]);
      expect(events.map(({ outcome }) => outcome)).toEqual(['ADD', 'ADD', 'ADD']);
      expect(position).toBe(events.at(-1)!.position);
      const { events: stored, nextOrdinal } = await services.retriever.events({ ...PLACE, limit: 10 });
      expect(stored.map(({ id, body }) => [id, body?.text])).toEqual(
        ['one', 'two', 'three'].map((text, index) => [events[index]!.id, text]),
      );
      expect(nextOrdinal).toBeUndefined();
    }));

  it('keeps every field of an event as it came, and leaves absent what was absent', () =>
    withService(async (services) => {
      const event: NewEvent = {
        kind: 'decision',
        text: 'Ünïcode \u{1f680} and "quotes"',
        occurredAt: 1_780_000_000_123,
        messageId: 'm-1',
        meta: {
          taskId: 'T',
          agent: 'planner',
          tags: ['a', ''.padEnd(3, 'b')],
          hints: [],
          observedAt: 1_780_000_000_001,
          extra: { $bytes: 0, $set: ['x'], nested: { list: [1, -0.5, null, true, {}, []], $$: 'dollars' }, empty: '' },
        },
      };
      const { events } = await append(services, [event]);
      const view = await services.retriever.event({ tenant: 'acme', space: 'main', eventId: events[0]!.id });
      expect(view).toMatchObject({ kind: 'decision', occurredAt: event.occurredAt, ordinal: 1 });
      expect(view.body).toEqual({ text: event.text, messageId: 'm-1', meta: event.meta });
      expect('supersededBy' in view && view.supersededBy !== undefined).toBe(false);
    }));

  it('keeps the bytes of an attachment', () =>
    withService(async (services) => {
      const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
      const data = Uint8Array.from({ length: 300 }, (_, index) => head[index] ?? index % 256);
      await append(services, [{ ...message('see this'), attachments: [{ mime: 'image/png', data }] }]);
      const { events } = await services.retriever.events({ ...PLACE, limit: 1 });
      const { bytes, mime } = await services.retriever.artifact({
        tenant: 'acme',
        space: 'main',
        artifactId: events[0]!.body!.artifacts![0]!.id,
      });
      expect([mime, [...bytes]]).toEqual(['image/png', [...data]]);
    }));

  it('keeps each of many appends at one time', () =>
    withService(async (services) => {
      const results = await Promise.all(Array.from({ length: 20 }, (_, at) => append(services, [message(`note ${at}`)])));
      const { events } = await services.retriever.events({ ...PLACE, limit: 100 });
      expect(new Set(events.map(({ id }) => id))).toEqual(new Set(results.map((result) => result.events[0]!.id)));
    }));

  it('keeps tenants, spaces and sessions of the same names apart', () =>
    withService(async (services) => {
      const places = [PLACE, { ...PLACE, tenant: 'rival' }, { ...PLACE, space: 'side' }, { ...PLACE, session: 's2' }];
      for (const [at, place] of places.entries()) await append(services, [message(`secret ${at}`)], place);
      for (const [at, place] of places.entries()) {
        const { events } = await services.retriever.events({ ...place, limit: 10 });
        expect(events.map(({ body }) => body?.text)).toEqual([`secret ${at}`]);
      }
    }));
}

function repeatClaims(withService: WithServices): void {
  it('recognises a repeat by source and sequence, and answers with the same ids', () =>
    withService(async (services) => {
      const events = [1, 2].map((sequence): NewEvent => ({ ...message(`line ${sequence}`), sequence, occurredAt: 1_780_000_000_000 }));
      const first = await append(services, events, { source: 'file' });
      const again = await append(services, events, { source: 'file' });
      expect(again.events.map(({ id }) => id)).toEqual(first.events.map(({ id }) => id));
      expect(again.events.map(({ duplicate }) => duplicate)).toEqual([true, true]);
      expect((await services.retriever.session(PLACE)).events).toBe(2);
    }));

  it('recognises a repeat by its key, and refuses the key for something else', () =>
    withService(async (services) => {
      const first = await append(services, [message('once')], { idempotencyKey: 'k' });
      expect((await append(services, [message('once')], { idempotencyKey: 'k' })).events[0]!.id).toBe(first.events[0]!.id);
      expect(await codeOf(append(services, [message('other')], { idempotencyKey: 'k' }))).toBe('idempotency_key_reused');
      expect((await services.retriever.session(PLACE)).events).toBe(1);
    }));
}

function taskStateClaims(withService: WithServices): void {
  it('replaces the fields that an update names, and empties those it names empty', () =>
    withService(async (services) => {
      await append(services, [message('begin')]);
      const first = await services.ingest.updateTaskState({
        ...PLACE,
        agent: 'planner',
        update: { expectedVersion: 0, fields: { goals: ['ship'], risks: ['rain'], premises: { region: 'eu' }, phase: 'plan' } },
      });
      expect(first).toMatchObject({ version: 1, eventId: expect.any(String), position: expect.any(String) });
      await services.ingest.updateTaskState({
        ...PLACE,
        update: { expectedVersion: 1, fields: { risks: [], premises: { region: 'us' } } },
      });
      const { state } = await services.retriever.taskState(PLACE);
      expect(state).toMatchObject({ version: 2, goals: ['ship'], risks: [], premises: { region: 'us' }, phase: 'plan' });
      expect(state!.premiseVersion).toBeGreaterThan(first.premiseVersion);
    }));

  it('gives an update the time that it names, and the id that follows from it', async () => {
    const made: { id: string; at: number }[] = [];
    for (let time = 0; time < 2; time++)
      await withService(async (services) => {
        await append(services, [message('begin')]);
        const update = { expectedVersion: 0, fields: { goals: ['ship'] }, occurredAt: 1_780_000_000_000 };
        const { eventId } = await services.ingest.updateTaskState({ ...PLACE, update });
        const { events } = await services.retriever.events({ ...PLACE, limit: 10 });
        made.push({ id: eventId, at: events.find(({ id }) => id === eventId)!.occurredAt });
      });
    expect(made[0]!.at).toBe(1_780_000_000_000);
    expect(made[1]).toEqual(made[0]);
  });

  it('tells the loser of two writers the version that stands', () =>
    withService(async (services) => {
      await append(services, [message('begin')]);
      await services.ingest.updateTaskState({ ...PLACE, update: { expectedVersion: 0, fields: { goals: ['a'] } } });
      const lost = services.ingest.updateTaskState({ ...PLACE, update: { expectedVersion: 0, fields: { goals: ['b'] } } });
      await expect(lost).rejects.toMatchObject({ code: 'task_state_conflict', details: { currentVersion: 1 } });
      expect((await services.retriever.taskState(PLACE)).state?.goals).toEqual(['a']);
    }));
}

function compactionClaims(withService: WithServices): void {
  it('compacts on demand and says what went, or says why not', () =>
    withService(async (services) => {
      await append(services, [message('short')]);
      const nothing = await services.ingest.compact({ ...PLACE, trigger: 'demand', targetTokens: 0 });
      expect(nothing).toEqual({ kind: 'stopped', reason: expect.any(String) });
      await append(services, longTalk(8));
      const result = await services.ingest.compact({ ...PLACE, trigger: 'demand', targetTokens: 0 });
      if (result.kind !== 'compacted') throw new Error(`it stopped: ${result.reason}`);
      expect(result).toMatchObject({ cycle: 1, marker: { id: 'm1' }, position: expect.any(String) });
      expect(result.freedTokens).toBeGreaterThan(0);
      expect(result.marker!.eventCount).toBe(result.evictedEvents);
    }));

  it('knows the policy in force, of a session that is not there yet too', () =>
    withService(async ({ ingest }) => {
      expect(await ingest.policy({ ...PLACE, session: 'to-come' })).toMatchObject({ family: 'o200k', budgets: { window: 8_192 } });
    }));
}
