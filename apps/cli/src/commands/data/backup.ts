import { resolve } from 'node:path';
import { createSystemClock } from '@total-recall/runtime';
import { backUpFolder, type BackedUp, type KeyDestination } from '@total-recall/data-folder';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { bytes, duration, plural, whole } from '../../output/format-number.ts';
import { createProgressBar, stagesOf } from '../../output/progress-bar.ts';
import { lacksArtifacts, sayArtifacts } from './say-artifacts.ts';
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
    .description(
      'Back up a data folder, whether its service is running or not. A later backup into the same folder copies only new artifacts.',
    )
    .argument('<folder>', 'the data folder')
    .argument('<target>', 'an empty folder, or an earlier backup of the same data folder')
    .option('--without-keys', 'leave out the keys; the backup is unreadable without a copy of them')
    .option('--keys-to <file>', 'write the keys to this file instead of the backup')
    .option('--with-master-key', 'include the master key, next to the data that it decrypts')
    .option('--with-read-model', 'include the read model and its vectors, which a restored service otherwise rebuilds')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall backup ~/.total-recall /backups/memory\n  total-recall backup /data /backups/memory --keys-to /vault/memory-keys.db\n\n' +
        'Exit code 1 if the backup is made but some records of the log cannot be read, or the folder lost artifacts: the service cannot read them either.\n' +
        'Artifacts that the folder lost are kept in the target, unless they were erased.\n' +
        'If the earlier backup in the target has more of the log, keys, API keys or erasures, it is kept and no backup is made.',
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
    onProgress: stagesOf(progress, interrupted, 'No backup was made; an earlier one in the target is intact.'),
  }).finally(() => progress.clear());
  const ms = clock.monotonicMs() - startedMs;
  if (options.json)
    terminal.out(
      JSON.stringify({
        seconds: Math.round(ms) / 1_000,
        artifactsCopied: done.artifacts.copied,
        artifactsReplaced: done.artifacts.replaced,
        artifactsKept: done.artifacts.kept,
        artifactsUnexplained: done.artifacts.unexplained,
        artifactsMissing: done.artifacts.missing,
        leftOut: done.leftOut,
        unnoted: done.unnoted,
        ...done.manifest,
      }),
    );
  else {
    const masterKeyPlace = masterKeys ? 'TOTAL_RECALL_MASTER_KEYS' : masterKeyFile;
    for (const line of describe(done, { dataDir, target: resolve(target), ms, masterKeyPlace, terminal })) terminal.out(line);
  }
  const { log, checked } = done.manifest;
  const hasLost = lacksArtifacts(done.artifacts);
  return log.fault !== undefined || (checked?.unreadable ?? 0) > 0 || hasLost ? EXIT.failed : EXIT.ok;
}

function keysTo({ withoutKeys, keysTo: file }: BackupOptions): KeyDestination {
  if (file !== undefined) return { kind: 'apart', file: resolve(file) };
  return { kind: withoutKeys ? 'left_out' : 'included' };
}

interface Said {
  readonly dataDir: string;
  readonly target: string;
  readonly ms: number;
  /** Name of the file or of the variable that the master key is in. */
  readonly masterKeyPlace: string;
  readonly terminal: CommandContext['terminal'];
}

function describe(
  { manifest, artifacts, leftOut, unnoted }: BackedUp,
  { dataDir, target, ms, masterKeyPlace, terminal: { style } }: Said,
): string[] {
  const { checked, log, files } = manifest;
  const size = files.reduce((sum, file) => sum + file.bytes, artifacts.bytes);
  const records = checked?.records ?? log.ends.reduce((sum, end) => sum + end + 1, 0);
  const lines = [
    `${plural(records, 'record')} and ${plural(artifacts.count, 'artifact')} (${whole(artifacts.copied)} of them new), ${bytes(size)}, in ${duration(ms)}: ${target}`,
  ];
  if (checked === undefined)
    lines.push(style('yellow', `Not checked: there is no master key in ${masterKeyPlace}, so no record could be decrypted.`));
  else if (checked.unreadable > 0) {
    const at = checked.unreadableAt.map(({ partition, offset }) => `${partition}/${offset}`).join(', ');
    lines.push(
      style(
        'red',
        `${plural(checked.unreadable, 'record')} of the log cannot be read (partition/offset ${at}), in the service or in the backup.`,
      ),
    );
  } else if (log.fault === undefined) lines.push(style('green', 'Every record can be decrypted with the copied keys.'));
  if (log.fault !== undefined)
    lines.push(style('red', `log.db is damaged: ${log.fault}. Records may be missing; restore it from an earlier backup.`));
  lines.push(...sayArtifacts(artifacts, { dataDir, target, style }));
  for (const name of leftOut) lines.push(style('yellow', `${name} is damaged and left out; a restored service rebuilds it.`));
  if (unnoted !== undefined)
    lines.push(
      style(
        'yellow',
        `backups.json of the data folder could not be updated (${oneLine(unnoted)}): certificates of erasures do not list this backup, or still list those that it replaced.`,
      ),
    );
  if (manifest.keys === 'left_out')
    lines.push(style('yellow', 'It does not contain the keys: without a copy of keys.db nobody can read this backup.'));
  if (manifest.masterKey === 'left_out')
    lines.push(`It does not contain the master key: keep a copy of ${masterKeyPlace} elsewhere. Without it nobody can read this backup.`);
  return lines;
}
