import { GRANULARITIES, type Granularity } from '@total-recall/domain';
import { createSystemClock } from '@total-recall/runtime';
import { Option, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { entryId, placeName, wholeNumber } from '../../option-values.ts';
import { isEmptyAnswer, renderRecall } from '../../output/render-recall.ts';
import { readMoment } from '../../read-time.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSession, requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface RecallOptions extends ConnectionOptions {
  readonly space: string;
  readonly session?: string;
  readonly within?: boolean;
  readonly limit?: number;
  readonly budget?: number;
  readonly history?: boolean;
  readonly asOf?: string;
  readonly validAt?: string;
  readonly atEntry?: string;
  readonly granularity?: Granularity;
  readonly explain?: boolean;
  readonly json?: boolean;
}

export function addRecall(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('recall')
    .description('Search a space of a running service. Returns verbatim evidence within a token budget.')
    .argument('<query...>', 'what to look for');
  withConnection(command)
    .option('--space <name>', 'the space to search', placeName, DEFAULT_SPACE)
    .option('--session <name>', 'the session that asks; its task state influences the ranking', placeName)
    .option('--within', 'search only that session')
    .option('--limit <n>', 'most events to answer from (default: what the budget takes; 10 are listed as hits)', wholeNumber(1, 100))
    .option('--budget <tokens>', 'token budget of the answer', wholeNumber(64, 1_000_000))
    .option('--history', 'rank superseded events like current ones')
    .option('--as-of <when>', 'only events that had occurred by then: a date, a time, or words such as "last Tuesday"')
    .option('--valid-at <when>', 'what was true then: statements of other times come after those of then')
    .option('--at-entry <id>', 'by the decisions up to this entry of the ledger', entryId)
    .addOption(new Option('--granularity <how>', 'what to build the answer from (default: chosen by the query)').choices(GRANULARITIES))
    .option('--explain', 'show how each score was computed')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall recall harbour service retries\n  total-recall recall "ECONNREFUSED 10.0.0.7" --space work --explain\n\nExit code 3 if nothing is found, not even a near match.',
    )
    .action((words: string[], options: RecallOptions) => execute((context) => recall(words.join(' '), options, context)));
}

async function recall(query: string, options: RecallOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { space, session, within } = options;
  const memory = connect(options, context).client.space(space);
  const now = createSystemClock().now();
  if (session !== undefined) await requireSession(memory, { space, session });
  const answer = await memory.recall({
    query,
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(session !== undefined && { session }),
    ...(options.budget && { budgetTokens: options.budget }),
    ...(options.history && { history: true }),
    ...(options.asOf && { asOf: await readMoment('--as-of', options.asOf, now) }),
    ...(options.validAt && { validAt: await readMoment('--valid-at', options.validAt, now) }),
    ...(options.atEntry && { atEntry: options.atEntry }),
    ...(options.explain && { explain: true }),
    ...(options.granularity && { granularity: options.granularity }),
    ...(within && { scope: { within: 'session' as const } }),
  });
  if (isEmptyAnswer(answer)) await requireSpace(memory, space);
  if (options.json) terminal.out(JSON.stringify(answer));
  else terminal.out(renderRecall(answer, options.explain === true, terminal));
  if (isEmptyAnswer(answer) && !options.json)
    terminal.note(`Searched the space ${space}; \`total-recall sessions --spaces\` lists all spaces.`);
  return isEmptyAnswer(answer) ? EXIT.notFound : EXIT.ok;
}
