import { latency, value, type Figure, type FigureTable } from '../measure/figures.ts';
import { openFleet, type FleetOptions, type OpenFleet } from './open-fleet.ts';
import { processUse, usedBetween } from './process-use.ts';
import { timeRecalls, timeWindows } from './reads.ts';
import { metricOf, secondsUntil } from './service-metrics.ts';
import { storedBytes, type Stored } from './stored-bytes.ts';

export interface ClusterRun extends FleetOptions {
  readonly serversFolder: string;
  readonly reads: number;
  readonly paceSeconds: number;
  /** Rates to try in events per second, besides half of the cluster's maximum. */
  readonly paces: readonly number[];
  readonly note: (text: string) => void;
  /** Called with each table as soon as it is complete. */
  readonly keep: (table: FigureTable) => Promise<void>;
}

const LIMIT_SECONDS = 900;
/** One append in this many, at a steady pace, waits until it is searchable. */
const WAITING = 5;
const BESIDE = 200;

/**
 * Measures the maximum rate of one layout until events are searchable, the resources of each process, and the sharing
 * by replicas.
 */
export function measureRate(run: ClusterRun): Promise<void> {
  return withFleet(run, async (open) => {
    const owned = await untilShared(open, run);
    const { figures } = await fillAndSettle(open, run);
    await run.keep({ title: titleOf(run), figures });
    if (run.replicas === 1) return;
    const shared = value('the replicas have a share each, after the last answered', 's', [owned]);
    await run.keep({ title: `Shares, ${titleOf(run)}`, figures: [shared, ...(await leave(open, run))] });
  });
}

/** Measures everything: rates, windows and recalls alone and under appends, lag at a pace, start, memory, disk. */
export function measureWhole(run: ClusterRun): Promise<void> {
  return withFleet(run, async (open) => {
    const title = titleOf(run);
    const starts = [...open.startSeconds].map(([name, seconds]) => value(name, 's', [seconds]));
    await run.keep({ title: 'Start of each service, one after the other, on servers that run', figures: starts });
    await untilShared(open, run);
    const { figures, eventsASecond } = await fillAndSettle(open, run);
    await run.keep({ title, figures });
    const events = await appended(open);
    const disk = [...(await diskOf(run))].flatMap(([name, { bytes, objects }]) => [
      value(name, 'bytes an event', [bytes / events]),
      ...(objects === 0 ? [] : [value(name, 'objects per 1,000 events', [(objects * 1_000) / events])]),
    ]);
    await run.keep({ title: `On disk, ${title}`, figures: disk });
    const alone = [
      ...(await readsAlone('window', () => timeWindows(open, run.reads))),
      ...(await readsAlone('recall', () => timeRecalls(open, run.reads, run.seed))),
    ];
    const beside = await besideAppends(open, run);
    await run.keep({ title: `Reads with ${events.toLocaleString('en-US')} events, ${title}`, figures: [...alone, ...beside] });
    const lags: Figure[] = [];
    for (const pace of [Math.round(eventsASecond / 2), ...run.paces]) lags.push(...(await lagAt(open, run, pace)));
    await run.keep({ title: `Lag at a steady pace, ${title}`, figures: lags });
    const memory = [...(await processUse())].map(([name, { residentMiB }]) => value(name, 'MiB', [residentMiB]));
    await run.keep({ title: `Resident memory at the end, ${title}`, figures: memory });
  });
}

/** Measures ingest with the small model: the rate until events have vectors, and a recall with all signals. */
export function measureVectors(run: ClusterRun): Promise<void> {
  return withFleet(run, async (open) => {
    await untilShared(open, run);
    // The model is loaded while the service starts.
    await open.load.settle();
    await secondsUntil(async () => (await documents(open)) > 0, LIMIT_SECONDS);
    await secondsUntil(() => isEmbedded(open), LIMIT_SECONDS);
    const before = { events: await appended(open), documents: await documents(open), use: await processUse() };
    const start = performance.now();
    await open.load.fill(run.events);
    await open.load.settle();
    await secondsUntil(() => isEmbedded(open), LIMIT_SECONDS);
    const seconds = (performance.now() - start) / 1_000;
    const events = (await appended(open)) - before.events;
    const made = (await documents(open)) - before.documents;
    const used = cpuFigures(usedBetween(before.use, await processUse()), events);
    const recalls = await timeRecalls(open, run.reads, run.seed);
    const all = await documents(open);
    const disk = [...(await diskOf(run))].filter(([name]) => name.includes('vector'));
    const figures = [
      value('appended until they have vectors', 'events/s', [events / seconds]),
      value('documents that got vectors', 'documents/s', [made / seconds]),
      ...used,
      ...disk.map(([name, { bytes }]) => value(name, 'bytes a document', [bytes / all])),
      latency('recall by all signals', [recalls]),
    ];
    await run.keep({ title: `With vectors of MiniLM, made in ingest, ${titleOf(run)}`, figures });
  });
}

async function withFleet(run: ClusterRun, measure: (open: OpenFleet) => Promise<void>): Promise<void> {
  const open = await openFleet(run);
  try {
    await measure(open);
  } finally {
    await open.stop();
  }
}

function diskOf({ serversFolder, servers, prefix }: ClusterRun): Promise<ReadonlyMap<string, Stored>> {
  return storedBytes({ serversFolder, opensearchUrl: servers.opensearch.url, prefix });
}

