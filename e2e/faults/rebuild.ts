import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import type { EventLog } from '@total-recall/ports';
import { catchUp, endsOf } from '../load/catch-up.ts';
import { startLoad, type LoadReport, type LoadTarget, type Writer } from '../load/event-load.ts';
import { findLosses } from '../load/find-losses.ts';
import { readMarks, type ReadModelPlace } from '../load/read-model-watch.ts';
import { readAgainAndAgain } from '../load/read-load.ts';
import { savedStates, stateDifferences } from '../load/saved-states.ts';
import type { ServiceProcess } from '../../tools/cluster/service-process.ts';
import { openTestCluster } from '../open-test-cluster.ts';
import { UNLIMITED } from '../unlimited.ts';
import type { Soak, SoakContext, SoakResult } from './soak.ts';

const PARTITIONS = 4;
const WRITERS = 12;
const BATCH = 20;
const EVENTS = 12_000;
const SPACE = 'load';
const SPACE_MEANWHILE = 'meanwhile';
/** Time for which the services run without any index. */
const LOST_MS = 3_000;
const REBUILT_MS = 300_000;
const SEARCHED = 20;
const LOOK_EVERY_MS = 20;

/**
 * I-07 over the whole cluster: every index is lost under running services. Ingest is restarted and fills them from the
 * log, while others keep reading and appending.
 */
export const rebuildSoak: Soak = {
  name: 'rebuild',
  what: 'all indices lost under the services, and filled again from the log, while others read and append; the same session states (I-07)',
  run: async ({ servers, onStep }: SoakContext): Promise<SoakResult> => {
    const kafka = await servers.kafka(1);
    const [opensearch, clickhouse, s3] = [await servers.opensearch(), await servers.clickhouse(), await servers.s3()];
    const cluster = await openTestCluster(
      { kafka, opensearch, clickhouse, s3 },
      { ...UNLIMITED, TOTAL_RECALL_PARTITIONS: String(PARTITIONS) },
    );
    let log: EventLog | undefined;
    try {
      const { url, apiKey, namePrefix } = cluster;
      const kafkaBrokers = { kafka: { brokers: kafka.url.split(',') }, replication: 1 };
      log = await createKafkaEventLog({ ...kafkaBrokers, prefix: namePrefix, partitions: PARTITIONS });
      const place = { opensearchUrl: opensearch.url, namePrefix, partitions: PARTITIONS };
      const target = { url: () => url, apiKey };
      const { writers, wrong, loadS } = await fill(target, log, place);
      const before = await savedStates(cluster, place, SPACE);
      const whole = await endsOf(log);
      const records = recordsTo(whole);
      onStep(`${records} records in ${before.size} sessions after ${loadS} s; dropping every index`);
      const reads = readAgainAndAgain(
        target,
        SPACE,
        writers.map(({ name }) => name),
      );
      const appends = startLoad({ target, space: SPACE_MEANWHILE, writers: 2, pauseMs: 50 });
      try {
        await dropIndices(place);
        await new Promise((resolve) => setTimeout(resolve, LOST_MS));
        await cluster.services.ingest.stop();
        const times = await refill(cluster.services.ingest, place, whole);
        const { wrong: broken, slowestMs, ...answers } = await reads.stop();
        const appended = await appends.stop();
        return {
          figures: { records, sessions: before.size, loadS, ...times, ...answers, ...figuresOf(slowestMs, appended) },
          wrong: [
            ...wrong,
            ...broken,
            ...appended.wrong,
            ...(await catchUp(log, place)),
            ...stateDifferences(before, await savedStates(cluster, place, SPACE)),
            ...(await findLosses({ target, space: SPACE, writers, searched: SEARCHED })),
            ...(await findLosses({ target, space: SPACE_MEANWHILE, writers: appends.writers, searched: SEARCHED })),
          ],
        };
      } finally {
        appends.abandon();
        await reads.stop();
      }
    } finally {
      await cluster.stop();
      await log?.close();
    }
  },
};

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

const figuresOf = (slowestMs: number, { acknowledged, repeated }: LoadReport): Record<string, number> => ({
  slowestReadS: seconds(slowestMs),
  appendedMeanwhile: acknowledged,
  appendsRepeated: repeated,
});

/** Appends as fast as possible, then waits until everything is searchable. */
async function fill(
  target: LoadTarget,
  log: EventLog,
  place: ReadModelPlace,
): Promise<{ writers: readonly Writer[]; wrong: string[]; loadS: number }> {
  const load = startLoad({ target, space: SPACE, writers: WRITERS, batch: BATCH });
  try {
    const from = performance.now();
    await load.reached(EVENTS);
    const report = await load.stop();
    const loadS = seconds(performance.now() - from);
    return { writers: load.writers, wrong: [...report.wrong, ...(await catchUp(log, place))], loadS };
  } finally {
    load.abandon();
  }
}

interface Refilled {
  readonly fromStartS: number;
  readonly filledS: number;
  readonly recordsPerSecond: number;
}

/** Returns the number of records of all partitions up to these offsets. */
const recordsTo = (offsets: readonly number[]): number => offsets.reduce((sum, offset) => sum + offset + 1, 0);

/**
 * Starts ingest and waits until the marks are back where they were. The rate counts from the first mark that moved.
 * Errors: when it takes too long.
 */
async function refill(ingest: ServiceProcess, place: ReadModelPlace, whole: readonly number[]): Promise<Refilled> {
  const from = performance.now();
  const isLate = AbortSignal.timeout(REBUILT_MS);
  await ingest.start();
  let first: { readonly at: number; readonly records: number } | undefined;
  while (!isLate.aborted) {
    const marks = await readMarks(place).catch(() => []);
    const now = performance.now();
    const filled = recordsTo(marks.map(({ searchable }) => searchable));
    if (filled > 0) first ??= { at: now, records: filled };
    if (first !== undefined && marks.every(({ searchable }, at) => searchable >= whole[at]!)) {
      const recordsPerSecond = Math.round((1_000 * (recordsTo(whole) - first.records)) / (now - first.at));
      return { fromStartS: seconds(now - from), filledS: seconds(now - first.at), recordsPerSecond };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`the indices are not full after ${REBUILT_MS / 1_000} s`);
}

async function dropIndices({ opensearchUrl, namePrefix }: ReadModelPlace): Promise<void> {
  const indices = (await (await fetch(`${opensearchUrl}/_cat/indices/${namePrefix}-*?format=json`)).json()) as { index: string }[];
  for (const { index } of indices) await fetch(`${opensearchUrl}/${index}`, { method: 'DELETE' });
}
