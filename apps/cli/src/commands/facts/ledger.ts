import { TotalRecallApiError, type ReplyWire, type SpaceClient } from '@total-recall/client';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { describeError } from '../../describe-error.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { entryId as parseEntryId, valueOf, wholeNumber } from '../../option-values.ts';
import { isMark, renderFacts, renderLedger, thisMoment, type LedgerEntry } from '../../output/render-facts.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSpace } from '../../service/require-named.ts';
import { decisionOf, spaceOf, undoCommand, withDecision, type DecideOptions } from './decision-options.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface LedgerOptions extends ConnectionOptions {
  readonly all?: boolean;
  readonly subject?: string;
  readonly limit: number;
  readonly json?: boolean;
}

export function addLedger(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('ledger')
      .description(
        'List the decisions about facts and settings, with actor and reason, newest first. `total-recall undo ENTRY` reverts one that can be undone.',
      ),
    'the space',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .option('--limit <n>', 'largest number to list', wholeNumber(1, 500), 50)
    .option('--subject <name>', 'show private facts of this person, too')
    .option('--all', 'include sweeps that decided nothing, as --json does')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExit code 3 if nothing was decided.')
    .action((space: string, options: LedgerOptions) => execute((context) => ledger(space, options, context)));
}

export function addUndo(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('undo')
    .description('Undo a decision: restores the facts and settings that it changed. Refused while later decisions depend on it.')
    .argument('<entry>', 'its id, as `total-recall ledger` shows it');
  withDecision(command).action((entryId: string, options: DecideOptions) => execute((context) => undo(entryId, options, context)));
}

async function ledger(space: string, options: LedgerOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const memory = connect(options, context).client.space(space);
  const entries = await entriesOf(memory, options);
  if (entries.length === 0) await requireSpace(memory, space);
  if (options.json) terminal.out(JSON.stringify({ space, entries }));
  else if (entries.length === 0) terminal.note(`Nothing was decided in ${space} yet.`);
  else terminal.out(renderLedger(entries, terminal.style));
  return entries.length === 0 ? EXIT.notFound : EXIT.ok;
}

/** Reads the latest entries; those that only say how far a sweep read are left out where a person reads them. */
async function entriesOf(memory: SpaceClient, { limit, all, json, subject }: LedgerOptions): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  const about = subject === undefined ? {} : { subject };
  let cursor: string | undefined;
  do {
    const page = await memory.ledger({ limit, ...about, ...(json !== true && { says: 'true' }), ...(cursor !== undefined && { cursor }) });
    entries.push(...page.entries.filter((entry) => all === true || json === true || !isMark(entry)));
    cursor = page.cursor;
  } while (cursor !== undefined && entries.length < limit);
  return entries.slice(0, limit);
}

async function undo(entryId: string, options: DecideOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  // Not where arguments are parsed: there, one that is too much is told first.
  valueOf('entry', entryId, parseEntryId);
  const answer = await spaceOf(options, context)
    .undo(entryId, decisionOf(options))
    .catch((error: unknown) => {
      throw undoFirst(error, options.space) ?? error;
    });
  if (options.json) terminal.out(JSON.stringify(answer));
  else {
    const facts = answer.restored.length === 0 ? 'No fact came back.' : restoredLine(answer.restored);
    terminal.out(answer.settings ? ['Undone.', ...answer.settings.map(settingLine)].join('\n') : `Undone. ${facts}`);
    if (answer.restored.length > 0) terminal.out(renderFacts(answer.restored, terminal.style, thisMoment()));
  }
  return EXIT.ok;
}

/** Gives the commands that undo what depends on an entry, in their order; undefined where nothing does. */
function undoFirst(error: unknown, space: string): CommandError | undefined {
  const later = error instanceof TotalRecallApiError && error.code === 'undo_refused' ? error.details['later'] : undefined;
  if (!Array.isArray(later)) return undefined;
  const lines = later.toReversed().map((id) => `  ${undoCommand(String(id), space)}`);
  return new CommandError(EXIT.failed, describeError(error).message, {
    code: 'undo_refused',
    advice: ['Undo these first, in this order:', ...lines].join('\n'),
    cause: error,
  });
}

/** Says what came back; what was said of the same thing since has replaced it ("until" names when). */
function restoredLine(restored: ReplyWire<'undoEntry'>['restored']): string {
  const isReplaced = restored.some(({ status }) => status.is === 'superseded');
  return isReplaced ? 'Restored; a fact with an end date has been replaced by a later one:' : 'Restored:';
}

/** Says what became of a setting that a reflection had set. */
function settingLine({ setting, to, heldBy }: NonNullable<ReplyWire<'undoEntry'>['settings']>[number]): string {
  if (heldBy !== undefined) return `${setting} keeps the value in the policy of the ${heldBy}: a person has set it.`;
  return to === null ? `${setting} is as it was before any reflection.` : `${setting} is ${to} again.`;
}
