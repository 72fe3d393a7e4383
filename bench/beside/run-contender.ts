import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { withFolder } from '../service/open-service.ts';
import { readMetrics, serveProcess, type ServeProcess } from '../service/serve-process.ts';
import { SCRIPTS, type Contender } from './contenders.ts';
import { cutToTokens, type CountTokens } from './cut-to-tokens.ts';
import type { Trace } from './read-traces.ts';
import type { GivenText } from './score.ts';

export interface ContestOptions {
  readonly python: string;
  readonly modelFolder: string;
  readonly budgets: readonly number[];
  readonly count: CountTokens;
  /** File that keeps vectors by text, for runs whose start is not timed. Our own service never reads it. */
  readonly vectors?: string;
  /** Waits until our service has made all vectors before it is asked, and gives it two threads for that. */
  readonly settle?: boolean;
}

export interface Contest {
  readonly given: readonly GivenText[];
  readonly storedMs: number;
}

interface Line {
  readonly atMs: number;
  readonly cpuMs: number;
  readonly stored?: number;
  readonly question: string;
  readonly budget: number;
  readonly text: string;
}

/** Runs a contender in a process and a folder of its own, from an empty store, over one trace. */
export async function runContender(contender: Contender, trace: Trace, options: ContestOptions): Promise<Contest> {
  return withFolder(async (folder) => {
    const input = join(folder, 'input.json');
    await writeFile(input, JSON.stringify({ messages: trace.messages, questions: trace.questions, budgets: options.budgets }));
    await mkdir(join(folder, 'work'));
    const startMs = Date.now();
    const service = contender.service
      ? await serveProcess(join(folder, 'data'), 'minilm', {
          env: { TOTAL_RECALL_MODEL_DIR: options.modelFolder, ...(options.settle && { TOTAL_RECALL_EMBEDDER_THREADS: '2' }) },
        })
      : undefined;
    try {
      const lines = await playScript(contender, folder, options, service);
      return await readContest(lines, startMs, options);
    } finally {
      await service?.stop();
    }
  });
}

async function playScript(
  { module, pieces }: Contender,
  folder: string,
  { python, modelFolder, vectors, settle }: ContestOptions,
  service: ServeProcess | undefined,
): Promise<Line[]> {
  const child = spawn(python, [join(SCRIPTS, 'contest.py'), module, join(folder, 'input.json'), ...(pieces ? ['--pieces'] : [])], {
    cwd: join(folder, 'work'),
    env: {
      ...process.env,
      BESIDE_MODEL_DIR: modelFolder,
      ...(vectors !== undefined && { BESIDE_VECTORS: vectors }),
      ...(service && { TOTAL_RECALL_URL: service.url, TOTAL_RECALL_API_KEY: service.apiKey! }),
      // Mem0 makes a client of OpenAI also where no model is ever called, keeps files in the home folder and reports use.
      OPENAI_API_KEY: 'never used',
      MEM0_DIR: join(folder, 'mem0'),
      MEM0_TELEMETRY: 'False',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // The last line goes to a script that may have ended; its exit says what went wrong.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-10_000)));
  const lines: Line[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as Line;
    lines.push({ ...line, cpuMs: line.cpuMs + ((await service?.cpuMs()) ?? 0) });
    if (line.stored !== undefined && settle && service) await vectorsMade(service);
    child.stdin.write('go\n');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`${module} ended with ${code}:\n${errors}`);
  return lines;
}

async function readContest(lines: readonly Line[], startMs: number, { count }: ContestOptions): Promise<Contest> {
  const stored = lines.find((line) => line.stored !== undefined);
  if (!stored) throw new Error('The contender never said that it had stored the messages.');
  const given: GivenText[] = [];
  for (const { question, budget, text, cpuMs, atMs } of lines.filter((line) => line.stored === undefined))
    given.push({ question, budget, cpuMs, sinceStartMs: atMs - startMs, ...(await cutToTokens(text, budget, count)) });
  return { given, storedMs: stored.atMs - startMs };
}

const BACKLOG = /^total_recall_embed_backlog_records(?:\{[^}]*\})? ([0-9.e+]+)/gm;
const POLL_MS = 1_000;
const CALM_POLLS = 5;

/** Resolves once no record has waited for vectors for some seconds. */
async function vectorsMade({ operationsUrl }: ServeProcess): Promise<void> {
  for (let calm = 0; calm < CALM_POLLS; await delay(POLL_MS)) {
    const metrics = await readMetrics(operationsUrl);
    const waiting = [...metrics.matchAll(BACKLOG)].map(([, records]) => Number(records));
    calm = waiting.length > 0 && waiting.every((records) => records === 0) ? calm + 1 : 0;
  }
}
