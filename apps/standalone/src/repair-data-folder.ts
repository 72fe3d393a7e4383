import { isLogWhole, removeOrphans } from '@total-recall/composition';
import type { VerifyFinding, VerifyRemedy } from '@total-recall/ingest';
import type { AppConfig } from '@total-recall/runtime';
import { openStores } from './open-stores.ts';
import { rebuildReadModel, type RebuildFolderOptions } from './rebuild-read-model.ts';

/** What a repair did. */
export interface Repaired {
  /** Where the read model was put that was filled anew; absent where none was. */
  readonly readModelAside?: string;
  /** Models whose vectors the next start looks through, and makes where they are missing. */
  readonly vectorsAsked: readonly string[];
  readonly artifactsRemoved: number;
}

/**
 * Mends what the log can mend: asks for vectors, removes artifacts that nothing refers to, fills the read model anew. While the log itself lacks records the
 * read model stays, as it may hold the last copy of them.
 */
export async function repairDataFolder(
  config: AppConfig,
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
