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
      'Merge another copy of keys.db, older or newer, into that of a stopped service. The result decrypts what either copy could, except what was erased.',
    )
    .argument('<file>', 'the other copy of keys.db; it is not changed')
    .option('--data-dir <folder>', 'the data folder of a stopped service (TOTAL_RECALL_DATA_DIR)')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nUse it if a service ran with an older keys.db: newer sessions have their keys there, earlier ones in the newest copy.\n' +
        'If the copy was made under an earlier master key, add that key to the key file after the present one until this is done.\n\n' +
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
  terminal.out(`${plural(added, 'key')} added, ${destroyed} destroyed because ${file} marks them as erased.`);
  if (erasesAgain) terminal.out('One copy had not seen all erasures: the next start repeats them before it answers.');
  terminal.out('A read model built with only one copy lacks what the other decrypts: run `total-recall verify --repair`.');
  terminal.out('Remove the other copy once the service works: it can decrypt what was erased since.');
  return EXIT.ok;
}
