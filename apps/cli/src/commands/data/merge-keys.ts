import { resolve } from 'node:path';
import { mergeFolderKeys } from '@total-recall/data-folder';
import type { Command } from 'commander';
import { readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { plural } from '../../output/format-number.ts';

interface MergeOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
}

/** Adds `keys merge`, beside the commands for API keys. */
export function addMergeKeys(keys: Command, execute: (run: Run) => Promise<void>): void {
  keys
    .command('merge')
    .description(
      'Unite the keys.db of a stopped service with another copy of it, older or newer: both open then what either opened, but for what was erased.',
    )
    .argument('<file>', 'the other copy of keys.db; it stays as it is')
    .option('--data-dir <folder>', 'the folder of a service that is stopped (TOTAL_RECALL_DATA_DIR)')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nFor a folder that went on with an older keys.db: sessions that began since have their keys there, those of before in the newest copy.\n' +
        'A copy that was made under an earlier master key needs that one in the key file too, behind the present one, until this is done.\n\n' +
        'Example:\n  total-recall keys merge /backups/keys.db --data-dir /data',
    )
    .action((file: string, options: MergeOptions) => execute((context) => merge(file, options, context)));
}

async function merge(file: string, options: MergeOptions, { io, terminal }: CommandContext): Promise<ExitCode> {
  const settings = readSettings(io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
  const merged = await mergeFolderKeys(settings, resolve(file));
  if (options.json) {
    terminal.out(JSON.stringify(merged));
    return EXIT.ok;
  }
  const { added, destroyed, erasesAgain } = merged;
  terminal.out(`${plural(added, 'key')} added, ${destroyed} destroyed that ${file} says are erased.`);
  if (erasesAgain) terminal.out('One of the two had not seen all erasures: the next start does those again before it answers.');
  terminal.out('A read model that was filled with one of them alone lacks what the other opens: run total-recall verify --repair then.');
  terminal.out('Remove the other copy once the service is well: it opens what was erased since.');
  return EXIT.ok;
}
