import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { probeDisk } from '@total-recall/adapter-files';
import { watchInPlace } from '@total-recall/adapter-sqlite';
import { reasonText, TotalRecallError } from '@total-recall/runtime';

/** Files whose stores acknowledge only what is on the disk. */
const ACKNOWLEDGED = ['log.db', 'keys.db', 'control.db', 'ledger.db'];

/**
 * Returns a check that the disk of an open data folder takes writes, also where the artifacts are, and that the files of
 * its stores are those that were opened: nothing is acknowledged any more once one was replaced. Errors: `unavailable`.
 */
export function folderProbe(dataDir: string): () => Promise<void> {
  const drafts = join(dataDir, 'artifacts', 'drafts');
  const folders = [dataDir, ...(existsSync(drafts) ? [drafts] : [])];
  const inPlace = ACKNOWLEDGED.map((name) => join(dataDir, name))
    .filter((path) => existsSync(`${path}-wal`))
    .map(watchInPlace);
  const requireInPlace = (): void => inPlace.forEach((look) => look());
  requireInPlace();
  return async () => {
    try {
      requireInPlace();
    } catch (cause) {
      throw new TotalRecallError('unavailable', reasonText(cause), { cause });
    }
    for (const folder of folders) await probeDisk(folder);
  };
}
