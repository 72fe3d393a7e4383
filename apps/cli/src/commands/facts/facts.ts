import { FACT_LABELS, type FactLabel } from '@total-recall/domain';
import { createSystemClock } from '@total-recall/runtime';
import { Option, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { entryId, wholeNumber } from '../../option-values.ts';
import { plural } from '../../output/format-number.ts';
import { minute, renderFacts, renderProfile, thisMoment, type AnswerMoment } from '../../output/render-facts.ts';
import { printable } from '../../output/text-width.ts';
import { readMoment } from '../../read-time.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { readUpTo } from '../../service/read-up-to.ts';
import { requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface MomentOptions {
  readonly asOf?: string;
  readonly validAt?: string;
  readonly atEntry?: string;
}

interface FactsOptions extends ConnectionOptions, MomentOptions {
  readonly label?: FactLabel;
  readonly subject?: string;
  readonly attribute?: string;
  readonly text?: string;
  readonly history?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

interface ProfileOptions extends ConnectionOptions, MomentOptions {
  readonly label?: FactLabel;
  readonly subject?: string;
  readonly attribute?: string;
  readonly json?: boolean;
}

const ATTRIBUTE = 'only this attribute, as `profile` names it, such as "deploy region"';

export function addFacts(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program.command('facts').description('List the facts of a space, each with its evidence, start time and id.'),
    'the space',
    DEFAULT_SPACE,
  );
  withMoment(
    withConnection(command)
      .addOption(new Option('--label <label>', 'only facts with this label').choices(FACT_LABELS))
      .option('--subject <name>', 'only facts about this person, project or thing; required to see private facts of a person')
      .option('--attribute <name>', ATTRIBUTE)
      .option('--text <words>', 'only facts that contain all of these words')
      .option('--history', 'include facts that were replaced or withdrawn'),
  )
    .option('--limit <n>', 'largest number to list', wholeNumber(1, 100_000), 200)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall facts\n  total-recall facts work --text region --history\n  total-recall facts --as-of "last Tuesday"\n\n`total-recall consolidate` reads new events. Exit code 3 if there are no facts.',
    )
    .action((space: string, options: FactsOptions) => execute((context) => facts(space, options, context)));
}

export function addProfile(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('profile')
      .description('Show what is known about a person, a project or a task: the current value first, earlier ones below it.'),
    'the space',
    DEFAULT_SPACE,
  );
  withMoment(
    withConnection(command)
      .addOption(new Option('--label <label>', 'only facts with this label').choices(FACT_LABELS))
      .option('--subject <name>', 'about whom or what (default: every subject)')
      .option('--attribute <name>', ATTRIBUTE),
  )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall profile --subject billing\n  total-recall profile work --subject anna --as-of "last Tuesday"\n  total-recall profile --attribute "deploy region" --valid-at 2026-05-03\n\nExit code 3 if there are no facts.',
    )
    .action((space: string, options: ProfileOptions) => execute((context) => profile(space, options, context)));
}

function withMoment(command: Command): Command {
  return command
    .option('--as-of <when>', 'facts known at that time, by the times of the events: a date, a time, or words such as "last Tuesday"')
    .option('--valid-at <when>', 'only facts that were true then')
    .option('--at-entry <id>', 'facts as the service had decided them by this entry of the ledger', entryId);
}

/** Reads the moment that the options name, and says how it was read. Days and words are in UTC. */
async function momentOf({ asOf, validAt, atEntry }: MomentOptions, { terminal }: CommandContext) {
  const now = createSystemClock().now();
  const read = async (flag: string, words: string | undefined) =>
    words === undefined ? undefined : new Date(await readMoment(flag, words, now)).toISOString();
  const moment = { asOf: await read('--as-of', asOf), validAt: await read('--valid-at', validAt) };
  if (moment.asOf !== undefined) terminal.note(`Known by ${minute(moment.asOf)} UTC.`);
  if (moment.validAt !== undefined) terminal.note(`True at ${minute(moment.validAt)} UTC.`);
  return {
    ...(moment.asOf !== undefined && { asOf: moment.asOf }),
    ...(moment.validAt !== undefined && { validAt: moment.validAt }),
    ...(atEntry !== undefined && { atEntry }),
  };
}

/** Returns the moment of an answer; what was known or decided by an earlier one held then, and may have been replaced since. */
function answeredAt({ asOf, validAt, atEntry }: MomentOptions): AnswerMoment {
  const now = thisMoment();
  return { at: validAt ?? asOf ?? now.at, holding: asOf === undefined && atEntry === undefined ? now.holding : 'then' };
}

async function facts(space: string, options: FactsOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { label, subject, attribute, text, history, limit } = options;
  const client = connect(options, context).client.space(space);
  const moment = await momentOf(options, context);
  const query = {
    ...moment,
    ...(label !== undefined && { label }),
    ...(subject !== undefined && { subject }),
    ...(attribute !== undefined && { attribute }),
    ...(text !== undefined && { text }),
    ...(history && { history: 'true' }),
  };
  const { items: found, isMore } = await readUpTo(
    limit,
    (part) => client.facts({ ...query, ...part }),
    (page) => page.facts,
  );
  if (found.length === 0) await requireSpace(client, space);
  if (options.json) terminal.out(JSON.stringify({ space, facts: found }));
  else if (found.length === 0) terminal.note(`${space} has no such facts. \`total-recall consolidate ${space}\` reads new events.`);
  else terminal.out(renderFacts(found, terminal.style, answeredAt(moment)));
  if (isMore) terminal.note(`There are more than ${limit}; see --limit.`);
  return found.length === 0 ? EXIT.notFound : EXIT.ok;
}

async function profile(space: string, options: ProfileOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { label, subject, attribute } = options;
  const client = connect(options, context).client.space(space);
  const moment = await momentOf(options, context);
  const { profiles, left, historyLeft } = await client.profile({
    ...moment,
    ...(label !== undefined && { label }),
    ...(subject !== undefined && { subject }),
    ...(attribute !== undefined && { attribute }),
  });
  if (profiles.length === 0) await requireSpace(client, space);
  if (options.json) terminal.out(JSON.stringify({ space, profiles, left, historyLeft }));
  else if (profiles.length === 0)
    terminal.note(
      `${space} has no${label === undefined && attribute === undefined ? '' : ' such'} facts${subject === undefined ? '' : ` about ${printable(subject)}`}.`,
    );
  else terminal.out(profiles.map((one) => renderProfile(one, terminal.style, answeredAt(moment))).join('\n\n'));
  if (left !== undefined)
    terminal.note(`${plural(left, 'fact')} found no room; \`total-recall facts\` lists all, and --subject or --attribute shows fewer.`);
  if (historyLeft !== undefined)
    terminal.note(`${plural(historyLeft, 'earlier fact')} found no room; \`total-recall facts --history\` lists all.`);
  return profiles.length === 0 ? EXIT.notFound : EXIT.ok;
}
