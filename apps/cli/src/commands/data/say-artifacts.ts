import { join } from 'node:path';
import { listFiles, type BackedUp } from '@total-recall/data-folder';
import type { CommandContext } from '../../command-context.ts';
import { plural } from '../../output/format-number.ts';

type Artifacts = BackedUp['artifacts'];

interface Places {
  readonly dataDir: string;
  readonly target: string;
  readonly style: CommandContext['terminal']['style'];
}

/** Returns true where the data folder lost artifacts, whether the backup still has them or not. */
export function lacksArtifacts({ kept, unexplained, missing }: Artifacts): boolean {
  return kept.count + unexplained.count + missing.count > 0;
}

/** Says which artifacts the folder or the backup lost, and how to put them back. */
export function sayArtifacts({ replaced, kept, unexplained, missing }: Artifacts, { dataDir, target, style }: Places): string[] {
  const [store, copies] = [join(dataDir, 'artifacts'), join(target, 'artifacts')];
  const lines: string[] = [];
  if (replaced.count > 0)
    lines.push(
      style('yellow', `${plural(replaced.count, 'artifact')} of the backup damaged or gone, and copied anew: ${listFiles(replaced)}.`),
    );
  if (kept.count > 0)
    lines.push(
      style(
        'red',
        `${store} lost ${plural(kept.count, 'artifact')} that records refer to, or has them damaged: ${listFiles(kept)}. ` +
          `The copies of the earlier backup are kept. If the disk of ${store} is not mounted, mount it. Otherwise stop the service, ` +
          `copy these files from ${copies} to ${join(store, 'hot')}, under the same paths, and back up again.`,
      ),
    );
  if (unexplained.count > 0)
    lines.push(
      style(
        'red',
        `${store} does not have ${plural(unexplained.count, 'artifact')} of the earlier backup: ${listFiles(unexplained)}. ` +
          'They are kept, as not every record was decrypted to see whether they were erased. Back up with the master key and a log that can be read.',
      ),
    );
  if (missing.count > 0)
    lines.push(
      style(
        'red',
        `Neither ${store} nor the backup has ${plural(missing.count, 'artifact')} that records refer to, undamaged: ${listFiles(missing)}. ` +
          `Their events have only their previews. Put the files below ${join(store, 'hot')} if another backup has them, and back up again.`,
      ),
    );
  return lines;
}
