import { SILENT_LOGGER } from '@total-recall/observability';
import { rotateFolderMaster } from '@total-recall/data-folder';
import { configOf } from '@total-recall/runtime';
import type { Command } from 'commander';
import { readSettings, type CommandContext, type Run } from '../../command-context.ts';
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
    .description('Wrap all keys under another master key, while the service runs. Cut short, it goes on where it was.')
    .option('--data-dir <folder>', 'the folder of a service, running or stopped (TOTAL_RECALL_DATA_DIR)')
    .option('--cluster', 'the keys of a cluster, by the settings of a service in the environment')
    .option('--status', 'only say how it stands')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nA key file that may be written gets a new key and loses the old one at the end. Where the keys are kept elsewhere, put the new one first,\n' +
        'before the others, in every process; run this; then take the others away.\n\nExamples:\n  total-recall keys rotate-master --data-dir /data\n' +
        '  total-recall keys rotate-master --cluster --status',
    )
    .action((options: RotateOptions) => execute((context) => rotate(options, context)));
}

async function rotate(options: RotateOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const settings = readSettings(context.io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
  const onlyLook = options.status === true;
  const state = options.cluster
    ? await (await loadCluster()).rotateClusterMaster(configOf('topics', settings), SILENT_LOGGER, { onlyLook })
    : await rotateFolderMaster(settings, { onlyLook });
  const { inForce, wanted, keys, behind } = state;
  if (options.json) terminal.out(JSON.stringify(state));
  else if (behind > 0)
    terminal.out(`${keys - behind} of ${keys} keys of spaces are wrapped under ${inForce.version}, ${behind} under another.`);
  else terminal.out(`All ${keys} keys of spaces are wrapped under master key ${inForce.version}.`);
  if (!options.json && wanted.version !== inForce.version) terminal.out(`${wanted.version} is to wrap them: run this without --status.`);
  if (!options.json && !onlyLook)
    terminal.out('Keep a copy of the master key elsewhere. Earlier backups open with the one that they were made under: keep that too.');
  return EXIT.ok;
}
