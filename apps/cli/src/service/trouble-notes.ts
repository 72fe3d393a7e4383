import { TotalRecallApiError } from '@total-recall/client';
import { describeError } from '../describe-error.ts';
import type { Terminal } from '../output/terminal.ts';
import { oneLine } from '../output/text-width.ts';
import type { SessionFile } from './find-sessions.ts';

/** Statuses of a refused key, which stays refused. */
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

type FailedFile = Pick<SessionFile, 'name'>;

/**
 * Notes what fails while a path is followed and is tried again: each trouble once, until it is over. One of the service
 * is that of all files. A refused key is thrown.
 */
export function createTroubleNotes(path: string, { note }: Pick<Terminal, 'note'>) {
  const told = new Map<string, string>();
  return {
    onFailed(error: unknown, file?: FailedFile): void {
      if (error instanceof TotalRecallApiError && REFUSED.has(error.status)) throw error;
      const { code, message } = describeError(error);
      const subject = code === 'no_answer' ? 'The service' : (file?.name ?? path);
      if (told.get(subject) === message) return;
      told.set(subject, message);
      note(`Tried again later: ${oneLine(subject)} (${oneLine(message)})`);
    },
    onRecovered(file?: FailedFile): void {
      told.delete(file?.name ?? path);
      if (file !== undefined) told.delete('The service');
    },
  };
}