async function fillAndSettle(open: OpenFleet, run: ClusterRun): Promise<{ figures: Figure[]; eventsASecond: number }> {
  // The first requests of a process are slower than later ones, so they are not measured.
  await open.load.fill(Math.min(1_000, run.events / 10));
  await open.load.settle();
  const before = await processUse();
  const firstEvent = await appended(open);
  const start = performance.now();
  const filled = await open.load.fill(run.events);
  await open.load.settle();
  const seconds = (performance.now() - start) / 1_000;
  const events = (await appended(open)) - firstEvent;
  const used = usedBetween(before, await processUse());
  const eventsASecond = events / seconds;
  run.note(`  ${Math.round(eventsASecond)} events/s until searchable`);
  return {
    eventsASecond,
    figures: [
      value('appended until searchable', 'events/s', [eventsASecond]),
      value('appended until durable', 'events/s', [filled.events / filled.seconds]),
      latency('append, until durable', [filled.ackMs]),
      ...cpuFigures(used, events),
    ],
  };
}

function cpuFigures(used: ReadonlyMap<string, number>, count: number, what = 'CPU of', unit = 'ms an event'): Figure[] {
  return [...used].map(([name, seconds]) => value(`${what} ${name}`, unit, [(seconds * 1_000) / count]));
}

/** Measures one kind of read alone, with the CPU time of each process per read. */
async function readsAlone(name: string, read: () => Promise<number[]>): Promise<Figure[]> {
  const before = await processUse();
  const times = await read();
  const used = usedBetween(before, await processUse());
  return [latency(name, [times]), ...cpuFigures(used, times.length, `CPU of a ${name}:`, 'ms')];
}

async function lagAt(open: OpenFleet, run: ClusterRun, pace: number): Promise<Figure[]> {
  run.note(`  at ${pace} events/s`);
  const { events, seconds, ackMs, searchableMs, late } = await open.load.pace({
    eventsASecond: pace,
    seconds: run.paceSeconds,
    every: WAITING,
  });
  await open.load.settle();
  const name = `${pace.toLocaleString('en-US')} events/s wanted`;
  return [
    value(name, 'events/s given', [events / seconds]),
    latency(`${name}: append, until durable`, [ackMs]),
    latency(`${name}: append, until searchable`, [searchableMs]),
    ...(late === 0 ? [] : [value(`${name}: not searchable when the service gave up waiting`, 'appends', [late])]),
  ];
}

async function besideAppends(open: OpenFleet, run: ClusterRun): Promise<Figure[]> {
  let isReading = true;
  const writing = (async () => {
    while (isReading) await open.load.pace({ eventsASecond: BESIDE, seconds: 1, every: WAITING });
  })();
  const name = `${BESIDE} events/s of ${run.tenants} tenants beside it`;
  const windows = await timeWindows(open, run.reads);
  const recalls = await timeRecalls(open, run.reads, run.seed + 1);
  isReading = false;
  await writing;
  return [latency(`window, ${name}`, [windows]), latency(`recall, ${name}`, [recalls])];
}

/** Returns the seconds until every replica has its share of the partitions. */
function untilShared({ cluster }: OpenFleet, { partitions, replicas }: ClusterRun): Promise<number> {
  const each = Math.floor(partitions / replicas);
  return secondsUntil(async () => {
    const owned = await Promise.all(replicasOf(replicas).map((name) => metricOf(cluster.operations[name]!, OWNED, PROJECTED)));
    return owned.every((count) => count >= each) && owned.reduce((sum, count) => sum + count, 0) === partitions;
  }, LIMIT_SECONDS);
}

/** Stops a replica and measures the time until the other has all partitions. */
async function leave({ cluster }: OpenFleet, { partitions, replicas }: ClusterRun): Promise<Figure[]> {
  const ownsAll = async (): Promise<boolean> => (await metricOf(cluster.operations.ingest, OWNED, PROJECTED)) === partitions;
  const last = cluster.services[replicasOf(replicas).at(-1)!]!;
  const start = performance.now();
  const stopping = partitions % 4 === 0 ? last.kill() : last.stop();
  await secondsUntil(ownsAll, LIMIT_SECONDS);
  await stopping;
  const how = partitions % 4 === 0 ? 'killed with kill -9' : 'told to end';
  return [value(`a replica is ${how}: the other has all partitions`, 's', [(performance.now() - start) / 1_000])];
}

const OWNED = 'total_recall_log_owned_partitions_count';
const PROJECTED = 'role="project"';

function replicasOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 'ingest' : `ingest-${at + 1}`));
}

async function appended({ cluster }: OpenFleet): Promise<number> {
  const counts = await Promise.all(
    Object.entries(cluster.operations)
      .filter(([name]) => name.startsWith('ingest'))
      .map(([, url]) => metricOf(url, 'total_recall_ingest_events_total')),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function isEmbedded({ cluster }: OpenFleet): Promise<boolean> {
  const [embedded, end] = await Promise.all([
    metricOf(cluster.operations.ingest, 'total_recall_projector_mark_offset', 'mark="embedded"'),
    metricOf(cluster.operations.ingest, 'total_recall_log_end_offset'),
  ]);
  return embedded >= end;
}

function documents({ cluster }: OpenFleet): Promise<number> {
  return metricOf(cluster.operations.ingest, 'total_recall_embed_documents_total', 'result="embedded"');
}

function titleOf({ partitions, replicas }: ClusterRun): string {
  return `${partitions} partition${partitions === 1 ? '' : 's'}, ingest ${replicas === 1 ? 'once' : 'twice'}`;
}
