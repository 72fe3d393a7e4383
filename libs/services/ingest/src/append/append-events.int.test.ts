import type { NewEvent } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
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
    // The projector is not started: nothing is ever folded here.
    const { ingest } = service;
    const first = await ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('one')] });
    const again = await ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('one')] });
    expect(again.events[0]).toMatchObject({ id: first.events[0]!.id, duplicate: true });
    await expect(ingest.append({ ...ADDRESS, idempotencyKey: 'k', events: [said('two')] })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    await ingest.append({ ...ADDRESS, source: 'w', events: [said('a', { sequence: 1, occurredAt: 5 })] });
    await expect(ingest.append({ ...ADDRESS, source: 'w', events: [said('b', { sequence: 1, occurredAt: 6 })] })).rejects.toMatchObject({
      code: 'sequence_conflict',
    });
    expect(await stores.log.end(0)).toBe(1);
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
