import type { MemoryIndex } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createRecordedTimes } from './recorded-times.ts';

const NOW = Date.UTC(2031, 0, 1);
const FAR = Date.UTC(9999, 11, 31);
const ahead = (count: number) => Array.from({ length: count }, (_, at) => ({ eventId: `ahead-${at}`, occurredAt: FAR + at }));
const RIGHT = { eventId: 'right', occurredAt: NOW - 1 };

function reader() {
  const [read, spent]: [string[], number[]] = [[], []];
  const events = async (_tenant: string, _space: string, ids: readonly string[]) => {
    read.push(...ids);
    return ids.map((id) => ({ record: { envelope: { id, recordedAt: NOW } } }));
  };
  const index = { events: events as unknown as MemoryIndex['events'] };
  const turn = { spend: async (cost: number) => void spent.push(cost) };
  return { times: createRecordedTimes({ index, clock: { now: () => NOW }, turn }, { tenant: 't', space: 's' }), read, spent };
}

describe('the times of recording that a query reads', () => {
  it('are of events ahead of now alone, and of none where all are ahead', async () => {
    const { times, read } = reader();
    expect(await times(ahead(3))).toEqual(new Map());
    expect([...(await times([RIGHT, ...ahead(2)])).keys()]).toEqual(['ahead-0', 'ahead-1']);
    expect(read).toEqual(['ahead-0', 'ahead-1']);
  });

  it('are read once, are charged, and are a thousand at most in all searches together', async () => {
    const { times, read, spent } = reader();
    await times([RIGHT, ...ahead(600)]);
    await times([RIGHT, ...ahead(600)]);
    expect([read.length, spent.length]).toEqual([600, 1]);
    const last = await times([RIGHT, ...ahead(1_500)]);
    expect([read.length, last.size, spent.length]).toEqual([1_000, 1_000, 2]);
    expect(Math.min(...spent)).toBeGreaterThan(0);
  });
});
