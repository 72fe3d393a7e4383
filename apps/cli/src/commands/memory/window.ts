import type { Client } from '@total-recall/client';
import { InvalidArgumentError, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { placeName, tokensFrom, valueOf, wholeNumber } from '../../option-values.ts';
import { plural, whole } from '../../output/format-number.ts';
import { renderAnatomy, windowParts } from '../../output/render-anatomy.ts';
import { cutTo, oneLine } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSession } from '../../service/require-named.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface WindowOptions extends ConnectionOptions {
  readonly space: string;
  readonly format?: 'openai' | 'anthropic';
  readonly tokens?: number;
  readonly atTurn?: number;
  readonly json?: boolean;
}

type Window = Awaited<ReturnType<ReturnType<ReturnType<Client['space']>['session']>['window']>>;

export function addWindow(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('window')
    .description('Assemble the window of a session: what its model would see next.')
    .argument('<session>', 'its name, as `total-recall sessions` lists it');
  withConnection(command)
    .option('--space <name>', 'the space it is in', placeName, DEFAULT_SPACE)
    .option('--format <name>', 'print the messages as JSON for openai or anthropic', format)
    .option('--tokens <n>', 'assemble a smaller window than its policy sets', tokensFrom(256))
    .option('--at-turn <n>', 'assemble it as it was at the end of this turn', wholeNumber(0, 1_000_000_000))
    .option('--json', 'print the whole answer as one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall window first\n  total-recall window first --format openai > messages.json\n  total-recall window first --at-turn 12',
    )
    .action((session: string, options: WindowOptions) => execute((context) => showWindow(session, options, context)));
}

function format(text: string): 'openai' | 'anthropic' {
  if (text === 'openai' || text === 'anthropic') return text;
  throw new InvalidArgumentError('It must be openai or anthropic.');
}

async function showWindow(session: string, options: WindowOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { space } = options;
  valueOf('session', session, placeName);
  const memory = connect(options, context).client.space(space);
  // The window of an unknown session would hold only the caller's own blocks, and here the name is most likely mistyped.
  await requireSession(memory, { space, session });
  const window = await memory.session(session).window({
    ...(options.format && { format: options.format }),
    ...(options.tokens !== undefined && { windowTokens: options.tokens }),
    ...(options.atTurn !== undefined && { atTurn: options.atTurn }),
  });
  if (options.json) terminal.out(JSON.stringify(window));
  else if (options.format) terminal.out(JSON.stringify('openai' in window ? window.openai : window.anthropic, undefined, 2));
  else terminal.out(renderWindow(session, window, context));
  return EXIT.ok;
}

function renderWindow(session: string, window: Window, { terminal }: CommandContext): string {
  const { style, width } = terminal;
  const title = style(
    'bold',
    `${oneLine(session)} at turn ${window.turn}, compacted ${plural(window.cycle, 'time')}: ${whole(window.tokens.total)} of ${whole(window.budgets.window)} tokens`,
  );
  const lines = window.blocks.map((block) => {
    const what = block.kind === 'event' ? (block.eventKind ?? 'event') : block.kind;
    const head =
      `${block.turn === undefined ? '' : `T${block.turn}`.padEnd(6)}`.padEnd(6) + what.padEnd(15) + whole(block.tokens).padStart(7);
    // The text of a call is its name and arguments already.
    const isCall = block.eventKind === 'tool_call';
    const superseded = block.superseded ? '(superseded)' : undefined;
    const text = oneLine([superseded, isCall ? undefined : block.toolName, block.text].filter(Boolean).join(' '));
    return `${block.kind === 'marker' ? style('cyan', head) : head}  ${cutTo(text, Math.max(16, width - 32))}`;
  });
  return [title, renderAnatomy(windowParts(window), Math.min(width, 80), style), '', ...lines].join('\n');
}
