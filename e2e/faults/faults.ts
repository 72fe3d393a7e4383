import { randomBytes } from 'node:crypto';
import type { EventEnvelope } from '@total-recall/domain';
import type { ServiceProcess } from '../../tools/cluster/service-process.ts';
import { callerOf } from '../load/event-load.ts';
import { SPACE, type Fault, type FaultWorld } from './run-fault.ts';

const MINUTE_MS = 60_000;
const KILLS = 3;
const BETWEEN_KILLS = 60;

/** Number of poisoned records, enough to reach every partition. */
const POISONED = 24;
const UNREADABLE = {
  schemaVersion: 1,
  tenant: 'default',
  space: 'load',
  kind: 'user_message',
  occurredAt: 1,
  recordedAt: 1,
  tokens: { whole: 3, stripped: 2, preview: 1 },
  family: 'o200k',
  keyId: 'key_of_nobody',
} as const;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function killAgainAndAgain({ load }: FaultWorld, service: ServiceProcess): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await load.reached(load.acknowledged() + BETWEEN_KILLS);
    await service.kill();
    await service.start();
  }
}

const KILLED: readonly Fault[] = (['ingest', 'retriever', 'consolidator', 'gateway'] as const).map((name) => ({
  name: `kill-${name}`,
  what: `${name} killed with -9 and started again, ${KILLS} times`,
  strike: (world) => killAgainAndAgain(world, world.cluster.services[name]),
}));

/** Faults under load. After each, everything acknowledged must exist once, in order and searchable. */
export const FAULTS: readonly Fault[] = [
  ...KILLED,
  {
    name: 'broker-restart',
    what: 'the only broker killed and started again',
    strike: async ({ kafka: { nodes } }) => {
      await nodes[0]!.kill();
      await nodes[0]!.start();
    },
  },
  {
    name: 'broker-lost',
    what: 'one of three brokers lost for 20 s',
    brokers: 3,
    strike: async ({ kafka: { nodes } }) => {
      await nodes[1]!.kill();
      await wait(20_000);
      await nodes[1]!.start();
    },
  },
  { name: 'opensearch-restart', what: 'OpenSearch stopped and started again', strike: ({ restartOpenSearch }) => restartOpenSearch() },
  {
    name: 'opensearch-slow',
    what: 'every answer of OpenSearch 2 s late, for a minute',
    strike: async ({ ways }) => {
      ways.opensearch.set({ kind: 'delay', ms: 1_000 });
      await wait(MINUTE_MS);
      ways.opensearch.set({ kind: 'pass' });
    },
  },
  {
    name: 'opensearch-refusing',
    what: 'OpenSearch refuses connections for a minute',
    strike: async ({ ways }) => {
      ways.opensearch.set({ kind: 'refuse' });
      await wait(MINUTE_MS);
      ways.opensearch.set({ kind: 'pass' });
    },
  },
  {
    name: 'clickhouse-away',
    what: 'ClickHouse refuses connections for a minute; nobody may notice',
    strike: async ({ ways, load }) => {
      const before = load.acknowledged();
      ways.clickhouse.set({ kind: 'refuse' });
      await wait(MINUTE_MS);
      const meanwhile = load.acknowledged() - before;
      ways.clickhouse.set({ kind: 'pass' });
      return meanwhile < BETWEEN_KILLS ? [`only ${meanwhile} events were acknowledged without ClickHouse`] : [];
    },
  },
  {
    name: 'replicas',
    what: 'a second ingest leaves and joins while both consume, once by SIGTERM and once by -9',
    ingestReplicas: 2,
    strike: async ({ cluster, load }) => {
      const second = cluster.services['ingest-2']!;
      for (const end of [() => second.stop(), () => second.kill()]) {
        await load.reached(load.acknowledged() + BETWEEN_KILLS);
        await end();
        await load.reached(load.acknowledged() + BETWEEN_KILLS);
        await second.start();
      }
      await load.reached(load.acknowledged() + BETWEEN_KILLS);
    },
  },
  {
    name: 'zombie',
    what: 'one of two ingests is frozen past its session and wakes when another has its partitions',
    ingestReplicas: 2,
    strike: async ({ cluster, load, readModelFollows }) => {
      const { pid } = cluster.services['ingest-2']!;
      process.kill(pid, 'SIGSTOP');
      try {
        await wait(25_000);
        await load.reached(load.acknowledged() + BETWEEN_KILLS);
        // The other process has all partitions now, and is ahead of the point at which this one was stopped.
        return await readModelFollows();
      } finally {
        process.kill(pid, 'SIGCONT');
        await load.reached(load.acknowledged() + BETWEEN_KILLS);
      }
    },
  },
  {
    name: 'poison',
    what: 'records that nobody can read in every partition: bodies that no key opens, envelopes of another world',
    strike: async ({ log, load }) => {
      for (let at = 0; at < POISONED; at++) {
        const envelope = { ...UNREADABLE, id: `01J000000000000000000000${String(at).padStart(2, '0')}`, session: `poison${at}` };
        const key = `default/load/poison${at}`;
        await log.append([{ key, envelope, sealed: randomBytes(64) }]);
        await log.append([{ key, envelope: { schemaVersion: 1 } as EventEnvelope, sealed: randomBytes(64) }]);
      }
      await load.reached(load.acknowledged() + BETWEEN_KILLS);
    },
  },
  {
    name: 'twice',
    what: 'every batch delivered twice, side by side',
    ingestReplicas: 2,
    load: { twice: true },
    strike: async () => wait(10_000),
  },
  {
    name: 'clocks',
    what: 'the clocks of the producers are up to half an hour apart',
    load: { clockOffsetMs: (writer) => (writer - 1.5) * 10 * MINUTE_MS },
    strike: async () => wait(5_000),
  },
  {
    name: 'retriever-cut-off',
    what: 'the gateway does not reach the retriever for 30 s: appends go on, reads say that they cannot',
    strike: async ({ ways, load, cluster }) => {
      const before = load.acknowledged();
      ways.retriever.set({ kind: 'refuse' });
      await wait(15_000);
      const from = performance.now();
      const { status, body } = await callerOf({ url: () => cluster.url, apiKey: cluster.apiKey })('POST', `/v1/spaces/${SPACE}/recall`, {
        query: 'needle',
      });
      const ms = performance.now() - from;
      await wait(15_000);
      ways.retriever.set({ kind: 'pass' });
      const wrong = [];
      if (status !== 503) wrong.push(`without the retriever recall was answered ${status} ${body.code}`);
      if (ms > 10_000) wrong.push(`without the retriever recall took ${Math.round(ms)} ms to say so`);
      if (load.acknowledged() - before < BETWEEN_KILLS) wrong.push('appends did not go on without the retriever');
      return wrong;
    },
  },
];
