import { isLogWhole, removeOrphans } from '@total-recall/composition';
import type { VerifyFinding, VerifyRemedy } from '@total-recall/ingest';
import type { StandaloneConfig } from '@total-recall/runtime';
import { openStores } from './open-stores.ts';
import { rebuildReadModel, type RebuildFolderOptions } from './rebuild-read-model.ts';

/** Result of a repair. */
export interface Repaired {
  /** New place of the read model that was replaced; absent when none was. */
  readonly readModelAside?: string;
  /** Models whose missing vectors the next start finds and makes. */
  readonly vectorsAsked: readonly string[];
  readonly artifactsRemoved: number;
}

/**
 * Repairs what can be rebuilt from the log: requests vectors, removes unreferenced artifacts, fills a new read model.
 * While the log itself lacks records, the read model stays, as it may hold the last copy of them.
 */
export async function repairDataFolder(
  config: StandaloneConfig,
  found: readonly VerifyFinding[],
  { logger, signal }: Pick<RebuildFolderOptions, 'logger' | 'signal'>,
): Promise<Repaired> {
  const of = (remedy: VerifyRemedy): VerifyFinding[] => found.filter((finding) => finding.remedy === remedy);
  const stores = await openStores({ ...config, logger });
  const isWhole = isLogWhole(found);
  const vectorsAsked = [...new Set(of('make_vectors').map(({ model }) => model!))];
  let artifactsRemoved = 0;
  try {
    for (const model of vectorsAsked)
      for (let partition = 0; partition < stores.log.partitions; partition += 1)
        await stores.index.vectors?.restartProgress(partition, model);
    if (isWhole) artifactsRemoved = await removeOrphans(stores.artifacts, found);
  } finally {
    await stores.close();
  }
  const done = { vectorsAsked, artifactsRemoved };
  if (of('fill_anew').length === 0 || !isWhole) return done;
  const rebuilt = await rebuildReadModel(config, { logger, ...(signal && { signal }) });
  return { ...done, ...(rebuilt?.aside !== undefined && { readModelAside: rebuilt.aside }) };
}
