import { join, resolve } from 'node:path';
import { createSystemClock } from '@total-recall/runtime';
import { checkBackup, listFiles, restoreFolder, type Restored } from '@total-recall/data-folder';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { checkedLines, contentsOf, isWholeBackup } from '../../output/checked-backup.ts';
import { duration, plural } from '../../output/format-number.ts';
import { CONTROL_OF_BACKUP } from '../../output/restored-control.ts';
import { LATER_LEDGER_FILE, ledgerOfBackup } from '../../output/restored-ledger.ts';
import { createProgressBar, stagesOf, type ProgressBar } from '../../output/progress-bar.ts';

interface RestoreOptions {
  readonly keys?: string;
  readonly masterKey?: string;
  readonly ledger?: string;
  readonly control?: string;
  readonly withoutDamagedArtifacts?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addRestore(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('restore')
    .description("Restore a backup into a new data folder. Verifies every file's checksum and decrypts every record.")
    .argument('<backup>', 'a backup made by `total-recall backup`')
    .argument('[folder]', 'the data folder to create; it must be empty or not exist')
    .option('--keys <file>', 'a keys.db kept apart from the backup, or a later one of the same data folder')
    .option('--master-key <file>', 'a copy of the master key, to install where the service reads it')
    .option(
      '--ledger <file>',
      'a later ledger.db of the same data folder: its erasures are repeated before the service answers; without it data erased since is back',
    )
    .option('--control <file>', 'a later control.db of the same data folder, so that API keys revoked since then stay revoked')
    .option('--without-damaged-artifacts', 'leave out artifacts that the backup lacks or has damaged; their events keep their previews')
    .option('--check', 'only check the backup: every file, and with the master key (in it or --master-key) its keys and every record')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall restore /backups/memory /data --master-key /vault/master.key\n  total-recall restore /backups/memory --check --master-key /vault/master.key\n\n' +
        'Exit code 1 if files are missing or damaged: all of them are listed, and the folder is left empty.\n' +
        'Also 1 if the folder is restored without some artifacts or with records or a log.db that are damaged, and if --check finds that it would be.',
    )
    .action((backup: string, folder: string | undefined, options: RestoreOptions) =>
      execute((context) => restore(backup, folder, options, context)),
    );
}

async function restore(backup: string, folder: string | undefined, options: RestoreOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, interrupted } = context;
  const progress = createProgressBar(io, terminal, createSystemClock());
  if (options.check) return check(resolve(backup), options, context, progress);
  if (folder === undefined) throw new CommandError(EXIT.usage, 'Name the data folder to create, or give --check.');
  const { dataDir, masterKeyFile, masterKeys, readers } = readConfig('standalone', io, {
    TOTAL_RECALL_DATA_DIR: { flag: '<folder>', value: folder },
  });
  const clock = createSystemClock();
  const startedMs = clock.monotonicMs();
  const restored = await restoreFolder({
    backup: resolve(backup),
    dataDir,
    masterKeyFile,
    masterKeys,
    readers,
    ...keyFiles(options),
    ...laterFiles(options),
    withoutDamaged: options.withoutDamagedArtifacts === true,
    onProgress: stagesOf(progress, interrupted, 'Nothing was restored.'),
  }).finally(() => progress.clear());
  const ms = clock.monotonicMs() - startedMs;
  const { manifest, checked, missing, leftOut } = restored;
  if (options.json) {
    const controlOf = options.control === undefined ? 'backup' : 'later';
    const ledgerOf = options.ledger === undefined ? 'backup' : 'later';
    const artifacts = { artifactsLeftOut: leftOut.length, artifactsMissing: missing };
    terminal.out(
      JSON.stringify({ seconds: Math.round(ms) / 1_000, folder: dataDir, controlOf, ledgerOf, ...manifest, checked, ...artifacts }),
    );
  } else for (const line of describe(restored, { folder, dataDir, ms, options, terminal })) terminal.out(line);
  const isWhole = isWholeBackup({ manifest, missing, checked }) && leftOut.length === 0;
  return isWhole ? EXIT.ok : EXIT.failed;
}

interface Said {
  /** The data folder as it was typed. */
  readonly folder: string;
  readonly dataDir: string;
  readonly ms: number;
  readonly options: RestoreOptions;
  readonly terminal: CommandContext['terminal'];
}

function describe({ manifest, checked, missing, leftOut }: Restored, { folder, dataDir, ms, options, terminal }: Said): string[] {
  const lines = [`Restored ${contentsOf(manifest)} to ${dataDir} in ${duration(ms)}.`];
  const warn = (line: string): void => void lines.push(terminal.style('red', line));
  if (checked.unreadable > 0)
    warn(`${plural(checked.unreadable, 'record')} cannot be read; they were already unreadable when the backup was made.`);
  if (manifest.log.fault !== undefined)
    warn(
      `The structure of its log.db was damaged when the backup was made: ${manifest.log.fault}. Records that cannot be read are set aside.`,
    );
  if (leftOut.length > 0) warn(`${plural(leftOut.length, 'artifact')} of the backup left out, as they are missing or damaged in it.`);
  if (missing.count > 0)
    warn(
      `The folder lacks ${plural(missing.count, 'artifact')} that records refer to (${listFiles(missing)}): their events have only their previews. ` +
        `Put the files below ${join(dataDir, 'artifacts', 'hot')} if another copy has them.`,
    );
  if (options.ledger !== undefined || !manifest.files.some(({ path }) => path.endsWith('/index.db')))
    lines.push('The first start builds the read model from the log.');
  if (options.ledger === undefined) warn(ledgerOfBackup(LATER_LEDGER_FILE));
  if (options.control === undefined) lines.push(CONTROL_OF_BACKUP);
  const { partitions } = manifest.log;
  lines.push(`Start it: total-recall serve --data-dir ${folder}${partitions === 1 ? '' : `, with TOTAL_RECALL_PARTITIONS=${partitions}`}`);
  return lines;
}

function keyFiles({ keys, masterKey }: RestoreOptions) {
  return { ...(keys !== undefined && { keysFile: resolve(keys) }), ...(masterKey !== undefined && { masterKeyFrom: resolve(masterKey) }) };
}

function laterFiles({ ledger, control }: RestoreOptions) {
  return { ...(ledger !== undefined && { ledgerFile: resolve(ledger) }), ...(control !== undefined && { controlFile: resolve(control) }) };
}

async function check(backup: string, options: RestoreOptions, context: CommandContext, progress: ProgressBar): Promise<ExitCode> {
  const { terminal, interrupted } = context;
  const found = await checkBackup({
    backup,
    ...keyFiles(options),
    ...laterFiles(options),
    onProgress: stagesOf(progress, interrupted, 'The check was interrupted.'),
  }).finally(() => progress.clear());
  const { manifest, missing, checked, isOpened } = found;
  const isWhole = isWholeBackup(found);
  if (options.json) {
    const artifacts = { artifactsKnown: missing !== undefined, artifactsMissing: missing };
    terminal.out(JSON.stringify({ ok: isWhole, ...manifest, checked, recordsOpened: isOpened, ...artifacts }));
  } else for (const line of checkedLines(found, terminal)) terminal.out(line);
  return isWhole ? EXIT.ok : EXIT.failed;
}
