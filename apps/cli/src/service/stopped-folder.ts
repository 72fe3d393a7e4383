import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holderOfDataDir } from '@total-recall/data-folder';
import { CommandError, EXIT } from '../exit-code.ts';

/** Refuses a folder that is not a service's data folder, or in which a service is running. */
export async function requireStoppedDataFolder(dataDir: string): Promise<void> {
  if (!(await stat(join(dataDir, 'log.db')).catch(() => undefined)) && !(await stat(join(dataDir, 'identity.json')).catch(() => undefined)))
    throw new CommandError(EXIT.notFound, `There is no data folder at ${dataDir}.`);
  const holder = await holderOfDataDir(dataDir);
  if (holder !== undefined) throw new CommandError(EXIT.failed, `A service works in ${dataDir} (process ${holder}). Stop it first.`);
}
