// `npm run bench:kafka`: measures the log on a real Kafka with one broker, with client and broker on this machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import type { EventLog } from '@total-recall/ports';
import { sampleRecord } from '@total-recall/ports/testing';
import { startKafka } from '../tools/servers/kafka-server.ts';
import { describeMachine, machineLine } from './measure/machine.ts';

const BODY_BYTES = 700;
const SECONDS = 8;

/** Random bodies, because real ones are encrypted. They are made before anything is measured. */
const BODIES = Array.from({ length: 1_000 }, () => randomFillSync(new Uint8Array(BODY_BYTES)));

function recordsOf(session: number, call: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...sampleRecord(`acme/bench/s${session}`, `${session}-${call}-${index}`, 0),
    sealed: BODIES[(session + call + index) % BODIES.length]!,
  }));
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the CPU time of this process per record, which other load on the machine does not change. */
function cpuPerRecord(before: NodeJS.CpuUsage, records: number): string {
  const { user, system } = process.cpuUsage(before);
  return `${Math.round((user + system) / records)} µs of CPU a record`;
}

/** Measures `callers` sessions that append `each` records at a time, one call after the other. */
async function appends(log: EventLog, callers: number, each: number): Promise<void> {
  const times: number[] = [];
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  const caller = async (session: number): Promise<void> => {
    for (let call = 0; performance.now() - from < SECONDS * 1_000; call++) {
      const records = recordsOf(session, call, each);
      const start = performance.now();
      await log.append(records);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, session) => caller(session)));
  const seconds = (performance.now() - from) / 1_000;
  times.sort((a, b) => a - b);
  const cpu = cpuPerRecord(cpuBefore, times.length * each);
  const rate = Math.round((times.length * each) / seconds);
  console.log(
    `append, ${callers} callers x ${each}: ${rate.toLocaleString('en')} records/s, ack p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, n ${times.length}, ${cpu}`,
  );
}

async function reads(log: EventLog): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  let count = 0;
  for (let partition = 0; partition < log.partitions; partition++) {
    for (let next = 0; ;) {
      const records = await log.read(partition, next, 512);
      if (records.length === 0) break;
      count += records.length;
      next = records.at(-1)!.position.offset + 1;
    }
  }
  const seconds = (performance.now() - from) / 1_000;
  console.log(
    `read from the beginning, one partition after the other: ${Math.round(count / seconds).toLocaleString('en')} records/s, n ${count}, ${cpuPerRecord(cpuBefore, count)}`,
  );
}

async function follows(log: EventLog): Promise<void> {
  const ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  let count = 0;
  await Promise.all(
    ends.map(async (end, partition) => {
      let reached = (): void => undefined;
      const done = new Promise<void>((resolve) => (reached = resolve));
      const subscription = log.follow(partition, 0, async (records) => {
        count += records.length;
        if (records.at(-1)!.position.offset >= end) reached();
      });
      await (end < 0 ? undefined : done);
      await subscription.stop();
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  console.log(
    `follow from the beginning, all partitions at once: ${Math.round(count / seconds).toLocaleString('en')} records/s, n ${count}, ${cpuPerRecord(cpuBefore, count)}`,
  );
}

/**
 * Measures the time from an append to its record at a follower, and of repeated requests for the end and a last offset.
 */
async function latencies(log: EventLog): Promise<void> {
  const seen = new Map<string, () => void>();
  const partition = log.partitionOf('acme/bench/s0');
  const subscription = log.follow(partition, (await log.end(partition)) + 1, async (records) => {
    for (const { envelope } of records) seen.get(envelope.id)?.();
  });
  const [toFollower, ends, heads]: [number[], number[], number[]] = [[], [], []];
  for (let call = 0; call < 500; call++) {
    const [record] = recordsOf(0, 1e6 + call, 1);
    const start = performance.now();
    const arrived = new Promise<void>((resolve) => seen.set(record!.envelope.id, resolve));
    await Promise.all([log.append([record!]), arrived]);
    toFollower.push(performance.now() - start);
    const asked = performance.now();
    await log.end(partition);
    ends.push(performance.now() - asked);
    const wanted = performance.now();
    await log.lastOffset('acme/bench/s0');
    heads.push(performance.now() - wanted);
  }
  await subscription.stop();
  for (const [name, times] of [
    ['append to follower', toFollower],
    ['end', ends],
    ['lastOffset', heads],
  ] as const) {
    const sorted = times.toSorted((a, b) => a - b);
    console.log(`${name}: p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p99 ${quantile(sorted, 0.99).toFixed(1)} ms, n ${sorted.length}`);
  }
}

const dataFolder = await mkdtemp(join(tmpdir(), 'total-recall-bench-'));
const kafka = await startKafka({ dataFolder, mayFetch: true, onStep: (text) => console.log(`- ${text}`) });
try {
  console.log(`${machineLine(describeMachine())}, bodies of ${BODY_BYTES} random bytes, 4 partitions, one broker, acks all, zstd`);
  const open = () => createKafkaEventLog({ kafka: { brokers: kafka.url.split(',') }, replication: 1, partitions: 4 });
  const log = await open();
  await latencies(log);
  for (const [callers, each] of [
    [1, 1],
    [50, 1],
    [50, 10],
    [200, 50],
  ] as const)
    await appends(log, callers, each);
  await log.close();
  const again = await open();
  await reads(again);
  await again.close();
  const once = await open();
  await follows(once);
  await once.close();
} finally {
  await kafka.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
