import { MOST_NOTED_BACKUPS, summariseBackups } from '@total-recall/domain';
import type { BackupNotes } from '@total-recall/ports';

interface Writes {
  readonly put: (kind: 'backup', id: string, value: unknown) => Promise<void>;
  /** Removes records by their keys. */
  readonly remove: (keys: readonly string[]) => Promise<void>;
  readonly answer: <T>(read: () => T) => Promise<T>;
}

/** Creates the notes of backups in `tr.control`, under a key for each, by the time when it began. */
export function backupNotes(noted: ReadonlyMap<string, unknown>, { put, remove, answer }: Writes): BackupNotes {
  return {
    async note(startedAt) {
      await put('backup', startedAt, { startedAt });
      const tooMany = [...noted.keys()].toSorted().slice(0, Math.max(0, noted.size - MOST_NOTED_BACKUPS));
      await remove(tooMany.map((time) => `backup/${time}`));
    },
    known: () => answer(() => summariseBackups(noted.keys())),
  };
}
