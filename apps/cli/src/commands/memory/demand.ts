import type { Client } from '@total-recall/client';
import { createSystemClock } from '@total-recall/runtime';
import { Option, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { age, placeName, wholeNumber } from '../../option-values.ts';
import { percent, whole } from '../../output/format-number.ts';
import { renderTable } from '../../output/render-table.ts';
import { oneLine } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSession, requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface DemandOptions extends ConnectionOptions {
  readonly by: 'all' | 'day' | 'session';
  readonly session?: string;
  readonly since?: number;
  readonly limit: number;
  readonly json?: boolean;
}

type Report = Awaited<ReturnType<ReturnType<Client['space']>['demand']>>;

export function addDemand(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('demand')
      .description(
        'Show how recall is used in a space: how often it is called, how much of its evidence is used, how often it searches again.',
      ),
    'the space to report on',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .addOption(
      new Option('--by <what>', 'one line for all, for each day, or for each session').choices(['all', 'day', 'session']).default('all'),
    )
    .option('--session <name>', 'only this session', placeName)
    .option('--since <age>', 'how far back, such as 90m, 12h or 7d (default 30d)', age)
    .option('--limit <n>', 'largest number of lines', wholeNumber(1, 500), 50)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall demand\n  total-recall demand work --by day --since 7d\n\nExit code 3 if there is nothing to count.',
    )
    .action((space: string, options: DemandOptions) => execute((context) => demand(space, options, context)));
}

async function demand(space: string, options: DemandOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const memory = connect(options, context).client.space(space);
  const { session } = options;
  // A recall in a space or session that is not there is counted, too.
  if (session === undefined) await requireSpace(memory, space);
  else await requireSession(memory, { space, session });
  const report = await memory.demand({
    by: options.by,
    limit: String(options.limit),
    ...(session !== undefined && { session }),
    ...(options.since && { from: String(createSystemClock().now() - options.since) }),
  });
  if (options.json) terminal.out(JSON.stringify({ space, ...report }));
  else if (report.groups.length === 0) terminal.note(`The space ${space} has nothing to count since ${report.from}.`);
  else terminal.out(renderReport(report, context));
  return report.groups.length === 0 ? EXIT.notFound : EXIT.ok;
}

function renderReport({ by, groups }: Report, { terminal }: CommandContext): string {
  const rows = groups.map((group) => [
    oneLine(group.key),
    whole(group.turns),
    percent(group.pullFrequency),
    whole(group.retrievals),
    percent(group.escalationRate),
    group.tokensPerRetrieval === null ? '-' : whole(group.tokensPerRetrieval),
    percent(group.completeness),
    whole(group.received),
    percent(group.recallUseRate),
    percent(group.evidenceUseRate),
    `${whole(group.cited)}/${whole(group.exact)}/${whole(group.near)}`,
  ]);
  const titles = [
    'turns',
    'pulled',
    'recalls',
    'tried again',
    'tokens each',
    'complete',
    'received',
    'used',
    'evidence used',
    'cited/exact/near',
  ];
  return renderTable(
    [{ title: by === 'all' ? '' : by, max: 40 }, ...titles.map((title) => ({ title, align: 'right' as const }))],
    rows,
    terminal.style,
  );
}
