import { resolve } from 'node:path';
import type { TopicBackup } from '@total-recall/composition/cluster';
import { SILENT_LOGGER } from '@total-recall/observability';
import { createSystemClock } from '@total-recall/runtime';
import { Option, type Command } from 'commander';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { bytes, duration, plural } from '../../output/format-number.ts';
import { CONTROL_OF_BACKUP } from '../../output/restored-control.ts';
import { LATER_LEDGER_TOPICS, ledgerOfBackup } from '../../output/restored-ledger.ts';
import { oneLine } from '../../output/text-width.ts';
import { loadCluster } from '../../service/load-cluster.ts';

interface TopicsOptions {
  readonly json?: boolean;
}

interface BackupOptions extends TopicsOptions {
  readonly onlyLedger?: boolean;
  readonly onlyControl?: boolean;
}

interface RestoreOptions extends TopicsOptions {
  readonly ledger?: string;
  readonly control?: string;
}

export function addTopics(program: Command, execute: (run: Run) => Promise<void>): void {
  const topics = program
    .command('topics')
    .description(
      'Back up or restore the Kafka topics of a cluster (log, keys, control and audit), with the settings of its services in the environment.',
    );
  topics
    .command('backup')
    .description(
      'Copy all topics to an empty folder while the cluster runs. Bodies stay sealed and keys wrapped; the master key is not included.',
    )
    .argument('<folder>', 'an empty folder')
    .option('--only-ledger', 'copy only the ledger, for `restore --ledger`; small enough to copy often')
    .addOption(
      new Option('--only-control', 'copy only tenants, API keys, policies and the audit log, for `restore --control`').conflicts(
        'onlyLedger',
      ),
    )
    .option('--json', 'print one JSON object')
    .action((folder: string, options: BackupOptions) => execute((context) => backup(folder, options, context)));
  topics
    .command('restore')
    .description(
      'Restore a backup into a cluster that has no topics, or empty ones. Every record keeps its offset. All services must be stopped.',
    )
    .argument('<folder>', 'a backup made by `total-recall topics backup`')
    .option(
      '--ledger <folder>',
      'a later backup of the same cluster, or only of its ledger: erasures made since are repeated; without it data erased since is back',
    )
    .option('--control <folder>', 'a later backup of the same cluster, or only of its control data: API keys revoked since stay revoked')
    .option('--json', 'print one JSON object')
    .action((folder: string, options: RestoreOptions) => execute((context) => restore(folder, options, context)));
}

async function backup(folder: string, options: BackupOptions, context: CommandContext): Promise<ExitCode> {
  const clock = createSystemClock();
  const only = options.onlyLedger ? 'ledger' : options.onlyControl ? 'control' : undefined;
  let unnoted: string | undefined;
  const code = await timed(options, context, 'copied', async () => {
    const { backUpTopics } = await loadCluster();
    const made = await backUpTopics(clusterConfigOf('topics', readSettings(context.io)), SILENT_LOGGER, {
      folder: resolve(folder),
      version: context.version,
      clock,
      ...(only && { only }),
    });
    ({ unnoted } = made);
    return made;
  });
  if (unnoted !== undefined)
    context.terminal.note(`The backup could not be recorded (${oneLine(unnoted)}): certificates of erasures do not list it.`);
  return code;
}

async function restore(folder: string, options: RestoreOptions, context: CommandContext): Promise<ExitCode> {
  const { ledger, control } = options;
  let reopened = 0;
  const code = await timed(options, context, 'restored', async () => {
    const later = {
      ...(ledger !== undefined && { laterLedger: resolve(ledger) }),
      ...(control !== undefined && { laterControl: resolve(control) }),
    };
    const restored = await (
      await loadCluster()
    ).restoreTopics(clusterConfigOf('topics', readSettings(context.io)), SILENT_LOGGER, {
      folder: resolve(folder),
      ...later,
    });
    reopened = restored.reopened;
    return { controlOf: control === undefined ? 'backup' : 'later', ledgerOf: ledger === undefined ? 'backup' : 'later', ...restored };
  });
  if (!options.json && ledger === undefined) context.terminal.out(context.terminal.style('red', ledgerOfBackup(LATER_LEDGER_TOPICS)));
  if (!options.json && control === undefined) context.terminal.out(CONTROL_OF_BACKUP);
  if (reopened > 0) context.terminal.note(`${plural(reopened, 'erasure')} will be repeated before the service answers.`);
  return code;
}

async function timed(
  { json }: TopicsOptions,
  { terminal }: CommandContext,
  verb: string,
  run: () => Promise<TopicBackup>,
): Promise<ExitCode> {
  const clock = createSystemClock();
  const startedMs = clock.monotonicMs();
  const done = await run();
  const ms = clock.monotonicMs() - startedMs;
  const of = (topic: string) => done.files.filter((file) => file.topic === topic).reduce((sum, { records }) => sum + records, 0);
  const size = done.files.reduce((sum, file) => sum + file.bytes, 0);
  if (json) terminal.out(JSON.stringify({ seconds: Math.round(ms) / 1_000, ...done }));
  else
    terminal.out(
      `${plural(of('events'), 'record')} of the log, ${plural(of('keys'), 'record')} of keys, ${plural(of('control'), 'record')} of control ${verb}: ${bytes(size)} in ${duration(ms)}.`,
    );
  return EXIT.ok;
}
