import { listFiles, type BackupManifest, type CheckedBackup } from '@total-recall/data-folder';
import { plural } from './format-number.ts';
import type { Terminal } from './terminal.ts';

/** Findings about a backup that a check and a restore have in common. */
type FoundInBackup = Pick<CheckedBackup, 'manifest' | 'missing' | 'checked'>;

/** Says what a check of a backup found: whether it can be restored whole, and what was looked at. */
export function checkedLines(found: CheckedBackup, terminal: Pick<Terminal, 'style'>): string[] {
  const { manifest, missing, checked, isOpened } = found;
  const contents = `${contentsOf(manifest)}; keys ${manifest.keys.replace('_', ' ')}.`;
  const problems = problemsOf(found).map((problem) => terminal.style('red', problem));
  const isKnown = missing !== undefined && checked !== undefined;
  const says = isKnown ? 'The backup is complete.' : 'Every file of the backup is as it was written.';
  const lines =
    problems.length > 0 ? [...problems, `All other files are whole: ${contents}`] : [`${terminal.style('green', says)} ${contents}`];
  if (isOpened && checked) {
    const erased = checked.erased > 0 ? `, ${checked.erased} of them erased before the backup` : '';
    lines.push(`The master key opens its keys, and they open ${plural(checked.records - checked.unreadable, 'record')}${erased}.`);
  } else {
    const by = isKnown ? 'Its records were opened when it was made, and not now.' : UNKNOWN;
    lines.push(terminal.style('yellow', `${by} Check it with --master-key to see that your copy of that key opens them.`));
  }
  return lines;
}

/** Returns true where a restore would leave nothing out, as far as that is known. */
export function isWholeBackup(found: FoundInBackup): boolean {
  return problemsOf(found).length === 0;
}

const UNKNOWN =
  'It is not known that it has every artifact that records refer to, nor that they can be read: it was made without the master key, or by an earlier version.';

function problemsOf({ manifest: { log }, missing, checked }: FoundInBackup): string[] {
  const problems: string[] = [];
  if (missing !== undefined && missing.count > 0)
    problems.push(
      `The backup lacks ${plural(missing.count, 'artifact')} that records refer to: ${listFiles(missing)}. ` +
        'The data folder had lost them: put them back there and back up again, or take an earlier backup.',
    );
  if (checked !== undefined && checked.unreadable > 0) {
    const at = checked.unreadableAt.map(({ partition, offset }) => `${partition}/${offset}`).join(', ');
    problems.push(
      `${plural(checked.unreadable, 'record')} of the backup cannot be read (partition/offset ${at}). An earlier backup may have them.`,
    );
  }
  if (log.fault !== undefined) problems.push(`The structure of its log.db is damaged: ${log.fault}.`);
  return problems;
}

export function contentsOf({ log, artifacts, startedAt }: BackupManifest): string {
  const records = log.ends.reduce((sum, end) => sum + end + 1, 0);
  return `${plural(records, 'record')} and ${plural(artifacts.count, 'artifact')} of ${startedAt}`;
}
