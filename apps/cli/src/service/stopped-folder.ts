import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holderOfDataDir } from '@total-recall/data-folder';
import { CommandError, EXIT } from '../exit-code.ts';

/** Refuses a folder that is not a service's data folder, or in which a service is running. */
export async function requireStoppedDataFolder(dataDir: string): Promise<void> {
  await requireDataFolder(dataDir);
  const holder = await holderOfDataDir(dataDir);
  if (holder === undefined) return;
  throw new CommandError(EXIT.failed, `A service is using ${dataDir}${holder === 'unknown' ? '' : ` (process ${holder})`}. Stop it first.`);
}

/** Refuses a folder that is not a service's data folder, as a misspelt one. */
export async function requireDataFolder(dataDir: string): Promise<void> {
  for (const file of ['log.db', 'identity.json']) if (await stat(join(dataDir, file)).catch(() => undefined)) return;
  throw new CommandError(EXIT.notFound, `There is no data folder at ${dataDir}.`, {
    advice: 'Name one with --data-dir or TOTAL_RECALL_DATA_DIR; the first `total-recall serve` creates it.',
  });
}
