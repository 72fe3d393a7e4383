import { ABLATION_SIZE, runAblation, type AblationResult } from '@total-recall/evaluation';
import type { Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import type { CommandContext, Run } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { wholeNumber } from '../option-values.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { ablationJson, answerLines, renderAblation } from '../output/render-ablation.ts';
import { describeMachine } from '../service/describe-machine.ts';
import { runMeasured } from '../service/run-measured.ts';
import { watchTarget } from '../service/watch-target.ts';

interface Options {
  readonly seed: number;
  readonly spaces: number;
  readonly questions?: string;
  readonly json?: boolean;
}

export function addAblationEval(evaluate: Command, execute: (run: Run) => Promise<void>): void {
  evaluate
    .command('ablation')
    .description('What each factor of the task conditioning is worth: generated tasks, asked with everything on, one factor off, and none.')
    .option('--seed <n>', 'what the tasks are made from', wholeNumber(0, 2 ** 31), 1)
    .option('--spaces <n>', 'spaces of one task, and as many of several', wholeNumber(1, 1_000), ABLATION_SIZE.singleTask)
    .option('--questions <file>', 'write a line of JSON for each question there: what is right, and what came under each condition')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  total-recall eval ablation\n  total-recall eval ablation --seed 7 --spaces 20 --json')
    .action((options: Options) => execute((context) => evalAblation(options, context)));
}

async function evalAblation({ seed, spaces, questions, json }: Options, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const machine = describeMachine();
  const result: AblationResult = await runMeasured(context, async (service, runName) => {
    const bar = createProgressBar(context.io, terminal, service.cores.clock);
    const target = watchTarget(service.target, context.interrupted, () => undefined);
    try {
      return await runAblation(target, {
        runName,
        seed,
        size: { ...ABLATION_SIZE, singleTask: spaces, multiTask: spaces },
        onProgress: (done, total, what) => bar.update(done, total, what),
      });
    } finally {
      bar.clear();
    }
  });
  if (questions !== undefined) await writeFile(questions, answerLines(result));
  terminal.out(json ? JSON.stringify(ablationJson(result, machine)) : renderAblation(result, machine, terminal));
  return EXIT.ok;
}
