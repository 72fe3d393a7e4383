import { runReplay, type ReplayFileResult, type ReplayResult } from '@total-recall/evaluation';
import { IMPORT_FORMATS, type ImportFormat } from '@total-recall/importers';
import { createUlidFactory } from '@total-recall/runtime';
import type { Command } from 'commander';
import { readConfig, withoutVectors, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { importFormat } from '../../import-format.ts';
import { wholeNumber, windowTokens } from '../../option-values.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { keepReplayed, renderReplay, replayJson, type ReplayedRow } from '../../output/render-replay.ts';
import { openInProcess } from '../../service/open-in-process.ts';
import { generatedInput, recogniseSessions } from '../../service/recognise-sessions.ts';
import { watchTarget } from '../../service/watch-target.ts';

interface ReplayOptions {
  readonly window: number;
  readonly demo?: boolean;
  readonly keep?: string;
  readonly latest?: number;
  readonly format?: ImportFormat;
  readonly seed: number;
  readonly json?: boolean;
}

export function addReplay(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('replay')
    .description(
      'Run recorded sessions through compaction and recall: shows what is evicted, what that saves, and whether recall finds it again. Needs no server.',
    )
    .argument('[path]', 'a session file, or a folder to search for session files')
    .option('--demo', 'replay a generated session instead')
    .option('--window <tokens>', 'context window of the replayed agent, such as 8K, 32K or 200000', windowTokens, 32_768)
    .option('--latest <n>', 'only the n files changed last', wholeNumber(1, 100_000))
    .option('--format <name>', `format of the files (${IMPORT_FORMATS.join(', ')}); detected by default`, importFormat)
    .option('--keep <folder>', 'keep the memory in this folder; open it later with `total-recall serve --data-dir`')
    .option('--seed <n>', 'seed that picks the strings to ask for', wholeNumber(0, 2 ** 31), 1)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall replay ~/.claude/projects --latest 5\n  total-recall replay session.jsonl --window 8K\n  total-recall replay --demo --window 16K\n  total-recall replay ~/.openclaw/agents --json > report.json\n\nEverything stays on this machine, in a temporary folder that is removed afterwards.',
    )
    .action((path: string | undefined, options: ReplayOptions) => execute((context) => replay(path, options, context)));
}

async function replay(path: string | undefined, options: ReplayOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, interrupted } = context;
  if ((path === undefined) !== (options.demo === true)) {
    throw new CommandError(EXIT.usage, 'Name a session file or a folder, or give --demo.', {
      advice: 'Claude Code keeps sessions in ~/.claude/projects, OpenClaw in ~/.openclaw/agents.',
    });
  }
  const config = readConfig('standalone', io, withoutVectors(io));
  const input = path === undefined ? generatedInput(options.seed) : await recogniseSessions(path, options, context);
  const service = await openInProcess(config, { dataDir: options.keep });
  const { clock, random } = service.cores;
  const bar = createProgressBar(io, terminal, clock);
  const rows: ReplayedRow[] = [];
  const results: ReplayFileResult[] = [];
  const startedMs = clock.monotonicMs();
  let result: ReplayResult | undefined;
  let current = '';
  let windows = 0;
  const target = watchTarget(service.target, interrupted, (what) => {
    if (what === 'window') windows += 1;
    bar.update(windows, input.windows + 1, `${current}: ${what === 'window' ? 'replaying' : 'asking for what was evicted'}`);
  });
  try {
    result = await runReplay(target, input.files, {
      windowTokens: options.window,
      seed: options.seed,
      runName: `replay-${createUlidFactory({ clock, random })('replay')}`,
      onProgress: (_done, _total, what) => (current = what),
      onFile: (file, sessions) => {
        results.push(file);
        rows.push(...sessions.map((session) => keepReplayed(file, session)));
      },
    });
  } catch (error) {
    if (!interrupted.aborted) throw error;
  } finally {
    bar.clear();
    await service.close();
  }
  const report = {
    input,
    windowTokens: options.window,
    results,
    rows,
    result,
    tookMs: clock.monotonicMs() - startedMs,
    keptIn: options.keep,
  };
  if (options.json) terminal.out(JSON.stringify(replayJson(report)));
  else terminal.out(renderReplay(report, terminal));
  return results.some((file) => file.invariantViolations > 0 || file.windowsOverBudget > 0) ? EXIT.failed : EXIT.ok;
}
