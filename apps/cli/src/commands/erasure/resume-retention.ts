import type { ControlStore } from '@total-recall/ports';
import { openControl } from '@total-recall/data-folder';
import { SILENT_LOGGER } from '@total-recall/observability';
import type { Command } from 'commander';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { loadCluster } from '../../service/load-cluster.ts';
import { requireStoppedDataFolder } from '../../service/stopped-folder.ts';

interface ResumeOptions {
  readonly dataDir?: string;
  readonly cluster?: boolean;
  readonly json?: boolean;
}

/** Adds `retention resume`. It needs access to the machine or the cluster, as it is for all tenants. */
export function addResumeRetention(retention: Command, execute: (run: Run) => Promise<void>): void {
  retention
    .command('resume')
    .description(
      'Let retention erase again after the ledger was put back from a backup: for all tenants, once missing holds are placed again.',
    )
    .option('--data-dir <folder>', 'the data folder of a stopped service (TOTAL_RECALL_DATA_DIR)')
    .option('--cluster', 'a cluster, with the Kafka settings of its services in the environment; they may run')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nA ledger of before a hold does not know it, so what was held would be erased. Place such holds again first: total-recall hold place.\n\n' +
        'Example:\n  total-recall retention resume --data-dir /data',
    )
    // Options that `retention` has too are taken as its own.
    .action((_: ResumeOptions, command: Command) => execute((context) => resume(command.optsWithGlobals(), context)));
}

async function resume(options: ResumeOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const control = await openPaused(options, context);
  try {
    const pause = await control.retentionPause();
    if (pause) await control.putRetentionPause(undefined);
    const since = pause && new Date(pause.since).toISOString();
    if (options.json) terminal.out(JSON.stringify({ resumed: pause !== undefined, ...(since !== undefined && { pausedSince: since }) }));
    else terminal.out(since === undefined ? 'Retention was not paused.' : `Retention, paused since ${since}, erases again.`);
    return EXIT.ok;
  } finally {
    await control.close();
  }
}

async function openPaused({ dataDir, cluster }: ResumeOptions, { io }: CommandContext): Promise<ControlStore> {
  const settings = readSettings(io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: dataDir } });
  if (cluster) return (await loadCluster()).openClusterControl(clusterConfigOf('topics', settings), SILENT_LOGGER);
  await requireStoppedDataFolder(settings.dataDir);
  return openControl(settings);
}
