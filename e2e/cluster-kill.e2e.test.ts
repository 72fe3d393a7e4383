import { describe, expect, it } from 'vitest';
import { startLoad } from './load/event-load.ts';
import { findLosses } from './load/find-losses.ts';
import { openTestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';
import { UNLIMITED } from './unlimited.ts';

const SPACE = 'load';
const BETWEEN = 15;

const servers = await realServers();

if (servers)
  describe('kill -9 of a service of a cluster under load', () => {
    it('I-01 keeps every acknowledged event once, in order and searchable', { timeout: 900_000 }, async () => {
      const cluster = await openTestCluster(servers, UNLIMITED);
      const target = { url: () => cluster.url, apiKey: cluster.apiKey };
      const load = startLoad({ target, space: SPACE, writers: 3, pauseMs: 50 });
      try {
        for (const name of ['ingest', 'retriever', 'gateway'] as const) {
          await load.reached(load.acknowledged() + BETWEEN);
          await cluster.services[name].kill();
          await cluster.services[name].start();
          await load.reached(load.acknowledged() + BETWEEN);
        }
        const { wrong, acknowledged } = await load.stop();
        expect(wrong).toEqual([]);
        expect(acknowledged).toBeGreaterThanOrEqual(6 * BETWEEN);
        expect(await findLosses({ target, space: SPACE, writers: load.writers, searched: 20 })).toEqual([]);
      } finally {
        load.abandon();
        await cluster.stop();
      }
    });
  });
