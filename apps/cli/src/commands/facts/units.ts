import { UNIT_KINDS, type UnitKind } from '@total-recall/domain';
import { Option, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { entryId, wholeNumber } from '../../option-values.ts';
import { renderSurface, renderUnits, type Unit } from '../../output/render-units.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { readUpTo } from '../../service/read-up-to.ts';
import { requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface UnitsOptions extends ConnectionOptions {
  readonly query?: string;
  readonly kind?: UnitKind;
  readonly under?: string;
  readonly subject?: string;
  readonly speculative?: boolean;
  readonly atEntry?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const PAGE = 100;
/** Topics whose episodes are read for the tree. Below them stand the episodes that are in none. */
const OPENED_TOPICS = 20;

export function addUnits(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('units')
      .description('Show what a space is about: its topics and their episodes, or the units that match a query, each with its events.'),
    'the space',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .option('--query <words>', 'search for these words')
    .addOption(new Option('--kind <kind>', 'list units of this kind instead of the tree').choices(UNIT_KINDS))
    .option('--under <id>', 'list the parts of this topic or insight')
    .option('--subject <name>', 'include private units of this person')
    .option('--speculative', 'also name episodes that went alike though they are about other things: guesses of the service')
    .option('--at-entry <id>', 'units as the service had decided them by this entry of the ledger', entryId)
    .option('--limit <n>', 'largest number to list', wholeNumber(1, 10_000), 50)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall units\n  total-recall units work --query "staging deploy"\n  total-recall units work --kind insight\n\nEvents are named as `open` takes them. Exit code 3 if there is nothing.',
    )
    .action((space: string, options: UnitsOptions) => execute((context) => units(space, options, context)));
}

async function units(space: string, options: UnitsOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { query, kind, under, subject, speculative, atEntry, limit } = options;
  const client = connect(options, context).client.space(space);
  const isTree = query === undefined && kind === undefined && under === undefined;
  const own = {
    ...(subject !== undefined && { subject }),
    ...(speculative && { speculative: 'true' as const }),
    ...(atEntry !== undefined && { atEntry }),
  };
  const asked = {
    ...own,
    ...(query !== undefined && { query }),
    ...(isTree ? { kind: 'topic' as const } : kind !== undefined && { kind }),
    ...(under !== undefined && { under }),
  };
  const {
    items: found,
    isMore,
    last,
  } = await readUpTo(
    limit,
    (part) => client.units({ ...asked, ...part }),
    (page) => page.units,
  );
  const { surface } = last;
  if (found.length === 0) await requireSpace(client, space);
  const below = new Map<string, readonly Unit[]>();
  if (isTree) {
    for (const { id } of found.slice(0, OPENED_TOPICS)) below.set(id, (await client.units({ ...own, under: id, limit: PAGE })).units);
    if (found.length <= OPENED_TOPICS && found.length < limit) {
      const gathered = new Set([...below.values()].flat().map(({ id }) => id));
      const { units: episodes } = await client.units({ ...own, kind: 'episode', limit: PAGE });
      found.push(...episodes.filter(({ id }) => !gathered.has(id)).slice(0, limit - found.length));
    }
  }
  if (options.json) terminal.out(JSON.stringify({ space, units: found, surface, ...(isTree && { below: Object.fromEntries(below) }) }));
  else {
    if (found.length > 0) terminal.out(renderUnits(found, below, terminal.style));
    terminal.note(renderSurface(surface, space));
  }
  if (isMore) terminal.note(`There are more than ${limit}; see --limit.`);
  return found.length === 0 ? EXIT.notFound : EXIT.ok;
}
