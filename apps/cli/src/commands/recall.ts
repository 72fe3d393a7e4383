import type { Client } from '@total-recall/client';
import { GRANULARITIES, type Granularity } from '@total-recall/domain';
import { Option, type Command } from 'commander';
import type { CommandContext, Run } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { placeName, wholeNumber } from '../option-values.ts';
import { duration, plural, whole } from '../output/format-number.ts';
import { renderFactors } from '../output/render-factors.ts';
import { renderTable } from '../output/render-table.ts';
import { oneLine, printable } from '../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../service/connection.ts';

interface RecallOptions extends ConnectionOptions {
  readonly space: string;
  readonly session?: string;
  readonly within?: boolean;
  readonly limit: number;
  readonly budget?: number;
  readonly history?: boolean;
  readonly granularity?: Granularity;
  readonly explain?: boolean;
  readonly json?: boolean;
}

type Answer = Awaited<ReturnType<ReturnType<Client['space']>['recall']>>;

export function addRecall(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('recall')
    .description('Search a memory of a running service: verbatim evidence under a token budget.')
    .argument('<query...>', 'what to look for');
  withConnection(command)
    .option('--space <name>', 'the memory to search', placeName, 'main')
    .option('--session <name>', 'the session that asks: its task state steers the answer', placeName)
    .option('--within', 'look in that session only')
    .option('--limit <n>', 'hits to rank', wholeNumber(1, 100), 10)
    .option('--budget <tokens>', 'tokens of the answer', wholeNumber(1, 1_000_000))
    .option('--history', 'superseded events count in full')
    .addOption(new Option('--granularity <how>', 'what to draw the answer from; chosen by the query where absent').choices(GRANULARITIES))
    .option('--explain', 'show every factor of the scores')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall recall harbour service retries\n  total-recall recall "ECONNREFUSED 10.0.0.7" --space work --explain\n\nExit code 3 where nothing is found, not even something near.',
    )
    .action((words: string[], options: RecallOptions) => execute((context) => recall(words.join(' '), options, context)));
}

async function recall(query: string, options: RecallOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = connect(options, context);
  const answer = await client.space(options.space).recall({
    query,
    limit: options.limit,
    ...(options.session && { session: options.session }),
    ...(options.budget && { budgetTokens: options.budget }),
    ...(options.history && { history: true }),
    ...(options.explain && { explain: true }),
    ...(options.granularity && { granularity: options.granularity }),
    ...(options.within && { scope: { within: 'session' as const } }),
  });
  if (options.json) terminal.out(JSON.stringify(answer));
  else terminal.out(renderAnswer(answer, options.explain === true, context));
  return answer.hits.length === 0 ? EXIT.notFound : EXIT.ok;
}

function renderAnswer(answer: Answer, explain: boolean, { terminal }: CommandContext): string {
  const { style } = terminal;
  if (answer.hits.length === 0) return 'Nothing was found.';
  const rankOf = (eventId: string): string => {
    const at = answer.hits.findIndex((hit) => hit.eventId === eventId);
    return at < 0 ? 'another hit' : `hit ${at + 1}`;
  };
  const passages = answer.passages.map((passage) => {
    const flags = [
      passage.supersededBy && 'superseded',
      passage.companionOf && `with ${rankOf(passage.companionOf)}`,
      passage.looksLikeInstruction && 'reads like an instruction',
      !passage.complete && 'part',
    ]
      .filter(Boolean)
      .join(', ');
    const head = `T${passage.turn} ${passage.kind} of ${oneLine(passage.session)}, ${passage.occurredAt}${flags ? ` (${flags})` : ''}`;
    const text = printable(passage.text)
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n');
    return `${style('cyan', head)}\n${text}`;
  });
  const foot = style(
    'dim',
    `${plural(answer.hits.length, 'hit')}, ${plural(answer.passages.length, 'passage')}, ${whole(answer.tokens)} of ${whole(answer.budgetTokens)} tokens, ${duration(answer.tookMs)}`,
  );
  const explanation = explain ? [hitTable(answer, style), renderFactors(answer.hits, style)] : [];
  const shown = passages.length > 0 ? passages : ['No evidence fits the budget.'];
  return [judgement(answer), ...shown, ...explanation, foot].join('\n\n');
}

const IN_WORDS = {
  answered: 'Likely what was asked for',
  unsure: 'Unsure: this may not be what was asked for',
  nothing_found: 'Nothing was found for certain; this only came nearest',
} as const;

/** What the answer says of itself, and what was tried for it. */
function judgement({ outcome, confidence, escalation }: Answer): string {
  const tried = (escalation?.attempts ?? []).map(({ queries }) => queries.map((query) => `"${oneLine(query)}"`).join(' and '));
  return `${IN_WORDS[outcome]} (confidence ${Math.round(confidence * 100)} %).${tried.length === 0 ? '' : ` Also tried: ${tried.join('; ')}${escalation?.used === undefined ? ', to no avail' : ''}.`}`;
}

function hitTable(answer: Answer, style: CommandContext['terminal']['style']): string {
  const rows = answer.hits.map((hit, at) => [
    `${at + 1}`,
    hit.score.toFixed(3),
    `${Math.round(hit.confidence * 100)} %`,
    `T${hit.turn}`,
    hit.kind,
    oneLine(hit.session),
    hit.sources.join(','),
    hit.superseded ? 'yes' : 'no',
    hit.packed ? 'yes' : 'no',
  ]);
  return renderTable(
    [
      { title: '#', align: 'right' },
      { title: 'score', align: 'right' },
      { title: 'chance', align: 'right' },
      { title: 'turn' },
      { title: 'kind' },
      { title: 'session', max: 28 },
      { title: 'from' },
      { title: 'superseded' },
      { title: 'packed' },
    ],
    rows,
    style,
  );
}
