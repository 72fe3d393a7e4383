import type { Command } from 'commander';
import type { Client } from '@total-recall/client';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { requireSpace } from '../../service/require-named.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { withSpace } from '../../space-argument.ts';
import { holdLines } from './hold-lines.ts';
import { addResumeRetention } from './resume-retention.ts';

interface RetentionOptions extends ConnectionOptions {
  readonly json?: boolean;
}

type Expired = Awaited<ReturnType<Client['expired']>>['spaces'][number];

export function addRetention(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('retention')
      .description('Show what the retention rules of the tenant or a space would erase with the next sweep. Changes nothing.'),
    'the space to check (default: all with rules)',
  );
  withConnection(command)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nRules are part of the policy: PUT /v1/policy with {"retention": [{"maxAgeDays": 90}]}. The key needs the scope erase.',
    )
    .action((space: string | undefined, options: RetentionOptions) => execute((context) => retention(space, options, context)));
  addResumeRetention(command, execute);
}

async function retention(space: string | undefined, options: RetentionOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = connect(options, context);
  const found = await client.expired({ ...(space !== undefined && { space }) });
  if (space !== undefined && found.spaces.length === 0) await requireSpace(client.space(space), space);
  if (options.json) terminal.out(JSON.stringify(found));
  else if (found.spaces.length === 0) terminal.note('No retention rule is in force here.');
  else for (const one of found.spaces) for (const line of describe(one)) terminal.out(line);
  return EXIT.ok;
}

function* describe({ space, counts, kinds, sessions, held, waiting, hasMore }: Expired): Generator<string> {
  yield `${space}: ${counts.events} events would be erased, among them ${counts.sessions} whole sessions${hasMore ? '; there are more' : ''}.`;
  for (const [kind, count] of Object.entries(kinds)) yield `  ${kind}: ${count}`;
  for (const session of sessions) yield `  session ${session}`;
  yield* holdLines(held?.holds ?? [], 'that are past their age');
  if (waiting.length > 0) yield `  would exceed the limit for erasing single events, and are erased whole later: ${waiting.join(', ')}`;
}
