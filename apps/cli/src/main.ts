import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { Command, CommanderError } from 'commander';
import type { CommandContext, Run } from './command-context.ts';
import { loadCommands, type AddCommand } from './command-loaders.ts';
import { describeError } from './describe-error.ts';
import { refuseExcessArguments } from './excess-arguments.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { watchInterruption } from './interruption.ts';
import { createTerminal } from './output/terminal.ts';
import { readVersion } from './read-version.ts';

/** Runs the command line and resolves with the exit code. It never throws. */
export async function main(argv: readonly string[], process: NodeJS.Process): Promise<number> {
  const terminal = createTerminal(process);
  const interruption = watchInterruption(process, { clock: createSystemClock(), scheduler: createSystemScheduler() });
  let exitCode: number = EXIT.ok;
  let endsWell = false;
  let outlivesOutput = false;
  watchOutput(process, { outlives: () => outlivesOutput, endsWell: () => endsWell });
  const context: CommandContext = {
    io: process,
    terminal,
    version: readVersion(),
    interrupted: interruption.signal,
    endsWell: () => (endsWell = true),
    outlivesOutput: () => (outlivesOutput = true),
  };
  const program = buildProgram(await loadCommands(argv), context, async (run) => {
    exitCode = await run(context);
  });
  const json = argv.includes('--json');
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return interruption.signal.aborted && !endsWell ? EXIT.interrupted : exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const isTold = error instanceof CommandError && error.exitCode === EXIT.interrupted;
    if (interruption.signal.aborted && !endsWell && !isTold) return EXIT.interrupted;
    return report(error, context, json);
  } finally {
    interruption.dispose();
  }
}

function buildProgram(commands: readonly AddCommand[], context: CommandContext, execute: (run: Run) => Promise<void>): Command {
  const { terminal, version } = context;
  const program = new Command('total-recall')
    .description('Lossless memory and context compaction for LLM agents.')
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show help.')
    .helpCommand('help [command]', 'Show help of a command.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.io.stdout.write(text),
      writeErr: (text) => void context.io.stderr.write(text),
      outputError: (text, write) => write(terminal.noteStyle('red', plainUsage(text))),
    })
    .showHelpAfterError('Try --help.')
    .showSuggestionAfterError(true)
    .addHelpText(
      'after',
      '\nStart here:\n  total-recall replay ~/.claude/projects    see what your own sessions would evict, and that recall finds it again\n  total-recall serve                        start the service\n\nEvery command takes --help, and most take --json. Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 nothing found, 130 interrupted.',
    );
  for (const add of commands) add(program, execute);
  refuseExcessArguments(program);
  return program;
}

/** Writes an argument that was refused as the help writes it. */
function plainUsage(text: string): string {
  return text.replace(/command-argument value ('[^]*') is invalid for argument '([^']+)'/, '<$2> cannot be $1');
}

function report(error: unknown, { terminal, io }: CommandContext, json: boolean): number {
  const { code, message, advice, exitCode } = describeError(error);
  if (json) terminal.out(JSON.stringify({ error: { code, message, advice } }));
  terminal.note(`${terminal.noteStyle('red', 'Error:')} ${message}`);
  if (advice) terminal.note(advice);
  const debug = io.env['TOTAL_RECALL_LOG_LEVEL'] === 'debug' || io.env['TOTAL_RECALL_LOG_LEVEL'] === 'trace';
  if (debug) for (let at = error; at instanceof Error; at = at.cause) terminal.note(at.stack ?? at.message);
  else if (code === 'internal') terminal.note('Set TOTAL_RECALL_LOG_LEVEL=debug to see where it came from.');
  return exitCode;
}

/**
 * Handles closed output. `total-recall ... | head` closes the pipe early, which is no failure: the command goes to its
 * end and returns what it found, and its further lines are dropped. One that follows until it is interrupted ends. A
 * service keeps running even then, and when the disk under its output is full.
 */
function watchOutput(process: NodeJS.Process, { outlives, endsWell }: { outlives: () => boolean; endsWell: () => boolean }): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (outlives()) return;
      if (error.code !== 'EPIPE') throw error;
      if (endsWell()) process.exit(EXIT.ok);
    });
  }
}
