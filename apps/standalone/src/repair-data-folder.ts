import type { VerifyFinding, VerifyRemedy } from '@total-recall/ingest';
import { createSystemClock, type AppConfig } from '@total-recall/runtime';
import { openStores, type StandaloneStores } from './open-stores.ts';
import { rebuildReadModel, type RebuildFolderOptions } from './rebuild-read-model.ts';

/** What a repair did. */
export interface Repaired {
  /** Where the read model was put that was filled anew; absent where none was. */
  readonly readModelAside?: string;
  /** Models whose vectors the next start looks through, and makes where they are missing. */
  readonly vectorsAsked: readonly string[];
  readonly artifactsRemoved: number;
}

/** An append that is under way stores its artifacts before its events; one that was cut short leaves them behind. */
const ORPHAN_AGE_MS = 3_600_000;

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
  const isLogWhole = !found.some(({ kind, fault }) => kind === 'records' && fault !== 'set_aside');
  const vectorsAsked = [...new Set(of('make_vectors').map(({ model }) => model!))];
  let artifactsRemoved = 0;
  try {
    for (const model of vectorsAsked)
      for (let partition = 0; partition < stores.log.partitions; partition += 1)
        await stores.index.vectors?.restartProgress(partition, model);
    if (isLogWhole) artifactsRemoved = await removeOrphans(stores, of('remove'));
  } finally {
    await stores.close();
  }
  const done = { vectorsAsked, artifactsRemoved };
  if (of('fill_anew').length === 0 || !isLogWhole) return done;
  const rebuilt = await rebuildReadModel(config, { logger, ...(signal && { signal }) });
  return { ...done, ...(rebuilt?.aside !== undefined && { readModelAside: rebuilt.aside }) };
}

async function removeOrphans({ artifacts }: StandaloneStores, orphans: readonly VerifyFinding[]): Promise<number> {
  let removed = 0;
  for (const { tenant, space, artifactId } of orphans) {
    const place = { tenant: tenant!, space: space!, artifactId: artifactId! };
    const known = await artifacts.stat(place);
    if (known === undefined || known.storedAt > createSystemClock().now() - ORPHAN_AGE_MS) continue;
    await artifacts.delete(place);
    removed += 1;
  }
  return removed;
}
