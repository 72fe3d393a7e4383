import { writeFile } from 'node:fs/promises';
import {
  DataSetFormError,
  generateAnswers,
  readQuestionFile,
  runAnswers,
  writtenAnswerSet,
  type AnswerSet,
  type SessionsOfFile,
} from '@total-recall/evaluation';
import { importSession } from '@total-recall/importers';
import type { Command } from 'commander';
import { withoutVectors, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { wholeNumber } from '../../option-values.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { answersJson, answerQuestionLines, renderAnswers } from '../../output/render-answers.ts';
import { cacheEmbeddings } from '../../service/cache-embeddings.ts';
import { describeMachine } from '../../service/describe-machine.ts';
import { readDataSet } from '../../service/read-data-set.ts';
import { recogniseSessions } from '../../service/recognise-sessions.ts';
import { runMeasured } from '../../service/run-measured.ts';
import { watchTarget } from '../../service/watch-target.ts';

interface Options {
  readonly sessions?: string;
  readonly embedder?: string;
  readonly cache?: string;
  readonly seed: number;
  readonly stores: number;
  readonly questions?: string;
  readonly consolidate?: boolean;
  readonly json?: boolean;
}

export function addAnswersEval(evaluate: Command, execute: (run: Run) => Promise<void>): void {
  evaluate
    .command('answers')
    .description(
      'Ask plain questions in full sentences and measure whether the text given to a model contains the answer. Generates questions if no file is named.',
    )
    .argument('[file...]', 'files with handwritten questions about the sessions in --sessions')
    .option('--sessions <folder>', 'the folder of the session files that the questions name')
    .option('--embedder <name>', 'off, minilm or another value of TOTAL_RECALL_EMBEDDER (default: that variable, or off)')
    .option('--cache <folder>', 'cache embeddings in this folder, so that the next run takes seconds')
    .option('--seed <n>', 'seed of text and questions, and for resampling the intervals', wholeNumber(0, 2 ** 31), 1)
    .option('--stores <n>', 'number of generated agent runs, of chats, and of spaces with several sessions', wholeNumber(1, 100), 3)
    .option('--questions <file>', 'write one JSON line per question to this file: the question, its answer, and what recall returned')
    .option('--consolidate', 'consolidate each space before it is asked, so that recall knows the facts of it')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall eval answers\n  total-recall eval answers --embedder minilm --cache /tmp/vectors --json\n  total-recall eval answers questions.json --sessions ~/traces --questions given.jsonl',
    )
    .action((files: string[], options: Options) => execute((context) => evalAnswers(files, options, context)));
}

async function evalAnswers(files: readonly string[], options: Options, context: CommandContext): Promise<ExitCode> {
  const { terminal, io } = context;
  const { seed, stores } = options;
  const machine = describeMachine();
  const { set, sha256 } =
    files.length === 0
      ? { set: generateAnswers({ seed, stores, spaces: stores }), sha256: undefined }
      : await readWritten(files, options.sessions, context);
  const overrides =
    options.embedder === undefined ? withoutVectors(io) : { TOTAL_RECALL_EMBEDDER: { flag: '--embedder', value: options.embedder } };
  const result = await runMeasured(
    context,
    async (service, runName) => {
      const bar = createProgressBar(io, terminal, service.cores.clock);
      const target = watchTarget(service.target, context.interrupted, () => undefined);
      try {
        return await runAnswers(target, set, {
          runName,
          seed,
          consolidate: options.consolidate === true,
          onProgress: (done, total, what) => bar.update(done, total, what),
        });
      } finally {
        bar.clear();
      }
    },
    { overrides, ...(options.cache !== undefined && { hooks: { wrapEmbedder: cacheEmbeddings(options.cache) } }) },
  );
  if (options.questions !== undefined) await writeFile(options.questions, answerQuestionLines(result));
  terminal.out(options.json ? JSON.stringify(answersJson(result, sha256, machine)) : renderAnswers(result, sha256, machine, terminal));
  return EXIT.ok;
}

/** Reads the questions of all files, about the sessions below one folder. The hash covers the questions. */
async function readWritten(
  files: readonly string[],
  folder: string | undefined,
  context: CommandContext,
): Promise<{ set: AnswerSet; sha256: string }> {
  if (folder === undefined) throw new CommandError(EXIT.usage, 'Name the folder of the sessions that the questions are about: --sessions.');
  const read = await Promise.all(files.map(async (path) => ({ path, ...(await readDataSet(path, 'file')) })));
  const questions = read.flatMap(({ path, files: [file] }) => {
    try {
      return readQuestionFile(file!.json);
    } catch (cause) {
      if (cause instanceof DataSetFormError)
        throw new CommandError(EXIT.failed, `${path} is not a file of questions: ${cause.message}`, { code: 'wrong_form', cause });
      throw cause;
    }
  });
  const input = await recogniseSessions(folder, {}, context);
  const sessions: SessionsOfFile[] = [];
  for (const file of input.files)
    if ('read' in file) sessions.push({ name: file.name, ...importSession({ name: file.name, bytes: await file.read() }) });
  return { set: writtenAnswerSet(questions, sessions), sha256: read.map((file) => file.sha256).join(' ') };
}
