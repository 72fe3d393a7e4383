import { resolve } from 'node:path';
import { createSystemClock } from '@total-recall/runtime';
import { backUpFolder, type BackedUp, type KeyDestination } from '@total-recall/data-folder';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { bytes, duration, plural, whole } from '../../output/format-number.ts';
import { createProgressBar, stagesOf } from '../../output/progress-bar.ts';
import { oneLine } from '../../output/text-width.ts';

interface BackupOptions {
  readonly withoutKeys?: boolean;
  readonly keysTo?: string;
  readonly withMasterKey?: boolean;
  readonly withReadModel?: boolean;
  readonly json?: boolean;
}

export function addBackup(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('backup')
    .description('Copy a data folder, while its service runs or not. Again into the same place copies only artifacts that are new.')
    .argument('<folder>', 'the data folder')
    .argument('<target>', 'an empty folder, or one with an earlier backup of the same data folder')
    .option('--without-keys', 'leave the keys out: nobody can read the backup without a copy of them')
    .option('--keys-to <file>', 'put the keys there, and not into the backup')
    .option('--with-master-key', 'put the master key into the backup, beside what it opens')
    .option('--with-read-model', 'copy the read model and its vectors too, which a restored service else makes anew')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall backup ~/.total-recall /backups/memory\n  total-recall backup /data /backups/memory --keys-to /vault/memory-keys.db\n\n' +
        'Exit code 1 where the backup is finished and records of the log cannot be read: they cannot in the service either.\n' +
        'An earlier backup that has more of the log is kept, and none is made.',
    )
    .action((folder: string, target: string, options: BackupOptions) => execute((context) => backup(folder, target, options, context)));
}

async function backup(folder: string, target: string, options: BackupOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, version, interrupted } = context;
  if (options.withoutKeys && options.keysTo !== undefined)
    throw new CommandError(EXIT.usage, '--without-keys and --keys-to exclude each other.');
  const { dataDir, masterKeyFile, masterKeys } = readConfig('standalone', io, {
    TOTAL_RECALL_DATA_DIR: { flag: '<folder>', value: folder },
  });
  const clock = createSystemClock();
  const progress = createProgressBar(io, terminal, clock);
  const startedMs = clock.monotonicMs();
  const done = await backUpFolder({
    dataDir,
    masterKeyFile,
    masterKeys,
    target: resolve(target),
    keys: keysTo(options),
    withMasterKey: options.withMasterKey === true,
    withReadModel: options.withReadModel === true,
    version,
    clock,
    onProgress: stagesOf(progress, interrupted, 'No backup was made; an earlier one there is whole.'),
  }).finally(() => progress.clear());
  const ms = clock.monotonicMs() - startedMs;
  if (options.json)
    terminal.out(
      JSON.stringify({
        seconds: Math.round(ms) / 1_000,
        artifactsCopied: done.artifacts.copied,
        leftOut: done.leftOut,
        unnoted: done.unnoted,
        ...done.manifest,
      }),
    );
  else {
    const masterKeyPlace = masterKeys ? 'TOTAL_RECALL_MASTER_KEYS' : masterKeyFile;
    for (const line of describe(done, { target, ms, masterKeyPlace, terminal })) terminal.out(line);
  }
  const { log, checked } = done.manifest;
  return log.fault !== undefined || (checked?.unreadable ?? 0) > 0 ? EXIT.failed : EXIT.ok;
}

function keysTo({ withoutKeys, keysTo: file }: BackupOptions): KeyDestination {
  if (file !== undefined) return { kind: 'apart', file: resolve(file) };
  return { kind: withoutKeys ? 'left_out' : 'included' };
}

interface Said {
  readonly target: string;
  readonly ms: number;
  /** Name of the file or of the variable that the master key is in. */
  readonly masterKeyPlace: string;
  readonly terminal: CommandContext['terminal'];
}

function describe(
  { manifest, artifacts, leftOut, unnoted }: BackedUp,
  { target, ms, masterKeyPlace, terminal: { style } }: Said,
): string[] {
  const { checked, log, files } = manifest;
  const size = files.reduce((sum, file) => sum + file.bytes, artifacts.bytes);
  const records = checked?.records ?? log.ends.reduce((sum, end) => sum + end + 1, 0);
  const lines = [
    `${plural(records, 'record')} and ${plural(artifacts.count, 'artifact')} (${whole(artifacts.copied)} of them new), ${bytes(size)}, in ${duration(ms)}: ${target}`,
  ];
  if (checked === undefined)
    lines.push(style('yellow', `Not checked: there is no master key in ${masterKeyPlace}, so no record could be opened.`));
  else if (checked.unreadable > 0) {
    const at = checked.unreadableAt.map(({ partition, offset }) => `${partition}/${offset}`).join(', ');
    lines.push(
      style(
        'red',
        `${plural(checked.unreadable, 'record')} of the log cannot be read (partition/offset ${at}), neither in the service nor in the backup.`,
      ),
    );
  } else if (log.fault === undefined) lines.push(style('green', 'Every record opens with the keys that were copied.'));
  if (log.fault !== undefined)
    lines.push(style('red', `log.db is damaged: ${log.fault}. Records of it may be missing; put it back from an earlier backup.`));
  for (const name of leftOut) lines.push(style('yellow', `${name} is damaged and left out; a restored service makes it anew.`));
  if (unnoted !== undefined)
    lines.push(
      style(
        'yellow',
        `backups.json of the data folder was left as it is (${oneLine(unnoted)}): certificates of erasures do not tell of this backup, or still of those that it replaced.`,
      ),
    );
  if (manifest.keys === 'left_out')
    lines.push(style('yellow', 'The keys are not in it: without a copy of keys.db nobody can read this backup.'));
  if (manifest.masterKey === 'left_out')
    lines.push(`The master key is not in it: keep a copy of ${masterKeyPlace} elsewhere. Without it nobody can read this backup.`);
  return lines;
}
