import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, EXIT } from '../exit-code.ts';

const ROOT = 0;

/**
 * Refuses root where a data folder belongs to another user and what root writes there stays root's: the service, which
 * runs as that user, could neither read nor replace it.
 */
export function requireFolderUser(dataDir: string): void {
  if (process.geteuid?.() !== ROOT) return;
  const owner = ownerOf(join(dataDir, 'log.db'));
  if (owner === undefined || owner === ROOT || ownerOfNew(dataDir) !== ROOT) return;
  throw new CommandError(EXIT.failed, `The data folder ${dataDir} belongs to user ${owner}, who could not read what root writes there.`, {
    advice: `Run the command as that user: sudo -u '#${owner}' total-recall ..., or setpriv --reuid ${owner} --clear-groups.`,
  });
}

/** Returns to whom a new entry of a folder belongs: some file systems give all to one user. Undefined where none can be made. */
function ownerOfNew(folder: string): number | undefined {
  try {
    const made = mkdtempSync(join(folder, '.owner-'));
    const uid = ownerOf(made);
    rmdirSync(made);
    return uid;
  } catch {
    return undefined;
  }
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}
