import { createMemoryLedgerFeed } from '@total-recall/adapter-memory';
import type { NewEvent } from '@total-recall/domain';
import { codeOf } from '@total-recall/ports/testing';
import { createSystemScheduler, createTokenCounter, policyLevels } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryEraser } from '../../testing/memory-eraser.ts';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';
import { createClosedSessions } from '../append/closed-sessions.ts';

const TENANT = 'acme';
const DAY_MS = 86_400_000;
const said: NewEvent = { kind: 'user_message', text: 'The gull eats' };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/**
 * Two processes that append, one that projects and one that owns the ledger, over the same stores, in a time that goes
 * by where they wait.
 */
async function processes(beforeWrite: () => Promise<unknown> = async () => undefined) {
  const stores = createMemoryStores();
  await stores.control.putTenant({ id: TENANT, name: TENANT, createdAt: 0 });
  await stores.control.putPolicy({
    at: policyLevels({ tenant: TENANT }).at(-1)!,
    settings: { retention: [{ maxAgeDays: 1 }] },
    updatedAt: 0,
  });
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs, monotonicMs: () => performance.now() + aheadMs };
  const system = createSystemScheduler();
  let isAway = false;
  const appender = (over: MemoryStores) => {
    const feed = createMemoryLedgerFeed(stores.ledger);
    const read = () => (isAway ? Promise.reject(new Error('the brokers are away')) : feed.read());
    // No timer: they look at the ledger when what they know is old.
    const scheduler = { ...system, every: () => ({ cancel: () => undefined }) };
    const closed = createClosedSessions({ feed: { ...feed, read }, keys: stores.keys, clock, scheduler, onFailure: () => undefined });
    const { ingest } = createMemoryIngest(over, tokens, { ...clock, gate: closed, config: { roles: [] } });
    const say = (session: string, wait?: 'searchable') =>
      ingest.append({ tenant: TENANT, space: 'main', session, events: [said], ...(wait && { wait }) });
    return { say, start: () => Promise.all([closed.start(), ingest.start()]), stop: () => Promise.all([closed.stop(), ingest.stop()]) };
  };
  const slowLog = {
    ...stores.log,
    append: async (...args: Parameters<MemoryStores['log']['append']>) => {
      await beforeWrite();
      return stores.log.append(...args);
    },
  };
  const [one, other] = [appender(stores), appender({ ...stores, log: slowLog })];
  const projecting = createMemoryIngest(stores, tokens, clock);
  const passTime = async (ms: number, signal?: AbortSignal): Promise<void> => {
    aheadMs += ms;
    await system.delay(5, signal);
  };
  const owner = () => {
    const retention = { control: stores.control };
    return createMemoryEraser(stores, projecting, { retention, clock, scheduler: { ...system, delay: passTime } }).eraser;
  };
  const eraser = owner();
  for (const process of [one, other, projecting.ingest, eraser]) await process.start();
  return {
    stores,
    one,
    other,
    eraser,
    owner,
    pass: (ms: number) => void (aheadMs += ms),
    setAway: (away: boolean) => void (isAway = away),
    acts: async () => (await stores.ledger.read(0, 0, 1_000)).map(({ act }) => act.type),
    readable: async () => {
      const opened = await projecting.deps.sealer.openAll(await stores.log.read(0, 0, 10_000));
      return new Set(opened.filter(({ body }) => typeof body !== 'string').map(({ envelope }) => envelope.id));
    },
    stop: async () => {
      await eraser.stop();
      for (const process of [one, other, projecting.ingest]) await process.stop();
    },
  };
}

describe('retention where several processes append', () => {
  it('closes a session by the ledger before it takes it whole, and no process writes into it any more', async () => {
    const { one, other, eraser, pass, acts, readable, stop } = await processes();
    await one.say('run-1', 'searchable');
    pass(2 * DAY_MS);
    expect(await eraser.retention!.sweep()).toBe(1);
    expect(await acts()).toEqual(['SessionsClosed', 'ErasureRequested', 'ErasureCompleted', 'SessionsOpened']);
    expect(await readable()).toEqual(new Set());
    expect(await Promise.all([codeOf(one.say('run-1')), codeOf(other.say('run-1'))])).toEqual(['erased', 'erased']);
    await stop();
  });

  it('acknowledges nothing that came into the log behind the look at it, and leaves the session where something came before', async () => {
    const written = Promise.withResolvers<unknown>();
    const begun = Promise.withResolvers<unknown>();
    const { one, other, eraser, pass, readable, stop } = await processes(() => {
      begun.resolve(undefined);
      return written.promise;
    });
    await one.say('run-1', 'searchable');
    pass(2 * DAY_MS);
    const late = codeOf(other.say('run-1'));
    await begun.promise;
    expect(await eraser.retention!.sweep()).toBe(1);
    written.resolve(undefined);
    expect(await late).toMatch(/^(unavailable|erased)$/);
    const ids = (await one.say('run-2', 'searchable')).events.map(({ id }) => id);
    pass(2 * DAY_MS);
    const [fresh] = (await other.say('run-2')).events;
    expect(await eraser.retention!.sweep()).toBe(1);
    expect(await readable()).toEqual(new Set([fresh!.id]));
    expect(ids).toHaveLength(1);
    expect(await codeOf(one.say('run-2'))).toBeUndefined();
    await stop();
  });

  it('loses nothing that was acknowledged while sessions went', async () => {
    let turn = 0;
    const system = createSystemScheduler();
    const { one, other, eraser, pass, readable, stop } = await processes(() => system.delay((turn += 7) % 20));
    const sessions = Array.from({ length: 24 }, (_, at) => `run-${at}`);
    for (const session of sessions) await one.say(session, 'searchable');
    pass(2 * DAY_MS);
    let isSwept = false;
    const kept: string[] = [];
    const talking = [one, other].map(async (process, at) => {
      for (let n = at; !isSwept; n += 1) {
        const result = await process.say(sessions[n % sessions.length]!).catch(() => undefined);
        kept.push(...(result?.events.map(({ id }) => id) ?? []));
        await system.delay(3);
      }
    });
    await expect.poll(() => kept.length).toBeGreaterThan(4);
    await eraser.retention!.sweep();
    isSwept = true;
    await Promise.all(talking);
    const open = await readable();
    expect(kept.filter((id) => !open.has(id))).toEqual([]);
    expect((await eraser.erasures(TENANT, 10))[0]!.counts.sessions).toBeGreaterThan(0);
    await stop();
  });

  it('opens what a process left closed, and answers nothing where the ledger cannot be read in time', async () => {
    const { stores, one, eraser, owner, pass, setAway, acts, stop } = await processes();
    await one.say('run-1');
    await eraser.stop();
    const share = await stores.ledger.own(0);
    const act = { type: 'SessionsClosed', sessions: [{ space: 'main', session: 'run-1' }] } as const;
    await share.append(0, [{ id: 'left-behind', tenant: TENANT, space: 'main', at: 0, actor: 'retention policy', act }]);
    pass(60_000);
    expect(await codeOf(one.say('run-1'))).toBe('unavailable');
    const next = owner();
    await next.start();
    await expect.poll(acts).toEqual(['SessionsClosed', 'SessionsOpened']);
    pass(60_000);
    expect(await codeOf(one.say('run-1'))).toBeUndefined();
    setAway(true);
    pass(60_000);
    await expect(one.say('run-1')).rejects.toThrow('the brokers are away');
    await next.stop();
    await stop();
  });
});
