/** Tells what a restore without a later ledger leaves undone: data that was erased since is there again. */
export function ledgerOfBackup(later: string): string {
  return (
    'Data erased since the backup is there again: those erasures are not applied. If a later ledger exists, restore again into an empty ' +
    `place with ${later}: the erasures in it are repeated before the service answers.`
  );
}

export const LATER_LEDGER_FILE = '--ledger FILE (the ledger.db of the former data folder or of a later backup)';

export const LATER_LEDGER_TOPICS =
  '--ledger FOLDER (a later `total-recall topics backup`, or one with --only-ledger; remove the topics of the prefix first)';
