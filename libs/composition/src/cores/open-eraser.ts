import { createEraser, type IngestService } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import { createCertificateSigner, createRevisedBodies } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';
import type { createCoreParts } from './core-parts.ts';

export type OpenedEraser = ReturnType<typeof createEraser>;

interface OpenEraserOptions {
  readonly stores: Stores;
  readonly parts: ReturnType<typeof createCoreParts>;
  readonly ingest: Pick<IngestService, 'exclusively'>;
  readonly logger: Logger;
  readonly foldTimeoutMs: number;
  readonly version: string;
}

/** Who erases, where there is a ledger and an index that can. */
export function openEraser({ stores, parts, ingest, logger, foldTimeoutMs, version }: OpenEraserOptions): OpenedEraser | undefined {
  const { ledger, index, artifacts, anatomy, keys } = stores;
  if (!ledger || !index.erasing) return undefined;
  return createEraser({
    ...parts,
    ledger,
    signer: createCertificateSigner({ keys }),
    version,
    erasing: index.erasing,
    revised: createRevisedBodies({ store: artifacts, keys }),
    artifactStore: artifacts,
    anatomy,
    exclusively: (partition, work) => ingest.exclusively(partition, work),
    foldTimeoutMs,
    observer: {
      erased: ({ events, seconds }) => logger.info({ events, seconds }, 'an erasure is done'),
      failed: (where, error) => logger.error({ where, err: error }, 'an erasure is not done and is tried again at the next start'),
    },
  });
}
