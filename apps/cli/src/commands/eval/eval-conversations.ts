import { writeFile } from 'node:fs/promises';
import { RANK_PARTS, type RankPart } from '@total-recall/domain';
import {
  DataSetFormError,
  runBeam,
  runConfidence,
  runLocomo,
  runLongMemEval,
  type ConversationOptions,
  type ConversationResult,
  type EvaluationTarget,
} from '@total-recall/evaluation';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { rankPart, several, wholeNumber } from '../../option-values.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { conversationsJson, questionLines, renderConversations } from '../../output/render-conversations.ts';
import { describeMachine } from '../../service/describe-machine.ts';
import { readDataSet, type DataFile } from '../../service/read-data-set.ts';
import { runMeasured } from '../../service/run-measured.ts';
import { watchTarget } from '../../service/watch-target.ts';

interface Options {
  readonly pool?: boolean;
  readonly consolidate?: boolean;
  readonly without?: readonly RankPart[];
  readonly ablate?: boolean;
  readonly seed: number;
  readonly questions?: string;
  readonly json?: boolean;
}

interface Benchmark {
  readonly name: string;
  readonly path: 'file' | 'folder';
  readonly description: string;
  readonly run: (target: EvaluationTarget, files: readonly DataFile[], options: ConversationOptions) => Promise<ConversationResult>;
}

const BENCHMARKS: readonly Benchmark[] = [
  {
    name: 'locomo',
    path: 'file',
    description: 'LoCoMo: questions about long conversations of two people, scored by turn and session.',
    run: (target, files, options) => runLocomo(target, files[0]!.json, options),
  },
  {
    name: 'longmemeval',
    path: 'file',
    description: 'LongMemEval: questions, each with a haystack of sessions, scored by turn and session.',
    run: (target, files, options) => runLongMemEval(target, files[0]!.json, options),
  },
  { name: 'beam', path: 'folder', description: 'BEAM: questions about long chats with an assistant, scored by message.', run: runBeam },
];

/** Adds a command for each public conversation data set. The caller names the files; none are part of the project. */
export function addConversationEvals(evaluate: Command, execute: (run: Run) => Promise<void>): void {
  for (const benchmark of BENCHMARKS) {
    evaluate
      .command(benchmark.name)
      .description(benchmark.description)
      .argument(
        `<${benchmark.path}>`,
        benchmark.path === 'file' ? 'the JSON file of the data set' : 'the folder of its JSON files, or one of them',
      )
      .option('--pool', 'put all conversations into one space')
      .option('--consolidate', 'consolidate each space before it is asked, so that recall knows the facts of it')
      .option('--without <parts>', `rank without these parts: ${RANK_PARTS.join(', ')}`, several(rankPart))
      .option('--ablate', 'ask again without parts of the ranking, one at a time and together')
      .option('--seed <n>', 'seed for resampling the intervals', wholeNumber(0, 2 ** 31), 1)
      .option('--questions <file>', 'write one JSON line per question to this file: evidence, ranks, scores, latency')
      .option('--json', 'print one JSON object')
      .addHelpText(
        'after',
        `\nExamples:\n  total-recall eval ${benchmark.name} ${benchmark.path === 'file' ? 'data.json' : 'data/'}\n  total-recall eval ${benchmark.name} ${benchmark.path === 'file' ? 'data.json' : 'data/'} --pool --json --questions questions.jsonl`,
      )
      .action((path: string, options: Options) => execute((context) => evalConversations(benchmark, path, options, context)));
  }
}

/**
 * Adds the evaluation of confidence: generated questions, with and without an answer, on topics that no constant was
 * fitted to.
 */
export function addConfidenceEval(evaluate: Command, execute: (run: Run) => Promise<void>): void {
  evaluate
    .command('confidence')
    .description('Measure how well confidence is calibrated, on generated questions with and without an answer.')
    .option('--seed <n>', 'seed of the stores and questions', wholeNumber(0, 2 ** 31), 1)
    .option('--stores <n>', 'number of stores of each of the four kinds', wholeNumber(1, 100), 6)
    .option('--questions <file>', 'write one JSON line per question to this file')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  total-recall eval confidence\n  total-recall eval confidence --seed 7 --json')
    .action((options: Options & { readonly stores: number }) =>
      execute((context) =>
        measure(
          { name: 'confidence', run: (target, _files, given) => runConfidence(target, { ...given, stores: options.stores }) },
          undefined,
          options,
          context,
        ),
      ),
    );
}

async function evalConversations(benchmark: Benchmark, path: string, options: Options, context: CommandContext): Promise<ExitCode> {
  return measure(benchmark, { path, ...(await readDataSet(path, benchmark.path)) }, options, context);
}

async function measure(
  benchmark: Pick<Benchmark, 'name' | 'run'>,
  data: { readonly path: string; readonly files: readonly DataFile[]; readonly sha256: string } | undefined,
  options: Options,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const { path, files = [], sha256 } = data ?? {};
  const machine = describeMachine();
  const result = await runMeasured(context, async (service, runName) => {
    const bar = createProgressBar(context.io, terminal, service.cores.clock);
    const target = watchTarget(service.target, context.interrupted, () => undefined);
    try {
      return await benchmark.run(target, files, {
        runName,
        pool: options.pool === true,
        consolidate: options.consolidate === true,
        seed: options.seed,
        without: options.without ?? [],
        ablate: options.ablate === true,
        onProgress: (done, total, what) => bar.update(done, total, what),
      });
    } catch (cause) {
      if (cause instanceof DataSetFormError)
        throw new CommandError(EXIT.failed, `${path} is not in the ${benchmark.name} format: ${cause.message}`, {
          code: 'wrong_form',
          cause,
        });
      throw cause;
    } finally {
      bar.clear();
    }
  });
  if (options.questions !== undefined) await writeFile(options.questions, questionLines(result));
  terminal.out(
    options.json ? JSON.stringify(conversationsJson(result, sha256, machine)) : renderConversations(result, sha256, machine, terminal),
  );
  return EXIT.ok;
}
