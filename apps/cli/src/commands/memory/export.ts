import type { Writable } from 'node:stream';
import { createSystemClock } from '@total-recall/runtime';
import { exportSpace, type Exported } from '@total-recall/transfer';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { placeName, several } from '../../option-values.ts';
import { duration, plural } from '../../output/format-number.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { createLineWriter } from '../../output/line-writer.ts';
import { writeWhole, type WriteLine } from '../../output/write-whole.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSession, requireSpace } from '../../service/require-named.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface ExportOptions extends ConnectionOptions {
  readonly space: string;
  readonly session?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

export function addExport(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('export')
    .description(
      'Write a space as JSON lines, with all texts and attachments. `total-recall import` loads them into any space of any service.',
    );
  withConnection(command)
    .option('--space <name>', 'the space', placeName, DEFAULT_SPACE)
    .option('--session <name>', 'only this session; repeatable', several(placeName))
    .option('--out <file>', 'the file to write (default standard output)')
    .option('--json', 'with --out: print a summary as one JSON object')
    .addHelpText('after', '\nExamples:\n  total-recall export --space work > work.jsonl\n  total-recall import work.jsonl --space copy')
    .action((options: ExportOptions) => execute((context) => exportTo(options, context)));
}

async function exportTo(options: ExportOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, interrupted } = context;
  if (options.json && options.out === undefined)
    throw new CommandError(EXIT.usage, '--json needs --out, because the lines themselves go to standard output.');
  const { space } = options;
  const memory = connect(options, context).client.space(space);
  await requireSpace(memory, space);
  for (const session of options.session ?? []) await requireSession(memory, { space, session });
  const clock = createSystemClock();
  const progress = createProgressBar(io, terminal, clock);
  const startedMs = clock.monotonicMs();
  const { out, session: sessions } = options;
  const writeTo = (write: WriteLine): Promise<Exported> =>
    exportSpace(memory, { sessions, onProgress: (at, total) => progress.update(at, total, space) }, async (line) => {
      if (interrupted.aborted) throw new CommandError(EXIT.interrupted, 'The export was interrupted and is incomplete.');
      await write(line);
    });
  try {
    const done = await (out === undefined ? writeTo(createLineWriter(io.stdout as unknown as Writable)) : writeWhole(out, writeTo));
    progress.clear();
    if (options.json) terminal.out(JSON.stringify({ space, file: out, ...done }));
    else tell(done, clock.monotonicMs() - startedMs, context);
    return done.damaged > 0 ? EXIT.failed : EXIT.ok;
  } finally {
    progress.clear();
  }
}

function tell(
  { sessions, events, decisions, missing, damaged, referencesLeftOut }: Exported,
  ms: number,
  { terminal }: CommandContext,
): void {
  terminal.note(`${plural(events, 'event')} of ${plural(sessions, 'session')} in ${duration(ms)}.`);
  if (decisions > 0) terminal.note(`${plural(decisions, 'decision')} of persons about facts (forgotten, corrected, written by hand).`);
  const erased = missing - damaged;
  if (erased > 0) terminal.note(`${plural(erased, 'event')} exported without a body because it was erased.`);
  if (damaged > 0)
    terminal.note(`${plural(damaged, 'event')} exported without a body because it cannot be read. All else is written; exit code 1.`);
  if (referencesLeftOut > 0) terminal.note(`${plural(referencesLeftOut, 'reference')} to events outside the export left out.`);
}
