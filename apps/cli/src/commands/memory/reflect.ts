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
  pulls_often: 'agents ask in more than 30 % of turns: keep more in the window',
  pulls_rarely: 'agents hardly ever ask: a smaller window does',
  finds_nothing: 'more than 20 % of recalls find nothing',
  leaves_much: 'answers hold less than half of what matches',
  brings_unused: 'less than 10 % of the evidence is used',
};

const HELD: Readonly<Record<Reflection['held'][number]['by'], string>> = {
  tenant: 'stays as the policy of the tenant says',
  space: 'stays as the policy of the space says',
  undo: 'stays, because somebody undid such a change',
  bounds: 'stays, because no policy would hold with it',
};

export function addReflect(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('reflect')
      .description('Read how recall did, name what it finds too rarely, and propose settings of policy. Changes nothing without --apply.'),
    'the memory',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .option('--since <age>', 'over the last 12h or 7d; 1d where absent', age)
    .option('--apply', 'set what is proposed, but for what a person has set; `total-recall undo ENTRY` takes it back')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall reflect work --since 7d\n\nExit code 3 where too little was recalled to say anything.' +
        '\nWith `reflection: apply` in its policy a space does so by itself once a day.',
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
  else if (!found.isEnough) terminal.note(`${plural(found.recalls, 'recall')} since ${found.from}: too few to say anything.`);
  else terminal.out(render(space, found));
  return found.isEnough ? EXIT.ok : EXIT.notFound;
}

function render(space: string, { kinds, sessions, proposals, held, applied, entryId }: Reflection): string {
  const verb = applied.length > 0 ? 'Set' : 'Proposed';
  const heldBy = new Map(held.map(({ setting, by }) => [setting, by]));
  return [
    ...(kinds.length > 0 ? ['Used most often where they came, so they should come more often:'] : []),
    ...kinds.map(({ kind, shown, used }) => `  ${kind}: ${percent(used / shown)} of ${whole(shown)} pieces`),
    ...(sessions.length > 0 ? ['Sessions whose recalls found nothing or had to try again:'] : []),
    ...sessions.map(({ session, retrievals, missed }) => `  ${oneLine(session)}: ${whole(missed)} of ${whole(retrievals)}`),
    ...(proposals.length > 0 ? [`${verb} for the policy of ${printable(space)}:`] : ['No setting should change.']),
    ...proposals.map(({ setting, from, to, why }) => {
      const by = heldBy.get(setting);
      return `  ${setting}: ${from} -> ${to}  (${REASONS[why]})${by === undefined ? '' : `; ${HELD[by]}`}`;
    }),
    ...(entryId === undefined ? [] : [`total-recall undo ${entryId} --space ${printable(space)} takes it back.`]),
  ].join('\n');
}
