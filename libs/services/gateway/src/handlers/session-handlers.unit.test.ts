import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { AppendRequest, AppendResult, Ingest, Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import { createDailyQuota } from '../access/daily-quota.ts';
import type { Caller } from '../gateway.ts';
import { sessionHandlers } from './session-handlers.ts';

const CALLER: Caller = { tenant: 'acme', keyId: 'k', scopes: ['write'], quotas: { eventsPerDay: 4 } };
const PARAMS = { space: 's', session: 'x' };

/** Handlers with a quota of four events a day over an append that the test writes. */
function open(append: (request: AppendRequest) => Promise<AppendResult>) {
  const quota = createDailyQuota({ ...virtualTime(), control: createMemoryControlStore(), counter: 'one' }, 1_000);
  const handlers = sessionHandlers({ ingest: { append } as Ingest, retriever: {} as Retriever, quota });
  const events = (count: number) => Array.from({ length: count }, (_, at) => ({ kind: 'user_message' as const, text: `${at}` }));
  return (count: number) => handlers.appendEvents({ params: PARAMS, query: {}, headers: {}, body: { events: events(count) } }, CALLER);
}

describe('the quota of a day', () => {
  it('counts what was stored, no repeat and nothing that was dropped', async () => {
    const send = open(async ({ events }) => ({
      events: events.map((_, at) => ({ id: `e${at}`, outcome: at === 0 ? 'NONE' : 'ADD', ...(at === 1 && { duplicate: true }) })),
    }));
    await send(3);
    await send(3);
    await send(2);
    await expect(send(3)).rejects.toMatchObject({ code: 'quota_exceeded', details: { used: 2 } });
    await send(2);
  });

  it('counts nothing of an append that failed', async () => {
    let fails = true;
    const send = open(async ({ events }) => {
      if (fails) throw new TotalRecallError('unavailable', 'not now');
      return { events: events.map((_, at) => ({ id: `e${at}`, outcome: 'ADD' })) };
    });
    await expect(send(4)).rejects.toMatchObject({ code: 'unavailable' });
    fails = false;
    await send(4);
    await expect(send(1)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });
});
