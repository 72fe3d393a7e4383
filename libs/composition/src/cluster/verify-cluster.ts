import { createKafkaLedger } from '@total-recall/adapter-kafka';
import { untilFolded, verifyAndRepair, type RepairedMemory, type VerifiedKind, type VerifyReport } from '@total-recall/ingest';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import type { Ledger } from '@total-recall/ports';
import { createMarkWatcher, createSystemClock, createSystemScheduler, TotalRecallError, type ClusterConfig } from '@total-recall/runtime';
import { verifyStores, type VerifyStoresOptions } from '../cores/verify-stores.ts';
import { keepOpen } from '../keep-open.ts';
import type { Stores } from '../stores.ts';
import { kafkaSettings } from './connections.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import { rebuildIndex } from './rebuild-index.ts';

/** The server that keeps each kind of data. */
export const VERIFIED_SERVERS: Readonly<Record<VerifiedKind, string>> = {
  records: 'Kafka: events',
  sessions: 'OpenSearch: sessions',
  events: 'OpenSearch: events',
  documents: 'OpenSearch: texts',
  vectors: 'OpenSearch: vectors',
  artifacts: 'S3',
  units: 'OpenSearch: units',
};

/** Longest that a repair waits until what was appended meanwhile is folded. */
const FOLD_TIMEOUT_MS = 60_000;

export interface VerifyClusterOptions extends Pick<VerifyStoresOptions, 'onProgress' | 'signal'> {
  /** True to repair what can be made again from the log, and then to verify once more. */
  readonly repair?: boolean;
  readonly logger: Logger;
}

/** Outcome of a repair of a cluster. */
export interface RepairedCluster {
  /** The index generation that was filled and is read now; absent if none was filled. */
  readonly generation?: string;
  /** Generations that it replaces, which stay until they are dropped. */
  readonly left: readonly string[];
  readonly artifactsRemoved: number;
  /** Spaces whose units were folded again from the ledger. */
  readonly unitsFolded: number;
}

export interface VerifiedCluster {
  /** The final state: after the repair, if there was one. */
  readonly report: VerifyReport;
  readonly repaired?: RepairedCluster;
}

/**
 * Compares what the servers of a cluster hold with its log, while the cluster runs. Kafka offsets may have gaps, so a
 * record that the brokers lost is recognised only by its traces in the read model. `repair` fills the next index
 * generation and switches the services to it. It changes nothing while the log lacks records.
 */
export async function verifyCluster(
  config: ClusterConfig,
  { logger, onProgress, signal, repair = false }: VerifyClusterOptions,
): Promise<VerifiedCluster> {
  const open = () => openWithLedger(config, logger);
  const { report, repaired } = await verifyAndRepair(
    {
      open,
      async verify(onFinding) {
        const stores = await open();
        const watching = { onFinding, ...(onProgress && { onProgress }), ...(signal && { signal }) };
        return verifyStores(stores, config, { isDense: false, ...watching }).finally(() => stores.close());
      },
      refill: () => refillIndex(config, { logger, ...(signal && { signal }) }),
      // The running embed roles have already passed the records whose vectors are missing.
      makesVectorsAgain: false,
    },
    { clock: createSystemClock(), repair, ...(signal && { signal }) },
  );
  return { report, ...(repaired && { repaired: asOfCluster(repaired) }) };
}

type RefilledIndex = Pick<RepairedCluster, 'generation' | 'left'>;

function asOfCluster({ refilled, artifactsRemoved, unitsFolded }: RepairedMemory<RefilledIndex>): RepairedCluster {
  return { ...(refilled ?? { left: [] }), artifactsRemoved, unitsFolded };
}

/** Opens the stores, and the ledger that units are folded from. Others append to the log meanwhile. */
async function openWithLedger(
  config: ClusterConfig,
  logger: Logger,
): Promise<Stores & { readonly ledger: Ledger; readonly untilFolded: () => Promise<void> }> {
  const { keep, close, closeAfter } = keepOpen();
  try {
    const ledger = await keep(createKafkaLedger({ ...kafkaSettings(config, logger), partitions: config.partitions }));
    const metrics = createMetrics({ processMetrics: false });
    const stores = await keep(openClusterStores(config, { logger, metrics, tracing: NO_TRACER }));
    const marks = createMarkWatcher({ index: stores.index, clock: createSystemClock(), scheduler: createSystemScheduler() });
    return { ...stores, ledger, untilFolded: () => untilFolded({ ...stores, marks, foldTimeoutMs: FOLD_TIMEOUT_MS }), close };
  } catch (error) {
    return closeAfter(error);
  }
}

/** Fills the next generation. Errors: `invalid_request` if the one that an earlier rebuild replaced is in its way. */
async function refillIndex(config: ClusterConfig, options: Pick<VerifyClusterOptions, 'logger' | 'signal'>): Promise<RefilledIndex> {
  const rebuilt = await rebuildIndex(config, options);
  if (!rebuilt) return { left: [] };
  if (!rebuilt.filled)
    throw new TotalRecallError(
      'invalid_request',
      `The index generation that the last rebuild replaced is still there, so that no other was filled. Run total-recall index drop, then this again.`,
    );
  return { generation: rebuilt.generation, left: rebuilt.left };
}
