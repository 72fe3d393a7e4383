import { join } from 'node:path';
import { countControlChanges, hasLedgerEntry, ledgerHeads } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';
import { CONTROL, LEDGER, readManifest, type BackupManifest } from './backup-manifest.ts';

type Described = Pick<BackupManifest, 'log' | 'checked'>;

/**
 * Refuses a backup whose log, keys, control data or ledger lack what the backup that it would replace has: none of them
 * ever becomes shorter. `place` is the folder of the new copies. Errors: `damaged`; the earlier backup stays.
 */
export async function refuseWorse(target: string, place: string, made: Described): Promise<void> {
  const earlier = await readManifest(target);
  const worse = earlier && (worseBy(made, earlier) ?? olderDecisions(place, join(target, earlier.databases)));
  if (worse === undefined) return;
  const { file, why, remedy } = worse;
  throw new TotalRecallError(
    'damaged',
    `${file} ${why}. The earlier backup in ${target} is kept. ${remedy}, or name another folder for a backup of what is left.`,
  );
}

interface Worse {
  readonly file: 'log.db' | 'keys.db' | 'control.db' | 'ledger.db';
  readonly why: string;
  readonly remedy: string;
}

function worseBy({ log, checked }: Described, earlier: Described): Worse | undefined {
  const logIs = (why: string): Worse => ({ file: 'log.db', why, remedy: 'Put log.db back from it' });
  if (log.fault !== undefined && earlier.log.fault === undefined) return logIs(`is damaged: ${log.fault}`);
  const partition = earlier.log.ends.findIndex((end, at) => (log.ends[at] ?? -1) < end);
  if (partition >= 0 && log.generation === earlier.log.generation)
    return logIs(
      `ends at record ${log.ends[partition] ?? -1} of partition ${partition}, and that of the earlier backup at ${earlier.log.ends[partition]}`,
    );
  if (checked === undefined || earlier.checked === undefined) return undefined;
  const [lost, more] = [checked.unreadable, checked.unreadable - earlier.checked.unreadable];
  if (more <= 0) return undefined;
  const at = checked.unreadableAt.map(({ partition: of, offset }) => `${of}/${offset}`).join(', ');
  const compared = `${more} more than the earlier backup`;
  const keyless = checked.keyless ?? 0;
  // An older log.db does not bring back a key, and lacks what was appended since.
  return keyless > (earlier.checked.keyless ?? 0)
    ? {
        file: 'keys.db',
        why: `is older than log.db, or lacks keys: it has none for ${keyless} of ${lost} records that cannot be read (partition/offset ${at}), ${compared}`,
        remedy: 'Run `total-recall keys merge` with the newest copy of keys.db',
      }
    : logIs(`has ${lost} records that cannot be read (partition/offset ${at}), ${compared}`);
}

/**
 * Compares control data and ledger with those of the earlier backup. Control data are compared by the number of their
 * changes, as at a start of the service. Nothing is said of an earlier file that is damaged.
 */
function olderDecisions(place: string, earlier: string): Worse | undefined {
  const [changes, before] = [place, earlier].map((folder) => countControlChanges(join(folder, CONTROL)));
  if (before !== undefined && (changes ?? 0) < before)
    return {
      file: CONTROL,
      why: `is older than that of the earlier backup: it has ${changes ?? 0} of ${before} changes of tenants, API keys and policies`,
      remedy: `Put ${CONTROL} back from ${earlier}`,
    };
  const ledger = join(place, LEDGER);
  const lacking = ledgerHeads(join(earlier, LEDGER))?.find((head) => !hasLedgerEntry(ledger, head));
  if (!lacking) return undefined;
  const end = ledgerHeads(ledger)?.find(({ partition }) => partition === lacking.partition)?.sequence ?? 0;
  const why =
    end < lacking.sequence
      ? `is older than that of the earlier backup: it has ${end} of ${lacking.sequence} entries`
      : `does not have entry ${lacking.sequence} of that of the earlier backup, so one of the two went on from an older copy`;
  return { file: LEDGER, why: `${why}. Erasures and legal holds would be lost`, remedy: `Put ${LEDGER} back from ${earlier}` };
}
