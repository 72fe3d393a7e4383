import { TotalRecallError } from '@total-recall/runtime';
import { readManifest, type BackupManifest } from './backup-manifest.ts';

type Described = Pick<BackupManifest, 'log' | 'checked'>;

/**
 * Refuses a backup whose log lacks what the backup that it would replace has: a log never becomes shorter. Errors:
 * `damaged`; the earlier backup stays.
 */
export async function refuseWorse(target: string, made: Described): Promise<void> {
  const earlier = await readManifest(target);
  const why = earlier && worseBy(made, earlier);
  if (why === undefined) return;
  throw new TotalRecallError(
    'damaged',
    `log.db ${why}. The earlier backup in ${target} is kept. Put log.db back from it, or name another folder for a backup of what is left.`,
  );
}

function worseBy({ log, checked }: Described, earlier: Described): string | undefined {
  if (log.fault !== undefined && earlier.log.fault === undefined) return `is damaged: ${log.fault}`;
  const partition = earlier.log.ends.findIndex((end, at) => (log.ends[at] ?? -1) < end);
  if (partition >= 0 && log.generation === earlier.log.generation)
    return `ends at record ${log.ends[partition] ?? -1} of partition ${partition}, and that of the earlier backup at ${earlier.log.ends[partition]}`;
  const [lost, lostBefore] = [checked?.unreadable ?? 0, earlier.checked?.unreadable ?? 0];
  if (lost > lostBefore && earlier.checked !== undefined) {
    const at = checked!.unreadableAt.map(({ partition: of, offset }) => `${of}/${offset}`).join(', ');
    return `has ${lost} records that cannot be read (partition/offset ${at}), ${lost - lostBefore} more than the earlier backup`;
  }
  return undefined;
}
