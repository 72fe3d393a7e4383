import { lstatSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseRefusal } from './serve-database.ts';

/**
 * Returns a check that a database and its write-ahead log are still the files that stood there when it was first called
 * for each. A file that was removed or replaced takes commits for as long as the process has it open, and they are gone
 * with the process. The check throws `unavailable`, naming the file; it costs two calls of the system. A symbolic link
 * is refused too, as the write-ahead log is then elsewhere.
 */
export function watchInPlace(path: string): () => void {
  const seen = new Map<string, string>();
  let refusal: DatabaseRefusal | undefined;
  return () => {
    // Refused records stand in the file all the same. If the file comes back, only a start reads them.
    if (refusal) throw refusal;
    for (const file of [path, `${path}-wal`]) {
      const found = identityOf(file);
      const before = seen.get(file) ?? found;
      if (found === undefined || found !== before) {
        refusal = new DatabaseRefusal('unavailable', isLink(path) ? linked(basename(path)) : replaced(basename(file)));
        throw refusal;
      }
      seen.set(file, found);
    }
  };
}

function replaced(name: string): string {
  return `${name} was removed or replaced while the service runs, so nothing more is acknowledged. Stop the service, put the file back or restore a backup, and start it again.`;
}

function linked(name: string): string {
  return `${name} is a symbolic link, and its write-ahead log would stand outside the data folder, so nothing is acknowledged. While no service runs, put the file that it names in its place, with the file of the same name and -wal if there is one. To keep the data elsewhere, move the whole folder and name it in TOTAL_RECALL_DATA_DIR.`;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
