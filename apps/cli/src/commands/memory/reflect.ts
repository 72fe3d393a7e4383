import type { ReplyWire } from '@total-recall/client';
import type { ReflectionReason } from '@total-recall/domain';
import { createSystemClock } from '@total-recall/runtime';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { age } from '../../option-values.ts';
import { percent, plural, whole } from '../../output/format-number.ts';
import { oneLine, printable } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface ReflectOptions extends ConnectionOptions {
  readonly since?: number;
  readonly apply?: boolean;
  readonly json?: boolean;
}

type Reflection = ReplyWire<'getReflection'>;

const DAY_MS = 86_400_000;

const REASONS: Readonly<Record<ReflectionReason, string>> = {
  pulls_often: 'agents recall in more than 30 % of turns: keep more in the window',
  pulls_rarely: 'agents hardly ever recall: a smaller window is enough',
  finds_nothing: 'more than 20 % of recalls find nothing',
  leaves_much: 'answers contain less than half of what matches',
  brings_unused: 'less than 10 % of the evidence is used',
};

const HELD: Readonly<Record<Reflection['held'][number]['by'], string>> = {
  tenant: 'kept as set in the policy of the tenant',
  space: 'kept as set in the policy of the space',
  undo: 'kept, because somebody undid such a change',
  bounds: 'kept, because the policy would be invalid with it',
};

export function addReflect(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('reflect')
      .description(
        'Evaluate recall in a space, name what it finds too rarely, and propose policy settings. Changes nothing without --apply.',
      ),
    'the space',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .option('--since <age>', 'how far back, such as 12h or 7d (default 1d)', age)
    .option('--apply', 'apply the proposals, except to settings that a person has set; `total-recall undo ENTRY` reverts them')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall reflect work --since 7d\n\nExit code 3 if there were too few recalls to judge.' +
        '\nWith `reflection: apply` in its policy a space applies proposals by itself once a day.',
    )
    .action((space: string, options: ReflectOptions) => execute((context) => reflectOn(space, options, context)));
}

async function reflectOn(space: string, options: ReflectOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const memory = connect(options, context).client.space(space);
  const from = createSystemClock().now() - (options.since ?? DAY_MS);
  const found = options.apply ? await memory.reflect({ from }) : await memory.reflection({ from: String(from) });
  if (!found.isEnough) await requireSpace(memory, space);
  if (options.json) terminal.out(JSON.stringify({ space, ...found }));
  else if (found.recalls === 0) terminal.note(`Nothing was recalled in ${space} since ${found.from}.`);
  else if (!found.isEnough) terminal.note(`${plural(found.recalls, 'recall')} since ${found.from}: too few to judge.`);
  else terminal.out(render(space, found));
  return found.isEnough ? EXIT.ok : EXIT.notFound;
}

function render(space: string, { kinds, sessions, proposals, held, applied, entryId }: Reflection): string {
  const verb = applied.length > 0 ? 'Set' : 'Proposed';
  const heldBy = new Map(held.map(({ setting, by }) => [setting, by]));
  return [
    ...(kinds.length > 0 ? ['Used most often when returned, so they should be returned more often:'] : []),
    ...kinds.map(({ kind, shown, used }) => `  ${kind}: ${percent(used / shown)} of ${whole(shown)} pieces`),
    ...(sessions.length > 0 ? ['Sessions whose recalls found nothing or had to search again:'] : []),
    ...sessions.map(({ session, retrievals, missed }) => `  ${oneLine(session)}: ${whole(missed)} of ${whole(retrievals)}`),
    ...(proposals.length > 0 ? [`${verb} for the policy of ${printable(space)}:`] : ['No changes are proposed.']),
    ...proposals.map(({ setting, from, to, why }) => {
      const by = heldBy.get(setting);
      return `  ${setting}: ${from} -> ${to}  (${REASONS[why]})${by === undefined ? '' : `; ${HELD[by]}`}`;
    }),
    ...(entryId === undefined ? [] : [`Undo: total-recall undo ${entryId} --space ${printable(space)}`]),
  ].join('\n');
}
