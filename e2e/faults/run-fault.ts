import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import type { EventLog } from '@total-recall/ports';
import { catchUp, endsOf } from '../load/catch-up.ts';
import { startLoad, type LoadOptions, type RunningLoad } from '../load/event-load.ts';
import { openFaultProxy, type FaultProxy } from '../load/fault-proxy.ts';
import { findLosses } from '../load/find-losses.ts';
import { watchReadModel } from '../load/read-model-watch.ts';
import { openTestCluster, type TestCluster } from '../open-test-cluster.ts';
import { UNLIMITED } from '../unlimited.ts';
import type { Soak, SoakContext, SoakResult } from './soak.ts';
import type { KafkaServer } from '../../tools/servers/kafka-server.ts';

/** A cluster under load, with handles on everything that can be broken. */
export interface FaultWorld {
  readonly cluster: TestCluster;
  readonly load: RunningLoad;
  readonly kafka: KafkaServer;
  /** Log of the cluster, read directly. */
  readonly log: EventLog;
  /** Waits until the read model has reached the present end of the log. Returns the problems if it does not. */
  readModelFollows(): Promise<readonly string[]>;
  restartOpenSearch(): Promise<void>;
  /** Proxies between the services and the servers, and between the gateway and the retriever. */
  readonly ways: Readonly<Record<'opensearch' | 'clickhouse' | 'retriever', FaultProxy>>;
}

export interface Fault {
  readonly name: string;
  readonly what: string;
  readonly brokers?: 1 | 3;
  readonly ingestReplicas?: number;
  readonly load?: Pick<LoadOptions, 'twice' | 'clockOffsetMs'>;
  /** Causes the fault and resolves when everything works again. Returns the problems seen meanwhile. */
  strike(world: FaultWorld): Promise<readonly string[] | void>;
}

const WRITERS = 4;
const PARTITIONS = 4;
const PAUSE_MS = 100;
export const SPACE = 'load';
/** Number of events before the fault, and again after it. */
const AROUND = 240;
const SEARCHED = 60;

export function soakOf(fault: Fault): Soak {
  return { name: fault.name, what: fault.what, run: (context) => runFault(fault, context) };
}

/** Loads a cluster, causes the fault, waits until it works again, and looks for everything that was acknowledged. */
async function runFault(fault: Fault, { servers, onStep }: SoakContext): Promise<SoakResult> {
  const kafka = await servers.kafka(fault.brokers ?? 1);
  const [opensearch, clickhouse, s3] = [await servers.opensearch(), await servers.clickhouse(), await servers.s3()];
  const toOpenSearch = await openFaultProxy(new URL(opensearch.url).host);
  const toClickhouse = await openFaultProxy(new URL(clickhouse.url).host);
  let toRetriever: FaultProxy | undefined;
  let cluster: TestCluster | undefined;
  let load: RunningLoad | undefined;
  let log: EventLog | undefined;
  try {
    cluster = await openTestCluster(
      { kafka, opensearch: { url: `http://${toOpenSearch.address}` }, clickhouse: { url: `http://${toClickhouse.address}` }, s3 },
      { ...UNLIMITED, TOTAL_RECALL_PARTITIONS: String(PARTITIONS), TOTAL_RECALL_KAFKA_REPLICATION: String(fault.brokers ?? 1) },
      {
        replicas: { ingest: fault.ingestReplicas ?? 1 },
        between: async (service, address) => (service === 'retriever' ? (toRetriever = await openFaultProxy(address)).address : address),
      },
    );
    const { url, apiKey, namePrefix } = cluster;
    const target = { url: () => url, apiKey };
    const topics = { prefix: namePrefix, partitions: PARTITIONS, replication: fault.brokers ?? 1 };
    log = await createKafkaEventLog({ kafka: { brokers: kafka.url.split(',') }, ...topics });
    load = startLoad({ target, space: SPACE, writers: WRITERS, pauseMs: PAUSE_MS, ...fault.load });
    const place = { opensearchUrl: opensearch.url, namePrefix, partitions: PARTITIONS };
    const watch = watchReadModel(place, log, load.writers);
    await load.reached(AROUND);
    onStep('it works; striking');
    const struckAt = performance.now();
    const ways = { opensearch: toOpenSearch, clickhouse: toClickhouse, retriever: toRetriever! };
    const readModelFollows = async (): Promise<string[]> => catchUp(log!, place, await endsOf(log!));
    const seen =
      (await fault.strike({ cluster, load, kafka, log, ways, readModelFollows, restartOpenSearch: () => opensearch.restart() })) ?? [];
    const wholeAt = performance.now();
    await load.reached(load.acknowledged() + WRITERS);
    const firstAfterMs = performance.now() - wholeAt;
    await load.reached(load.acknowledged() + AROUND);
    onStep('it works again; looking for what was acknowledged');
    const report = await load.stop();
    const behind = await catchUp(log, place);
    const wrong = [
      ...seen,
      ...report.wrong,
      ...behind,
      ...(await watch.stop()),
      ...(await findLosses({ target, space: SPACE, writers: load.writers, searched: SEARCHED })),
      ...(await unwell(cluster)),
    ];
    if (wrong.length > 0) for (const line of errorsIn(await cluster.logged())) onStep(line);
    return {
      figures: {
        acknowledged: report.acknowledged,
        repeatedAppends: report.repeated,
        windows: report.windows,
        slowestAppendS: seconds(report.slowestMs),
        faultS: seconds(wholeAt - struckAt),
        firstAppendsAfterS: seconds(firstAfterMs),
        looksAtMarks: watch.looks(),
      },
      wrong,
    };
  } finally {
    load?.abandon();
    await cluster?.stop();
    await log?.close();
    for (const proxy of [toOpenSearch, toClickhouse, toRetriever]) await proxy?.close();
  }
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

const LISTED = 20;

/**
 * Returns the problems of the processes: each must be ready, and none, including ended ones, may have logged a broken
 * invariant.
 */
async function unwell({ operations, logged }: TestCluster): Promise<string[]> {
  const probed = await Promise.all(
    Object.entries(operations).map(async ([name, at]) => {
      const answer = await fetch(`${at}/readyz`).catch(() => undefined);
      return answer?.ok ? [] : [`${name} is not ready: ${answer ? await answer.text() : 'nobody answers'}`];
    }),
  );
  const broken = (await logged()).split('\n').filter((line) => line.includes('"invariant":'));
  return [...probed.flat(), ...broken.slice(0, LISTED)];
}

/** Returns the logged errors, each once, with their number. */
function errorsIn(logged: string): string[] {
  const times = new Map<string, number>();
  for (const line of logged.split('\n')) {
    const said = /"level":"(?:error|fatal)".*$/.exec(line)?.[0].replaceAll(/\d+/g, 'N');
    if (said !== undefined) times.set(said, (times.get(said) ?? 0) + 1);
  }
  return [...times].slice(0, LISTED).map(([said, count]) => `${count} times ${said.slice(0, 400)}`);
}
