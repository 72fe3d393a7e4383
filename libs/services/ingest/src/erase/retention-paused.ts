import type { RetentionPause } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

const PAUSED = 'retention_paused';

/**
 * Returns the refusal of a sweep while retention is paused: the ledger was put back from a backup, and holds that were
 * placed since are not in it. Code `unavailable`.
 */
export function retentionPaused({ since }: RetentionPause): TotalRecallError {
  return new TotalRecallError(
    'unavailable',
    `Retention erases nothing since ${new Date(since).toISOString()}, when the ledger was put back from a backup: holds placed and facts ` +
      'withdrawn after that backup are missing. Do these again (total-recall hold list shows which holds there are), then run: ' +
      'total-recall retention resume, with --data-dir FOLDER and the service stopped, or with --cluster.',
    { details: { reason: PAUSED } },
  );
}

/** Returns true for the refusal of a sweep that waits for an operator; other failures pass without anybody's doing. */
export function isRetentionPaused(error: unknown): error is TotalRecallError {
  return error instanceof TotalRecallError && error.details?.['reason'] === PAUSED;
}
