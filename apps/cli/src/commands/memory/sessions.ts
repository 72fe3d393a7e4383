import type { Client } from '@total-recall/client';
import { besideName } from '@total-recall/runtime';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { wholeNumber } from '../../option-values.ts';
import { whole } from '../../output/format-number.ts';
import { renderTable, type Column } from '../../output/render-table.ts';
import { oneLine } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { readUpTo } from '../../service/read-up-to.ts';
import { noSuchSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface SessionsOptions extends ConnectionOptions {
  readonly spaces?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

const EXCHANGES =
  'Sessions NAME.exchanges (a long NAME is cut and gets a hash) record what was recalled through the proxy in the session NAME and are not conversations';

export function addSessions(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program.command('sessions').description('List the sessions of a space, or the spaces, of a running service.'),
    'the space to list',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .option('--spaces', 'list the spaces instead')
    .option('--limit <n>', 'largest number to list', wholeNumber(1, 100_000), 1_000)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall sessions work\n  total-recall sessions --spaces\n\nExit code 3 if the space main has no session or --spaces finds no space; 1 if there is no space of that name.',
    )
    .action((space: string, options: SessionsOptions) =>
      execute((context) => (options.spaces ? listSpaces(options, context) : listSessions(space, options, context))),
    );
}

async function listSessions(space: string, options: SessionsOptions, context: CommandContext): Promise<ExitCode> {
  const memory = connect(options, context).client.space(space);
  const { items: sessions } = await readUpTo(
    options.limit,
    (part) => memory.sessions(part),
    (page) => page.sessions,
  );
  if (sessions.length === 0 && space !== DEFAULT_SPACE) throw noSuchSpace(space);
  const columns: Column[] = [
    // Whole, as the next command takes it; so are the names of spaces.
    { title: 'session' },
    ...numbers('events', 'turn', 'compactions', 'markers'),
    { title: 'last event' },
  ];
  const rows = sessions.map((each) => [
    oneLine(each.session),
    whole(each.events),
    whole(each.turn),
    whole(each.cycle),
    whole(each.markers),
    minute(each.lastAt),
  ]);
  const code = show(
    { space, sessions },
    `The space ${space} has no session. \`total-recall sessions --spaces\` lists all spaces.`,
    columns,
    rows,
    options,
    context,
  );
  const notes = countExchanges(sessions);
  if (notes > 0 && !options.json) context.terminal.note(`${EXCHANGES}: ${whole(notes)}.`);
  return code;
}

/** Counts the sessions in which the proxy keeps what was recalled within answers: they have no turn of a conversation. */
function countExchanges(sessions: readonly { readonly session: string; readonly turn: number }[]): number {
  const shortened = new Set(sessions.map(({ session }) => besideName(session, 'exchanges')));
  return sessions.filter(({ session, turn }) => turn === 0 && (session.endsWith('.exchanges') || shortened.has(session))).length;
}

async function listSpaces(options: SessionsOptions, context: CommandContext): Promise<ExitCode> {
  const client: Client = connect(options, context).client;
  const { items: spaces } = await readUpTo(
    options.limit,
    (part) => client.spaces(part),
    (page) => page.spaces,
  );
  const columns: Column[] = [{ title: 'space' }, ...numbers('sessions', 'events'), { title: 'last event' }];
  const rows = spaces.map((each) => [oneLine(each.space), whole(each.sessions), whole(each.events), minute(each.lastAt)]);
  return show({ spaces }, 'There is no space yet.', columns, rows, options, context);
}

function numbers(...titles: string[]): Column[] {
  return titles.map((title) => ({ title, align: 'right' as const }));
}

function minute(time: string | number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

function show(
  answer: object,
  none: string,
  columns: readonly Column[],
  rows: readonly string[][],
  options: SessionsOptions,
  { terminal }: CommandContext,
): ExitCode {
  if (options.json) terminal.out(JSON.stringify(answer));
  else if (rows.length === 0) terminal.note(none);
  else terminal.out(renderTable(columns, rows, terminal.style));
  return rows.length === 0 ? EXIT.notFound : EXIT.ok;
}
