import { join } from 'node:path';
import { listPutAside, removePutAside } from '@total-recall/adapter-sqlite';
import type { Logger } from '@total-recall/observability';
import { TotalRecallError } from '@total-recall/runtime';
import type { LogDamage } from '../damage/log-damage.ts';

interface AsideDeps {
  readonly dataDir: string;
  readonly damage: Pick<LogDamage, 'health' | 'isChecked'>;
  readonly logger: Logger;
}

/**
 * Removes the parts of a data folder that were put aside: they hold what an erasure takes, and no erasure reaches them.
 * Errors: `unavailable` while records of the log cannot be read, and until all of it was read since the start, as a read
 * model put aside may be their last copy.
 */
export async function removeFromAside({ dataDir, damage, logger }: AsideDeps): Promise<void> {
  const names = await listPutAside(dataDir);
  if (names.length === 0) return;
  const copies = names.filter((name) => name.startsWith('read-model-')).map((name) => join(dataDir, name));
  if (copies.length > 0) refuseUnsure(copies.join(', '), damage);
  await removePutAside(dataDir, names);
  logger.warn({ removed: names }, 'removed files that were put aside, because they contain erased data');
}

function refuseUnsure(paths: string, damage: AsideDeps['damage']): void {
  const { isDegraded, detail } = damage.health();
  const state = detail === undefined ? '' : ` State of the log: ${detail}.`;
  if (isDegraded)
    throw new TotalRecallError(
      'unavailable',
      `Nothing is erased beside ${paths}: it holds the same, and may be the last copy of records that log.db lost. Put log.db back from a backup, or remove it.${state}`,
      { retryAfterMs: 60_000 },
    );
  if (!damage.isChecked())
    throw new TotalRecallError(
      'unavailable',
      `Nothing is erased beside ${paths} until log.db was read through after the start: it holds the same, and may be the last copy of what log.db lost. Try again, or remove it.${state}`,
      { retryAfterMs: 10_000 },
    );
}
