import type { SpaceClient } from '@total-recall/client';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { openable, placeName, wholeNumber } from '../../option-values.ts';
import { printable } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { inSession, isMissing, requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface OpenOptions extends ConnectionOptions {
  readonly space: string;
  readonly fromLine?: number;
  readonly toLine?: number;
  readonly budget?: number;
  readonly json?: boolean;
}

export function addOpen(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('open')
    .description('Print one event, some turns or a file of a space verbatim, by the name that recall, facts and units print.')
    .argument(
      '<ref>',
      'SESSION/e184, SESSION/e184:1200-1640 for a range of bytes, SESSION/T20-T27 for turns, an event id, or art_... for a file',
      openable,
    );
  withConnection(command)
    .option('--space <name>', 'the space that it is in', placeName, DEFAULT_SPACE)
    .option('--from-line <n>', 'start at this line', wholeNumber(1, 1_000_000_000))
    .option('--to-line <n>', 'stop after this line', wholeNumber(1, 1_000_000_000))
    .option('--budget <tokens>', 'token budget of the answer; a long event is read in parts', wholeNumber(64, 1_000_000))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  total-recall open fix-login/e3 --space work\n  total-recall open fix-login/e3 --from-line 120')
    .action((ref: string, options: OpenOptions) => execute((context) => open(ref, options, context)));
}

async function open(ref: string, options: OpenOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { fromLine, toLine, budget } = options;
  const memory = connect(options, context).client.space(options.space);
  const answer = await inPlace(memory, { space: options.space, ref }, () =>
    memory.open({
      ref,
      ...(fromLine !== undefined && { fromLine }),
      ...(toLine !== undefined && { toLine }),
      ...(budget !== undefined && { budgetTokens: budget }),
    }),
  );
  terminal.out(options.json ? JSON.stringify(answer) : printable(answer.rendered));
  return EXIT.ok;
}

/** Resolves to what `act` does. Where nothing is found, the space may be missing, or the session that the reference begins with. */
async function inPlace<T>(memory: SpaceClient, { space, ref }: { readonly space: string; readonly ref: string }, act: () => Promise<T>) {
  const [session, place] = ref.split('/');
  if (place !== undefined) return inSession(memory, { space, session: session! }, act);
  try {
    return await act();
  } catch (error) {
    if (isMissing(error)) await requireSpace(memory, space);
    throw error;
  }
}
