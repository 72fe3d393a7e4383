/** Tells what a restore without a later ledger leaves undone: what persons decided since the backup is gone. */
export function ledgerOfBackup(later: string): string {
  return (
    'Data erased since the backup is there again: those erasures are not applied. Legal holds placed since are missing, and facts ' +
    'corrected, withdrawn or written by hand since are as they were. If a later ledger exists, restore again into an empty place with ' +
    `${later}: the erasures in it are repeated before the service answers. If not, retention erases nothing until you place the holds ` +
    'again and run: total-recall retention resume.'
  );
}

export const LATER_LEDGER_FILE = '--ledger FILE (the ledger.db of the former data folder or of a later backup)';

export const LATER_LEDGER_TOPICS =
  '--ledger FOLDER (a later `total-recall topics backup`, or one with --only-ledger; remove the topics of the prefix first)';
