import type { Command } from 'commander';
import { SILENT_LOGGER } from '@total-recall/observability';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { wholeNumber } from '../../option-values.ts';
import { whole } from '../../output/format-number.ts';
import { renderTable } from '../../output/render-table.ts';
import { loadCluster } from '../../service/load-cluster.ts';

interface ParkedOptions {
  readonly limit: number;
  readonly json?: boolean;
}

/** Adds `index parked`: records that were set aside so that later ones could go on. */
export function addParked(index: Command, execute: (run: Run) => Promise<void>): void {
  index
    .command('parked')
    .description(
      'List records that an index refused for good, in whole or in part, with the reason: the newest of the last 30 days. The log still has them.',
    )
    .option('--limit <n>', 'largest number to list', wholeNumber(1, 10_000), 100)
    .option('--json', 'print one JSON object')
    .action((options: ParkedOptions) => execute((context) => parked(options, context)));
}

async function parked({ limit, json }: ParkedOptions, { io, terminal }: CommandContext): Promise<ExitCode> {
  const writes = await (await loadCluster()).listParkedWrites(clusterConfigOf('topics', readSettings(io)), SILENT_LOGGER, limit);
  if (json) terminal.out(JSON.stringify({ parked: writes.map(({ key: _key, ...write }) => write) }));
  else if (writes.length === 0) terminal.out('Nothing is parked.');
  else {
    const titles = ['parked at', 'partition', 'offset', 'role', 'reason'];
    const rows = writes.map(({ parkedAt, position: { partition, offset }, role, reason }) => [
      new Date(parkedAt).toISOString(),
      whole(partition),
      whole(offset),
      role,
      reason,
    ]);
    const columns = titles.map((title) => ({
      title,
      align: title === 'partition' || title === 'offset' ? ('right' as const) : ('left' as const),
    }));
    terminal.out(renderTable(columns, rows, terminal.style));
  }
  return EXIT.ok;
}
