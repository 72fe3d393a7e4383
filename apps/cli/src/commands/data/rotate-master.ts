import { SILENT_LOGGER } from '@total-recall/observability';
import { rotateFolderMaster } from '@total-recall/data-folder';
import type { Command } from 'commander';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { loadCluster } from '../../service/load-cluster.ts';

interface RotateOptions {
  readonly dataDir?: string;
  readonly cluster?: boolean;
  readonly status?: boolean;
  readonly json?: boolean;
}

/** Adds `keys rotate-master`, beside the commands for API keys. */
export function addRotateMaster(keys: Command, execute: (run: Run) => Promise<void>): void {
  keys
    .command('rotate-master')
    .description('Wrap all keys under a new master key. The service may keep running. After an interruption, run it again to continue.')
    .option('--data-dir <folder>', 'the data folder of a running or stopped service (TOTAL_RECALL_DATA_DIR)')
    .option('--cluster', 'the keys of a cluster, with the settings of its services in the environment')
    .option('--status', 'only show the progress')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nEarlier backups open only with the master key that they were made under: keep that as long as you keep them.\n' +
        'If the key file is writable, this adds a new key and moves the old one to FILE.former beside it at the end, which no service reads.\n' +
        'If the keys are kept elsewhere, put the new key first in every process, run this, then remove the others.\n\nExamples:\n  total-recall keys rotate-master --data-dir /data\n' +
        '  total-recall keys rotate-master --cluster --status',
    )
    .action((options: RotateOptions) => execute((context) => rotate(options, context)));
}

const EARLIER_BACKUPS =
  'Earlier backups need the master key that they were made under. One that this takes out of a key file is kept beside it, in FILE.former ' +
  '(such as master.key.former): move that to where your copies of the key are, and destroy it with the last of those backups.';

async function rotate(options: RotateOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const settings = readSettings(context.io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
  const onlyLook = options.status === true;
  if (!options.json && !onlyLook) terminal.note(EARLIER_BACKUPS);
  const state = options.cluster
    ? await (await loadCluster()).rotateClusterMaster(clusterConfigOf('topics', settings), SILENT_LOGGER, { onlyLook })
    : await rotateFolderMaster(settings, { onlyLook });
  const { inForce, wanted, keys, behind } = state;
  if (options.json) terminal.out(JSON.stringify(state));
  else if (behind > 0)
    terminal.out(`${keys - behind} of ${keys} keys of spaces are wrapped under ${inForce.version}, ${behind} under another.`);
  else terminal.out(`All ${keys} keys of spaces are wrapped under master key ${inForce.version}.`);
  if (!options.json && wanted.version !== inForce.version) terminal.out(`${wanted.version} should wrap them: run this without --status.`);
  if (!options.json && !onlyLook) terminal.out('Keep a copy of the new master key elsewhere.');
  return EXIT.ok;
}
