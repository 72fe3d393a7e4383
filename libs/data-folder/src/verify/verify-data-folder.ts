import { verifyStores } from '@total-recall/composition';
import { verifyAndRepair, type VerifiedKind, type VerifyReport } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import { createSystemClock, TotalRecallError, type StandaloneConfig } from '@total-recall/runtime';
import { openStores, type StandaloneStores } from '../stores/open-stores.ts';
import { rebuildFolder } from '../read-model/rebuild-folder.ts';

/** Files of each kind of data, below the data folder. */
export const VERIFIED_FILES: Readonly<Record<VerifiedKind, string>> = {
  records: 'log.db',
  sessions: 'read-model-*/sessions.db',
  events: 'read-model-*/index.db',
  documents: 'read-model-*/index.db',
  vectors: 'read-model-*/index.db',
  artifacts: 'artifacts/',
  units: 'units.db',
};

export interface VerifyFolderOptions {
  readonly repair: boolean;
  readonly logger: Logger;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
  readonly signal?: AbortSignal;
}

/** Result of a repair. */
export interface Repaired {
  /** New place of the read model that was replaced; absent when none was. */
  readonly readModelAside?: string;
  /** Models whose missing vectors the next start finds and makes. */
  readonly vectorsAsked: readonly string[];
  readonly artifactsRemoved: number;
  /** Spaces whose units were folded again from the ledger. */
  readonly unitsFolded: number;
}

export interface VerifiedFolder {
  /** Findings at the end, after the repair if there was one. */
  readonly report: VerifyReport;
  readonly repaired?: Repaired;
}

/**
 * Compares all of a data folder with its log while no service runs in it. With `repair` it repairs what it can and
 * compares again. Errors: `damaged` and `unavailable`, as at a start.
 */
export async function verifyDataFolder(config: StandaloneConfig, options: VerifyFolderOptions): Promise<VerifiedFolder> {
  const { repair, logger, onProgress, signal } = options;
  const { report, repaired } = await verifyAndRepair(
    {
      async verify(onFinding) {
        const stores = await openStores({ ...config, logger, mends: repair, threads: 'one' });
        const watching = { onFinding, ...(onProgress && { onProgress }), ...(signal && { signal }) };
        try {
          refuseUnfilled(stores);
          return await verifyStores(stores, config, { isDense: true, ...watching });
        } finally {
          await stores.close();
        }
      },
      open: () => openStores({ ...config, logger, threads: 'one' }),
      refill: () => rebuildFolder(config, { logger, ...(signal && { signal }) }),
      makesVectorsAgain: true,
    },
    { clock: createSystemClock(), repair, ...(signal && { signal }) },
  );
  if (!repaired) return { report };
  const { refilled, ...done } = repaired;
  return { report, repaired: { ...done, ...(refilled?.aside !== undefined && { readModelAside: refilled.aside }) } };
}

function refuseUnfilled({ unfilled }: StandaloneStores): void {
  if (unfilled)
    throw new TotalRecallError(
      'unavailable',
      `The read model of this version is not filled yet; ${unfilled.former} of an earlier one answers. Start the service until /readyz says that it is, and verify then.`,
    );
}
