// `npm run soak`: brokers of a real Kafka are killed under load, and every acknowledged record is looked for afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import type { EventLog } from '@total-recall/ports';
import { startKafka, type KafkaServer } from '../../tools/servers/kafka-server.ts';
import { findLosses, startLoad } from './log-load.ts';

const SESSIONS = 24;
const PARTITIONS = 4;
const BETWEEN_FAULTS = 3_000;

interface Fault {
  readonly name: string;
  readonly nodes: 1 | 3;
  readonly rounds: number;
  readonly strike: (kafka: KafkaServer, round: number) => Promise<void>;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'the only broker, killed and started again',
    nodes: 1,
    rounds: 3,
    strike: async ({ nodes: [node] }) => {
      await node!.kill();
      await node!.start();
    },
  },
  {
    name: 'one of three brokers, killed, and started again later',
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

/** A follower that only counts, to be compared with what was read. */
function countFollowed(log: EventLog): { counts: number[]; stop: () => Promise<void> } {
  const counts = Array.from({ length: log.partitions }, () => 0);
  const subscriptions = counts.map((_, partition) =>
    log.follow(partition, 0, async (records) => void (counts[partition]! += records.length)),
  );
  return { counts, stop: async () => void (await Promise.all(subscriptions.map((subscription) => subscription.stop()))) };
}

async function run({ name, nodes, rounds, strike }: Fault): Promise<readonly string[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'total-recall-soak-'));
  const kafka = await startKafka({ dataFolder, nodes, mayFetch: true, onStep: (text) => console.log(`  ${text}`) });
  const options = { kafka: { brokers: kafka.url.split(',') }, replication: nodes, partitions: PARTITIONS };
  try {
    const log = await createKafkaEventLog(options);
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
    await log.close();
    const records = [...report.acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);
    console.log(
      `${name}: ${rounds} times, ${records} records acknowledged, ${report.repeated} appends repeated, longest append ${(report.slowestMs / 1_000).toFixed(1)} s`,
    );
    return behind > 0 ? [...wrong, `followers of ${behind} partitions have another count than the log`] : wrong;
  } finally {
    await kafka.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

for (const fault of FAULTS) {
  const wrong = await run(fault);
  console.log(wrong.length === 0 ? '  all there, once, in order' : wrong.map((line) => `  WRONG ${line}`).join('\n'));
  if (wrong.length > 0) process.exitCode = 1;
}
