import { ABLATION_SIZE, conditioningMaterial, runAblation, type AblationResult } from '@total-recall/evaluation';
import { importSession, type ImportedSession } from '@total-recall/importers';
import type { Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { wholeNumber } from '../../option-values.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { ablationJson, answerLines, renderAblation, renderMaterial } from '../../output/render-ablation.ts';
import { describeMachine } from '../../service/describe-machine.ts';
import { recogniseSessions } from '../../service/recognise-sessions.ts';
import { runMeasured } from '../../service/run-measured.ts';
import { watchTarget } from '../../service/watch-target.ts';

interface Options {
  readonly seed: number;
  readonly spaces: number;
  readonly questions?: string;
  readonly json?: boolean;
}

export function addAblationEval(evaluate: Command, execute: (run: Run) => Promise<void>): void {
  evaluate
    .command('ablation')
    .description(
      'Measure what each factor of task conditioning contributes: generated tasks, asked with all factors, with one off, and with none.',
    )
    .argument('[path]', 'recorded sessions: only reports whether they contain anything to condition on')
    .option('--seed <n>', 'seed of the tasks', wholeNumber(0, 2 ** 31), 1)
    .option('--spaces <n>', 'number of spaces with one task, and of spaces with several', wholeNumber(1, 1_000), ABLATION_SIZE.singleTask)
    .option('--questions <file>', 'write one JSON line per question to this file: the right answer, and what each condition returned')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  total-recall eval ablation\n  total-recall eval ablation --seed 7 --spaces 20 --json')
    .action((path: string | undefined, options: Options) =>
      execute((context) => (path === undefined ? evalAblation(options, context) : describeRecorded(path, options, context))),
    );
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

/**
 * Describes recorded sessions. The right answer to a question is only known in generated tasks, so this only reports
 * what recall could be conditioned on.
 */
async function describeRecorded(path: string, { json }: Options, context: CommandContext): Promise<ExitCode> {
  const input = await recogniseSessions(path, {}, context);
  const sessions: ImportedSession[] = [];
  for (const file of input.files) {
    if ('sessions' in file) continue;
    sessions.push(...(await importSession({ name: file.name, bytes: await file.read() })).sessions);
  }
  const material = conditioningMaterial(sessions);
  const about = { dataset: input.name, sha256: input.sha256, n: 0, material, machine: describeMachine() };
  context.terminal.out(json ? JSON.stringify(about) : renderMaterial(material));
  return EXIT.ok;
}
