import { createClient, type Client } from '@total-recall/client';
import { openLedgerFeed } from '@total-recall/composition/cluster';
import type { LedgerEntry } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import type { LedgerFeed } from '@total-recall/ports';
import { createSystemScheduler, parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { openAppender } from './append-as-of.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const SPACE = 'harbour';
const LONG = { timeout: 600_000 };
/** Shorter than the test, so that a poll which never ends says which one it is. */
const SOON = { timeout: 90_000 };
const GONE = ['gone-0', 'gone-1'];
const TALKING = 'talking';

const scheduler = createSystemScheduler();

function describeClosedSessions(servers: ClusterServers): void {
  describe('sessions that a consolidator has closed', () => {
    let cluster: TestCluster;
    let client: Client;
    let feed: LedgerFeed;
    const read: LedgerEntry[] = [];
    beforeAll(async () => {
      cluster = await openTestCluster(servers, {}, { replicas: { consolidator: 2 } });
      client = createClient({ ...cluster, retry: { attempts: 1 } });
      feed = await openLedgerFeed(parseConfig('cluster', cluster.env), SILENT_LOGGER);
      const past = await openAppender(cluster);
      const sayOld = (session: string) =>
        past.append(3, { tenant: 'default', space: SPACE, session, events: [{ kind: 'user_message', text: `The tide of ${session}` }] });
      for (const session of [...GONE, TALKING]) await sayOld(session);
      await past.close();
      await client
        .space(SPACE)
        .session('fresh')
        .append([{ kind: 'user_message', text: 'The pilot comes' }], { wait: 'searchable' });
    });
    afterAll(async () => {
      await feed?.close();
      await cluster?.stop();
    });
    /** Returns the ledger so far. */
    const ledger = async (): Promise<readonly LedgerEntry[]> => {
      read.push(...(await feed.read()));
      return read;
    };
    const closings = async (): Promise<string[]> => (await ledger()).flatMap(({ id, act }) => (act.type === 'SessionsClosed' ? [id] : []));
    const openings = async (): Promise<string[]> =>
      (await ledger()).flatMap(({ act }) => (act.type === 'SessionsOpened' ? [act.closedId] : []));
    const say = async (session: string): Promise<string[]> => {
      const { events } = await client
        .space(SPACE)
        .session(session)
        .append([{ kind: 'user_message', text: 'The ferry waits' }]);
      return events.map(({ id }) => id);
    };

    it('are opened by the next owner when that one is killed, and what was to go goes all the same', LONG, async () => {
      // One of the two at a time, so that it is known who owns the ledger. The other one is the next owner.
      await cluster.services['consolidator-2']!.kill();
      await client.setPolicy({ retention: [{ maxAgeDays: 1 }] });
      await cluster.services.consolidator.kill();
      await cluster.services.consolidator.start();
      await expect.poll(async () => (await closings()).length, { ...SOON, interval: 100 }).toBeGreaterThan(0);
      // Killed before anything else is asked: twenty seconds later it would have opened them.
      await cluster.services.consolidator.kill();
      const refused = () =>
        say(TALKING).then(
          () => 'taken',
          (error: unknown) => (error as { code?: string }).code,
        );
      await expect.poll(refused, { ...SOON, interval: 200 }).toBe('unavailable');
      const [closed] = await closings();
      expect(await openings()).not.toContain(closed);

      // Without the policy for a while: a sweep right behind the opening would erase a session that nobody spoke in yet.
      await client.setPolicy({ retention: [] });
      await cluster.services['consolidator-2']!.start();
      await expect.poll(openings, { ...SOON, interval: 200 }).toContain(closed);
      const kept: string[] = [];
      let lastRefusal: unknown;
      let isOver = false;
      const talking = (async () => {
        for (; !isOver; await scheduler.delay(200))
          kept.push(...(await say(TALKING).catch((error: unknown) => ((lastRefusal = error), []))));
      })();
      const swept = async () => (await client.erasures().catch(() => undefined))?.erasures.find(({ what }) => what === 'retention');
      try {
        await expect.poll(() => (kept.length > 0 ? 'kept' : String(lastRefusal)), SOON).toBe('kept');
        await client.setPolicy({ retention: [{ maxAgeDays: 1 }] });
        // A sweep follows each start, and the next one comes hours later.
        await cluster.services['consolidator-2']!.kill();
        await cluster.services['consolidator-2']!.start();
        await expect.poll(async () => (await swept())?.status, { ...SOON, interval: 1_000 }).toBe('done');
      } finally {
        isOver = true;
        await talking;
      }

      for (const session of GONE) await expect(client.space(SPACE).session(session).get()).rejects.toMatchObject({ code: 'erased' });
      for (const id of kept) expect(await client.space(SPACE).event(id)).toMatchObject({ body: { text: 'The ferry waits' } });
      const ended = new Set(await openings());
      expect((await closings()).filter((id) => !ended.has(id))).toEqual([]);
    });
  });
}

const servers = await realServers();
if (servers) describeClosedSessions(servers);
