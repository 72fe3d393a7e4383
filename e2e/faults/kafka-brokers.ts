import { randomBytes } from 'node:crypto';
import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import type { EventLog } from '@total-recall/ports';
import type { KafkaServer } from '../../tools/servers/kafka-server.ts';
import { findLosses, startLoad } from './log-load.ts';
import type { Soak, SoakContext, SoakResult } from './soak.ts';

const SESSIONS = 24;
const PARTITIONS = 4;
const BETWEEN_FAULTS = 3_000;

interface BrokerFault {
  readonly name: string;
  readonly what: string;
  readonly nodes: 1 | 3;
  readonly rounds: number;
  readonly strike: (kafka: KafkaServer, round: number) => Promise<void>;
}

const FAULTS: readonly BrokerFault[] = [
  {
    name: 'log-broker-restart',
    what: 'the log alone: the only broker, killed and started again',
    nodes: 1,
    rounds: 3,
    strike: async ({ nodes: [node] }) => {
      await node!.kill();
      await node!.start();
    },
  },
  {
    name: 'log-broker-lost',
    what: 'the log alone: one of three brokers, killed, and started again later',
    nodes: 3,
    rounds: 3,
    strike: async ({ nodes }, round) => {
      const node = nodes[round % nodes.length]!;
      await node.kill();
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      await node.start();
    },
  },
];

/** Follows a log and only counts, for comparison with what was read. */
function countFollowed(log: EventLog): { counts: number[]; stop: () => Promise<void> } {
  const counts = Array.from({ length: log.partitions }, () => 0);
  const subscriptions = counts.map((_, partition) =>
    log.follow(partition, 0, async (records) => void (counts[partition]! += records.length)),
  );
  return { counts, stop: async () => void (await Promise.all(subscriptions.map((subscription) => subscription.stop()))) };
}

async function run({ nodes, rounds, strike }: BrokerFault, { servers }: SoakContext): Promise<SoakResult> {
  const kafka = await servers.kafka(nodes);
  const options = { kafka: { brokers: kafka.url.split(',') }, replication: nodes, partitions: PARTITIONS };
  const log = await createKafkaEventLog({ ...options, prefix: `t${randomBytes(6).toString('hex')}` });
  try {
    const followed = countFollowed(log);
    const load = startLoad(log, SESSIONS);
    let target = BETWEEN_FAULTS;
    for (let round = 0; round < rounds; round++) {
      await load.reached(target);
      await strike(kafka, round);
      target += 2 * BETWEEN_FAULTS;
    }
    await load.reached(target);
    const report = await load.stop();
    const wrong = await findLosses(log, report);
    const ends = await Promise.all(followed.counts.map((_, partition) => log.end(partition)));
    const deadline = performance.now() + 30_000;
    while (followed.counts.some((count, partition) => count <= ends[partition]!) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const behind = followed.counts.filter((count, partition) => count !== ends[partition]! + 1).length;
    await followed.stop();
    const acknowledged = [...report.acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);
    return {
      figures: { rounds, acknowledged, repeatedAppends: report.repeated, slowestAppendS: Math.round(report.slowestMs / 100) / 10 },
      wrong: behind > 0 ? [...wrong, `followers of ${behind} partitions have another count than the log`] : wrong,
    };
  } finally {
    await log.close();
  }
}

/** Soaks that kill brokers of a real Kafka under load and look for every acknowledged record afterwards. */
export const kafkaBrokerSoaks: readonly Soak[] = FAULTS.map((fault) => ({
  name: fault.name,
  what: fault.what,
  run: (context) => run(fault, context),
}));
