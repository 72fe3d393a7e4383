import { describeSettings } from '@total-recall/runtime';
import type { Command } from 'commander';
import { readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { renderTable } from '../../output/render-table.ts';

interface ConfigOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

export function addConfig(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('config')
    .description('Show the settings read from the environment, or why they are not valid. Never shows secrets.')
    .option('--all', 'include settings that have their default')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\ndocs/configuration.md lists every variable.')
    .action((options: ConfigOptions) => execute((context) => config(options, context)));
}

async function config({ all = false, json }: ConfigOptions, { io, terminal }: CommandContext): Promise<ExitCode> {
  const settings = describeSettings(readSettings(io), io.env).filter(({ source }) => all || source !== 'default');
  if (json) terminal.out(JSON.stringify({ settings }));
  else if (settings.length === 0) terminal.out('Every setting has its default; --all lists them.');
  else {
    const columns = [{ title: 'variable' }, { title: 'value' }, { title: 'from' }];
    const rows = settings.map(({ variable, value, source }) => [
      variable,
      value ?? 'none',
      source === 'file' ? `${variable}_FILE` : source,
    ]);
    terminal.out(renderTable(columns, rows, terminal.style));
  }
  return EXIT.ok;
}
