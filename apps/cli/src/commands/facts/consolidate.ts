import type { Command } from 'commander';
import { TotalRecallApiError } from '@total-recall/client';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { plural } from '../../output/format-number.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface ConsolidateOptions extends ConnectionOptions {
  readonly json?: boolean;
}

export function addConsolidate(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('consolidate')
      .description('Read the events of a space that are new since the last sweep and extract facts. The service also sweeps by itself.'),
    'the space',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  total-recall consolidate work && total-recall profile work')
    .action((space: string, options: ConsolidateOptions) => execute((context) => consolidate(space, options, context)));
}

async function consolidate(space: string, options: ConsolidateOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, interrupted } = context;
  const client = connect(options, context).client.space(space);
  const total = { events: 0, added: 0, confirmed: 0, superseded: 0 };
  let [left, groupsLeft] = [0, 0];
  let [hasSwept, isBehind] = [false, false];
  let modelFailure: string | undefined;
  for (let hasMore = true; hasMore && !interrupted.aborted;) {
    const swept = await client.consolidate().catch((error: unknown) => {
      // A sweep that put events into episodes alone has read none for facts.
      if (!hasSwept || !(error instanceof TotalRecallApiError && error.code === 'not_caught_up')) throw error;
      return undefined;
    });
    if (!swept) {
      isBehind = true;
      break;
    }
    hasSwept = true;
    for (const key of ['events', 'added', 'confirmed', 'superseded'] as const) total[key] += swept[key];
    left += swept.left ?? 0;
    groupsLeft += swept.groupsLeft ?? 0;
    modelFailure = swept.modelFailure ?? modelFailure;
    ({ hasMore } = swept);
  }
  const isNothing = total.events + total.added + total.confirmed + total.superseded === 0;
  if (total.events === 0) await requireSpace(client, space);
  if (options.json)
    terminal.out(
      JSON.stringify({
        space,
        ...total,
        ...(left > 0 && { left }),
        ...(groupsLeft > 0 && { groupsLeft }),
        ...(modelFailure !== undefined && { modelFailure }),
      }),
    );
  else if (isNothing && !isBehind) terminal.out(`${space} has no new events since the last sweep.`);
  else
    terminal.out(
      `${plural(total.events, 'event')} read: ${plural(total.added, 'fact')} added, ${total.confirmed} confirmed, ${total.superseded} replaced by later ones.`,
    );
  if (left > 0) terminal.note(`${space} has reached its limit of facts: ${plural(left, 'fact')} left out, and no later sweep adds them.`);
  if (groupsLeft > 0)
    terminal.note(
      `${space} has reached its limit of episodes, topics and insights: ${plural(groupsLeft, 'unit')} left out. Recall is not affected.`,
    );
  if (modelFailure !== undefined)
    terminal.note(
      `The language model was asked and gave no usable answer: ${modelFailure}. The rules decided alone; the next sweep asks it again.`,
    );
  if (isBehind) terminal.note(`Some new events of ${space} are not indexed yet. Run this again for the rest.`);
  return EXIT.ok;
}
