import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TotalRecallError } from '@total-recall/runtime';

/** Holds a data folder for this process alone. A lock whose process is gone is taken over. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.write(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (isAlive(owner)) throw new TotalRecallError('unavailable', `The data folder ${dataDir} is in use by process ${owner}. Stop it, or set TOTAL_RECALL_DATA_DIR to another folder.`);
      await rm(path, { force: true });
    }
  }
  throw new TotalRecallError('unavailable', `The data folder ${dataDir} could not be locked.`);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
