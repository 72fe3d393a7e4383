import { TotalRecallError } from '@total-recall/runtime';
import { readManifest, type BackupManifest } from './backup-manifest.ts';

type Described = Pick<BackupManifest, 'log' | 'checked'>;

/**
 * Refuses a backup whose log, or whose keys, lack what the backup that it would replace has: a log never becomes
 * shorter. Errors: `damaged`; the earlier backup stays.
 */
export async function refuseWorse(target: string, made: Described): Promise<void> {
  const earlier = await readManifest(target);
  const worse = earlier && worseBy(made, earlier);
  if (worse === undefined) return;
  const { file, why, remedy } = worse;
  throw new TotalRecallError(
    'damaged',
    `${file} ${why}. The earlier backup in ${target} is kept. ${remedy}, or name another folder for a backup of what is left.`,
  );
}

interface Worse {
  readonly file: 'log.db' | 'keys.db';
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
