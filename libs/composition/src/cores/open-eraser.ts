import type { KnownBackups, ServiceMode } from '@total-recall/domain';
import {
  createClockDoubt,
  createEraser,
  createPartitionEraser,
  type IngestService,
  type OwningEraser,
  type RetentionDeps,
} from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import type { PartitionEraser } from '@total-recall/ports';
import { createCertificateSigner, createRevisedBodies, createSealer, type LedgerOwner, type WorkGate } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';
import type { createCoreParts } from './core-parts.ts';

interface EraserParts {
  readonly stores: Stores;
  readonly parts: ReturnType<typeof createCoreParts>;
}

export interface OpenEraserOptions extends EraserParts {
  /** Erases in the partitions, in this process or by calls to the ingest services. */
  readonly partitions: PartitionEraser;
  /** Absent when nothing is taken by its age. */
  readonly retention?: Omit<RetentionDeps, 'control'>;
  /** Claims partitions of the ledger, where others in the process decide there, too. */
  readonly owner?: LedgerOwner;
  readonly workGate: WorkGate;
  readonly logger: Logger;
  readonly foldTimeoutMs: number;
  readonly answerWithinMs?: number;
  /** Removes stores that were replaced and kept. */
  readonly removeReplaced?: () => Promise<void>;
  /** Tells of the backups that were made. */
  readonly knownBackups?: () => Promise<KnownBackups | undefined>;
  readonly version: string;
  readonly mode: ServiceMode;
}

/**
 * Creates the eraser for the partitions that an ingest of this process projects; undefined if the index cannot erase.
 */
export function openPartitionEraser({ stores, parts, ingest }: EraserParts & { readonly ingest: Pick<IngestService, 'exclusively'> }) {
  const { index, anatomy } = stores;
  if (!index.erasing) return undefined;
  return createPartitionEraser({
    ...parts,
    ...strictReading(stores),
    erasing: index.erasing,
    anatomy,
    exclusively: (partition, work) => ingest.exclusively(partition, work),
  });
}

/** Creates the eraser of the service; undefined without a ledger, or if the index cannot erase. */
export function openEraser({ stores, parts, retention, logger, ...options }: OpenEraserOptions): OwningEraser | undefined {
  const { ledger, index, artifacts, anatomy, keys, control } = stores;
  if (!ledger || !index.erasing) return undefined;
  return createEraser({
    ...parts,
    ...options,
    sealer: strictReading(stores).sealer,
    ledger,
    signer: createCertificateSigner({ keys }),
    erasing: index.erasing,
    artifactStore: artifacts,
    anatomy,
    ...(retention && { retention: { control, refuseClock: createClockDoubt(stores.log, parts.clock), ...retention } }),
    observer: {
      erased: ({ events, seconds }) => logger.info({ events, seconds }, 'an erasure is done'),
      undone: (what) =>
        logger.error(
          what,
          'an erasure ended incomplete: without sessions that can lose no more single events or lack their key, or with events that do not open; erase these whole, or put back what is lost',
        ),
      failed: (where, error) => logger.error({ where, err: error }, 'an erasure is not done and is tried again'),
      reopened: (erasures) =>
        logger.warn({ erasures }, 'the keys are of before erasures that are in the ledger; these are done again first'),
    },
  });
}

/** Reads revised bodies for erasures, which fail at one that cannot be read: it may open again, and quote what goes. */
function strictReading({ artifacts, keys }: Pick<Stores, 'artifacts' | 'keys'>) {
  const revised = createRevisedBodies({ store: artifacts, keys });
  return { revised, sealer: createSealer({ keys, revised }) };
}
