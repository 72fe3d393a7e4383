import { resolve } from 'node:path';
import { createSystemClock } from '@total-recall/runtime';
import { checkBackup, restoreFolder, type BackupManifest } from '@total-recall/data-folder';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { duration, plural } from '../../output/format-number.ts';
import { CONTROL_OF_BACKUP } from '../../output/restored-control.ts';
import { createProgressBar, stagesOf, type ProgressBar } from '../../output/progress-bar.ts';

interface RestoreOptions {
  readonly keys?: string;
  readonly masterKey?: string;
  readonly ledger?: string;
  readonly control?: string;
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
    .option('--ledger <file>', 'a later ledger.db of the same data folder: its erasures are repeated before the service answers')
    .option('--control <file>', 'a later control.db of the same data folder, so that API keys revoked since then stay revoked')
    .option('--check', 'only check that the backup is complete')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall restore /backups/memory /data --master-key /vault/master.key\n  total-recall restore /backups/memory --check\n\n' +
        'Exit code 1 if files are missing or damaged: all of them are listed, and the folder is left empty.',
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
  const { manifest, checked } = await restoreFolder({
    backup: resolve(backup),
    dataDir,
    masterKeyFile,
    masterKeys,
    readers,
    ...(options.keys !== undefined && { keysFile: resolve(options.keys) }),
    ...(options.masterKey !== undefined && { masterKeyFrom: resolve(options.masterKey) }),
    ...laterFiles(options),
    onProgress: stagesOf(progress, interrupted, 'Nothing was restored.'),
  }).finally(() => progress.clear());
  const ms = clock.monotonicMs() - startedMs;
  if (options.json) {
    const controlOf = options.control === undefined ? 'backup' : 'later';
    terminal.out(JSON.stringify({ seconds: Math.round(ms) / 1_000, folder: dataDir, controlOf, ...manifest, checked }));
  } else {
    terminal.out(`Restored ${contentsOf(manifest)} to ${dataDir} in ${duration(ms)}.`);
    if (checked.unreadable > 0)
      terminal.out(
        terminal.style(
          'red',
          `${plural(checked.unreadable, 'record')} cannot be read; they were already unreadable when the backup was made.`,
        ),
      );
    if (options.ledger !== undefined || !manifest.files.some(({ path }) => path.endsWith('/index.db')))
      terminal.out('The first start builds the read model from the log.');
    if (options.control === undefined) terminal.out(CONTROL_OF_BACKUP);
    terminal.out(
      `Start it: total-recall serve --data-dir ${folder}${manifest.log.partitions === 1 ? '' : `, with TOTAL_RECALL_PARTITIONS=${manifest.log.partitions}`}`,
    );
  }
  return checked.unreadable > 0 ? EXIT.failed : EXIT.ok;
}

function laterFiles({ ledger, control }: RestoreOptions) {
  return { ...(ledger !== undefined && { ledgerFile: resolve(ledger) }), ...(control !== undefined && { controlFile: resolve(control) }) };
}

async function check(backup: string, options: RestoreOptions, context: CommandContext, progress: ProgressBar): Promise<ExitCode> {
  const { terminal, interrupted } = context;
  const manifest = await checkBackup({
    backup,
    ...laterFiles(options),
    onProgress: stagesOf(progress, interrupted, 'The check was interrupted.'),
  }).finally(() => progress.clear());
  if (options.json) terminal.out(JSON.stringify({ ok: true, ...manifest }));
  else
    terminal.out(`${terminal.style('green', 'The backup is complete.')} ${contentsOf(manifest)}; keys ${manifest.keys.replace('_', ' ')}.`);
  return EXIT.ok;
}

function contentsOf({ log, artifacts, startedAt }: BackupManifest): string {
  const records = log.ends.reduce((sum, end) => sum + end + 1, 0);
  return `${plural(records, 'record')} and ${plural(artifacts.count, 'artifact')} of ${startedAt}`;
}
