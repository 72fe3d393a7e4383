import { readFromArchive } from '@total-recall/archive';
import type { Violation } from '@total-recall/domain';
import type { IngestConfig, IngestDeps } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import type { EventLog, SegmentStore, VectorIndex } from '@total-recall/ports';
import type { RetrieverDeps } from '@total-recall/retriever';
import type { CoreConfig, MemoryDivision, UnitReader } from '@total-recall/runtime';
import { entriesIn, sketchesIn } from '../memory/count-held.ts';
import type { OpenedEmbedder } from '../model/open-embedder.ts';
import type { ProcessParts } from '../open-process.ts';
import type { Stores } from '../stores.ts';
import type { createCoreParts } from './core-parts.ts';
import { observeArchive, observeDemand, observeEmbedding, observeIngest, observeRetriever, observeVectors } from './observe.ts';
import type { createRetrievalSigner } from './retrieval-signer.ts';

/** Distance from the end of the log, in records, beyond which a read uses the archive. */
const FAR_BEHIND = 20_000;

/** Ingest and the retriever share these. */
export interface SharedDeps {
  readonly stores: Stores;
  readonly parts: ReturnType<typeof createCoreParts>;
  readonly tracer: NonNullable<IngestDeps['tracer']>;
  readonly signer: ReturnType<typeof createRetrievalSigner>;
  readonly units?: UnitReader;
  readonly vectors?: { readonly index: VectorIndex; readonly embedder: OpenedEmbedder };
}

interface ObservedBy extends Pick<ProcessParts, 'metrics' | 'logger' | 'clock'> {
  readonly onViolation?: (violation: Violation) => void;
  /** Finds the owner of a partition, when other processes project partitions too. */
  readonly owners?: IngestDeps['owners'];
}

export function ingestDepsOf({ stores, parts, tracer, signer, units, vectors }: SharedDeps, options: ObservedBy): IngestDeps {
  const { metrics, logger, clock } = options;
  return {
    ...parts,
    ...(units && { units }),
    log: stores.segments ? fromArchive(stores.log, stores.segments, logger) : stores.log,
    isOurRetrieval: signer.isOurs,
    ...(stores.park && { park: stores.park }),
    ...(options.owners && { owners: options.owners }),
    observer: observeIngest(metrics, logger, clock.now, options),
    tracer,
    demand: { store: stores.anatomy.demand, observer: observeDemand(metrics, logger) },
    ...(stores.segments && { archive: { segments: stores.segments, observer: observeArchive(metrics) } }),
    ...(vectors && { vectors: { ...vectors, observer: observeEmbedding(metrics, logger, clock.now) } }),
  };
}

export function retrieverDepsOf(
  { stores, parts, tracer, signer, units, vectors }: SharedDeps,
  gate: RetrieverDeps['gate'],
  { metrics, logger, onViolation }: ObservedBy,
): RetrieverDeps {
  return {
    ...parts,
    gate,
    signer,
    observer: {
      ...observeRetriever(metrics, logger, onViolation),
      artifactAbsent: (place) => parts.artifactLosses.note({ ...place, reason: 'absent' }),
    },
    onErased: (run) => stores.keys.onDestroyed(run),
    tracer,
    keys: stores.keys,
    ...(units && { units }),
    ...(vectors && { vectors: { ...vectors, observed: observeVectors(metrics, logger) } }),
  };
}

export function ingestConfigOf(
  { embedWithout, embedResultParts, archiveRecords, archiveMiB, archiveMinutes }: CoreConfig,
  memory: MemoryDivision,
): Partial<IngestConfig> {
  return {
    sessionEntries: entriesIn(memory.sessions),
    sketchCache: sketchesIn(memory.sketches),
    embedWithout,
    embedResultParts,
    archiveChapter: { records: archiveRecords, bytes: archiveMiB * 1024 * 1024, ageMs: archiveMinutes * 60_000 },
  };
}

/**
 * Reads from the archive when far behind the end of the log, such as when filling an index again, to spare the brokers.
 */
function fromArchive(log: EventLog, segments: SegmentStore, logger: Logger): EventLog {
  return readFromArchive(log, segments, {
    farBehind: FAR_BEHIND,
    onFallback: (error, { partition, chapter }) =>
      logger.warn({ err: error, partition, chapter }, 'a part of the archive cannot be read; the log is read instead'),
  });
}
