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
  readonly json?: boolean;
}

export function addAnswersEval(evaluate: Command, execute: (run: Run) => Promise<void>): void {
  evaluate
    .command('answers')
    .description(
      'Plain questions in full sentences: whether what a model gets to read holds the answer. Generated ones where no file is named.',
    )
    .argument('[file...]', 'files of questions written by hand; their sessions stand below --sessions')
    .option('--sessions <folder>', 'the folder that the files of questions name their session files in')
    .option('--embedder <name>', 'off, minilm or another that TOTAL_RECALL_EMBEDDER takes; that variable, or off, where absent')
    .option('--cache <folder>', 'keep what the model makes of each text there, so that the next run takes seconds')
    .option('--seed <n>', 'what text and questions are made from, and the intervals resampled with', wholeNumber(0, 2 ** 31), 1)
    .option('--stores <n>', 'generated agent runs, and as many chats', wholeNumber(1, 100), 3)
    .option('--questions <file>', 'write a line of JSON for each question there: what was asked, what answers it, what was given')
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
      ? { set: generateAnswers({ seed, stores }), sha256: undefined }
      : await readWritten(files, options.sessions, context);
  const overrides =
    options.embedder === undefined ? withoutVectors(io) : { TOTAL_RECALL_EMBEDDER: { flag: '--embedder', value: options.embedder } };
  const result = await runMeasured(
    context,
    async (service, runName) => {
      const bar = createProgressBar(io, terminal, service.cores.clock);
      const target = watchTarget(service.target, context.interrupted, () => undefined);
      try {
        return await runAnswers(target, set, { runName, seed, onProgress: (done, total, what) => bar.update(done, total, what) });
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
  if (folder === undefined)
    throw new CommandError(EXIT.usage, 'Name the folder of the sessions that the questions are about with --sessions.');
  const read = await Promise.all(files.map(async (path) => ({ path, ...(await readDataSet(path, 'file')) })));
  const questions = read.flatMap(({ path, files: [file] }) => {
    try {
      return readQuestionFile(file!.json);
    } catch (cause) {
      if (cause instanceof DataSetFormError)
        throw new CommandError(EXIT.failed, `${path} is no file of questions: ${cause.message}`, { code: 'wrong_form', cause });
      throw cause;
    }
  });
  const input = await recogniseSessions(folder, {}, context);
  const sessions: SessionsOfFile[] = [];
  for (const file of input.files)
    if ('read' in file) sessions.push({ name: file.name, ...importSession({ name: file.name, bytes: await file.read() }) });
  return { set: writtenAnswerSet(questions, sessions), sha256: read.map((file) => file.sha256).join(' ') };
}
