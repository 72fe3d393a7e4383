import type { Command } from 'commander';
import { TotalRecallApiError, type Client, type SpaceClient } from '@total-recall/client';
import type { CommandContext, Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { holdId as parseHoldId, wholeNumber } from '../../option-values.ts';
import { renderTable, type Column } from '../../output/render-table.ts';
import { oneLine } from '../../output/text-width.ts';
import { namedScope, withNamedScope, type NamedScopeOptions } from './named-scope.ts';
import { minute } from '../../output/render-facts.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSession, requireSpace } from '../../service/require-named.ts';
import { withSpace } from '../../space-argument.ts';

interface PlaceOptions extends ConnectionOptions, NamedScopeOptions {
  readonly name: string;
  readonly json?: boolean;
}

interface ListOptions extends ConnectionOptions {
  readonly released?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

interface ReleaseOptions extends ConnectionOptions {
  readonly reason?: string;
  readonly json?: boolean;
}

type Hold = Awaited<ReturnType<Client['hold']>>;

const COLUMNS: readonly Column[] = [
  { title: 'id' },
  { title: 'name', max: 40 },
  { title: 'keeps', max: 60 },
  { title: 'placed' },
  { title: 'by key' },
  { title: 'released' },
];

export function addHold(program: Command, execute: (run: Run) => Promise<void>): void {
  const hold = program.command('hold').description('Place, list and release legal holds, which keep events from erasure and retention.');
  const placed = withSpace(
    hold.command('place').description('Place a hold. It keeps present and future events until it is released.'),
    'the space to hold in; without other options, all of it',
  );
  withConnection(placed).requiredOption('--name <text>', 'your name for it, such as a case number; kept in the ledger forever');
  withNamedScope(placed)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall hold place main --session run-1 --name "case 4711"\n  total-recall hold place --subject customer-4711 --name "case 4712"\n\nThe key needs the scope hold.',
    )
    .action((space: string | undefined, options: PlaceOptions) => execute((context) => place(space, options, context)));
  withConnection(hold.command('list').description('List the active holds, newest first.'))
    .option('--released', 'include released holds')
    .option('--limit <n>', 'largest number to list', wholeNumber(1, 500), 50)
    .option('--json', 'print one JSON object')
    .action((options: ListOptions) => execute((context) => list(options, context)));
  withConnection(hold.command('release').description('Release a hold.').argument('<hold>', 'its id, as `hold list` shows it', parseHoldId))
    .option('--reason <text>', 'kept in the ledger forever')
    .option('--json', 'print one JSON object')
    .action((id: string, options: ReleaseOptions) => execute((context) => release(id, options, context)));
}

async function place(space: string | undefined, options: PlaceOptions, context: CommandContext): Promise<ExitCode> {
  const { client } = connect(options, context);
  const placed = await client.placeHold({ name: options.name, ...namedScope(space, options) });
  const { terminal } = context;
  if (options.json) terminal.out(JSON.stringify(placed));
  else terminal.out(`Hold ${placed.id} keeps ${keeps(placed)}.`);
  if (placed.underWay.length > 0)
    terminal.note(`The hold does not stop erasures that were requested before it and are still running: ${placed.underWay.join(', ')}.`);
  const missing = await missingIn(client, placed, options.subject);
  if (missing !== undefined) terminal.note(`${missing} The hold keeps what is appended to it later.`);
  return EXIT.ok;
}

async function missingIn(client: Client, placed: Hold, subject: string | undefined): Promise<string | undefined> {
  if (subject !== undefined) return missingSubject(client, subject, placed.space);
  return placed.space === undefined ? undefined : missingOf(client.space(placed.space), placed);
}

/**
 * Says that no event bears the data subject of a hold, as a misspelt one. The plan of an erasure tells, which a key without
 * the scope `erase` is not given; the audit has it as a plan.
 */
async function missingSubject(client: Client, subject: string, space: string | undefined): Promise<string | undefined> {
  try {
    await client.erase({ subject, dryRun: true, ...(space !== undefined && { space }) });
    return undefined;
  } catch (error) {
    const isMissing = error instanceof TotalRecallApiError && error.code === 'not_found';
    return isMissing ? 'No event bears this subject yet; capitals count.' : undefined;
  }
}

/**
 * Says that a hold names a space or a session without events, as a misspelt one. Says nothing where the service does not tell,
 * as to a key of the scope `hold` alone: the hold is placed by then.
 */
async function missingOf(memory: SpaceClient, { space, session }: Pick<Hold, 'space' | 'session'>): Promise<string | undefined> {
  try {
    if (session === undefined) await requireSpace(memory, space!);
    else await requireSession(memory, { space: space!, session });
    return undefined;
  } catch (error) {
    return error instanceof CommandError ? error.message : undefined;
  }
}

async function list(options: ListOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const query = { limit: String(options.limit), released: options.released ? 'true' : 'false' } as const;
  const { holds } = await connect(options, context).client.holds(query);
  if (options.json) terminal.out(JSON.stringify({ holds }));
  else if (holds.length === 0) terminal.note('There is no active hold.');
  else {
    const rows = holds.map((hold) => [
      hold.id,
      oneLine(hold.name),
      keeps(hold),
      minute(hold.at),
      hold.actor,
      hold.released ? minute(hold.released.at) : 'active',
    ]);
    terminal.out(renderTable(COLUMNS, rows, terminal.style));
  }
  return EXIT.ok;
}

async function release(id: string, options: ReleaseOptions, context: CommandContext): Promise<ExitCode> {
  const { reason } = options;
  const { client } = connect(options, context);
  const released = await client.releaseHold(id, { ...(reason !== undefined && { reason }) });
  if (options.json) context.terminal.out(JSON.stringify(released));
  else context.terminal.out(`Released hold ${released.id}, which kept ${keeps(released)}.`);
  return EXIT.ok;
}

function keeps({ what, space, session, eventIds }: Pick<Hold, 'what' | 'space' | 'session' | 'eventIds'>): string {
  switch (what) {
    case 'events':
      return `${eventIds?.length ?? 0} events of ${space}`;
    case 'session':
      return `${space}/${session}`;
    case 'space':
      return `all of ${space}`;
    case 'subject':
      return space === undefined ? 'a data subject' : `a data subject in ${space}`;
    case 'tenant':
      return 'everything of the tenant';
  }
}
