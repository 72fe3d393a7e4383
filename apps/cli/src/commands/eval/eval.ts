import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { runNeedles, runReplay, type NeedlePreset, type NeedlesResult, type ReplayResult } from '@total-recall/evaluation';
import { IMPORT_FORMATS, type ImportFormat } from '@total-recall/importers';
import type { CommandContext, Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { importFormat } from '../../import-format.ts';
import { several, wholeNumber, windowTokens } from '../../option-values.ts';
import { addAblationEval } from './eval-ablation.ts';
import { addAnswersEval } from './eval-answers.ts';
import { addConfidenceEval, addConversationEvals } from './eval-conversations.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { needlesJson, renderNeedles } from '../../output/render-needles.ts';
import { renderReplayFigures, replayFigures } from '../../output/render-figures.ts';
import { describeMachine } from '../../service/describe-machine.ts';
import { generatedInput, recogniseSessions } from '../../service/recognise-sessions.ts';
import { runMeasured } from '../../service/run-measured.ts';
import { watchTarget } from '../../service/watch-target.ts';

interface NeedleOptions {
  readonly preset: NeedlePreset;
  readonly seed: number;
  readonly json?: boolean;
}

interface ReplayOptions {
  readonly window?: readonly number[];
  readonly seed: number;
  readonly format?: ImportFormat;
  readonly generated?: boolean;
  readonly consolidate?: boolean;
  readonly json?: boolean;
}

export function addEval(program: Command, execute: (run: Run) => Promise<void>): void {
  const evaluate = program
    .command('eval')
    .description('Measure recall. Every report names the data, n, the configuration, the seed and the machine.');
  evaluate
    .command('needles')
    .description('Exact strings planted in a large text and asked for after real compactions: the two set-ups of the papers.')
    .requiredOption('--preset <name>', '000 or 002', preset)
    .option('--seed <n>', 'seed of the needles and the text', wholeNumber(0, 2 ** 31), 1)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  total-recall eval needles --preset 000\n  total-recall eval needles --preset 002 --seed 7 --json')
    .action((options: NeedleOptions) => execute((context) => evalNeedles(options, context)));
  evaluate
    .command('replay')
    .description('Run sessions through append, windows, compaction and recall, and ask for what was evicted.')
    .argument('[path]', 'a session file, or a folder to search for session files')
    .option('--generated', 'replay a generated session instead')
    .option('--window <tokens>', 'window, such as 8K, 32K or 128K; repeatable', several(windowTokens))
    .option('--seed <n>', 'seed that picks the strings to ask for', wholeNumber(0, 2 ** 31), 1)
    .option('--format <name>', `format of the files (${IMPORT_FORMATS.join(', ')})`, importFormat)
    .option('--consolidate', 'consolidate behind each session, so that windows of the next one show known facts')
    .option('--json', 'print one JSON object; several windows are listed in "runs"')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall eval replay traces/ --window 8K --window 32K --window 128K\n  total-recall eval replay --generated --window 16K --json',
    )
    .action((path: string | undefined, options: ReplayOptions) => execute((context) => evalReplay(path, options, context)));
  addAblationEval(evaluate, execute);
  addAnswersEval(evaluate, execute);
  addConversationEvals(evaluate, execute);
  addConfidenceEval(evaluate, execute);
}

function preset(text: string): NeedlePreset {
  if (text === '000' || text === '002') return text;
  throw new InvalidArgumentError('It must be 000 or 002.');
}

async function evalNeedles(options: NeedleOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const machine = describeMachine();
  const result: NeedlesResult = await runMeasured(context, async (service, runName) => {
    const bar = createProgressBar(context.io, terminal, service.cores.clock);
    let step = { done: 0, total: 1, what: '' };
    let asked = 0;
    const target = watchTarget(service.target, context.interrupted, (what) => {
      if (what === 'recall') asked += 1;
      bar.update(step.done, step.total, `${step.what}, ${asked} questions`);
    });
    try {
      return await runNeedles(target, {
        preset: options.preset,
        seed: options.seed,
        runName,
        onProgress: (done, total, what) => (step = { done, total, what }),
      });
    } finally {
      bar.clear();
    }
  });
  terminal.out(options.json ? JSON.stringify(needlesJson(result, machine)) : renderNeedles(result, machine, terminal));
  return EXIT.ok;
}

async function evalReplay(path: string | undefined, options: ReplayOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  if ((path === undefined) !== (options.generated === true))
    throw new CommandError(EXIT.usage, 'Name a session file or a folder, or give --generated.');
  const input = path === undefined ? generatedInput(options.seed) : await recogniseSessions(path, options, context);
  const machine = describeMachine();
  const sizes = options.window ?? [32_768];
  const runs: ReplayResult[] = [];
  for (const size of sizes) {
    runs.push(
      await runMeasured(context, async (service, runName) => {
        const bar = createProgressBar(context.io, terminal, service.cores.clock);
        let current = '';
        let windows = runs.length * input.windows;
        const target = watchTarget(service.target, context.interrupted, (what) => {
          if (what === 'window') windows += 1;
          bar.update(windows, input.windows * sizes.length + 1, `window ${size}: ${current}`);
        });
        try {
          return await runReplay(target, input.files, {
            windowTokens: size,
            seed: options.seed,
            consolidate: options.consolidate === true,
            runName,
            onProgress: (_done, _total, what) => (current = what),
          });
        } finally {
          bar.clear();
        }
      }),
    );
  }
  const about = { dataset: input.name, sha256: input.sha256, seed: options.seed, machine };
  if (options.json)
    terminal.out(
      JSON.stringify(
        runs.length === 1 ? { ...about, ...replayFigures(runs[0]!) } : { ...about, n: input.files.length, runs: runs.map(replayFigures) },
      ),
    );
  else terminal.out(renderReplayFigures(about, runs, terminal));
  return runs.some(isBroken) ? EXIT.failed : EXIT.ok;
}

/**
 * Returns true when a run broke a rule that must always hold: a window over its budget or without a live request, an
 * orphaned call or result, or a violated invariant.
 */
function isBroken({ invariantViolations, windowsOverBudget, orphans, windowUse }: ReplayResult): boolean {
  return invariantViolations + windowsOverBudget + orphans + windowUse.withoutRequest > 0;
}
