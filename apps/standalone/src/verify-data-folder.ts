import { verifyStores } from '@total-recall/composition';
import type { VerifiedKind, VerifyFinding, VerifyReport } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import { TotalRecallError, type StandaloneConfig } from '@total-recall/runtime';
import { openStores, type StandaloneStores } from './open-stores.ts';
import { repairDataFolder, type Repaired } from './repair-data-folder.ts';

/** Files of each kind of data, below the data folder. */
export const VERIFIED_FILES: Readonly<Record<VerifiedKind, string>> = {
  records: 'log.db',
  sessions: 'read-model-*/sessions.db',
  events: 'read-model-*/index.db',
  documents: 'read-model-*/index.db',
  vectors: 'read-model-*/index.db',
  artifacts: 'artifacts/',
};

export interface VerifyFolderOptions {
  readonly repair: boolean;
  readonly logger: Logger;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
  readonly signal?: AbortSignal;
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
  const found: VerifyFinding[] = [];
  const report = await verifyOnce(config, options, found);
  if (!options.repair || found.length === 0) return { report };
  const repaired = await repairDataFolder(config, found, options);
  options.signal?.throwIfAborted();
  return { report: await verifyOnce(config, options, []), repaired };
}

async function verifyOnce(config: StandaloneConfig, options: VerifyFolderOptions, found: VerifyFinding[]): Promise<VerifyReport> {
  const { repair, logger, onProgress, signal } = options;
  const stores = await openStores({ ...config, logger, mends: repair });
  try {
    refuseUnfilled(stores);
    return await verifyStores(stores, config, {
      isDense: true,
      onFinding: (finding) => void found.push(finding),
      ...(onProgress && { onProgress }),
      ...(signal && { signal }),
    });
  } finally {
    await stores.close();
  }
}

function refuseUnfilled({ unfilled }: StandaloneStores): void {
  if (unfilled)
    throw new TotalRecallError(
      'unavailable',
      `The read model of this version is not filled yet; ${unfilled.former} of an earlier one answers. Start the service until /readyz says that it is, and verify then.`,
    );
}
