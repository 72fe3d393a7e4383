// `npm run bench:beside -- --traces FOLDER [--questions FILE] [--only answers|starts] [--all] [--folders A,B] [--starts N] [--out
// FILE]`: Total Recall beside Mem0 (`infer=False`) and the store of LangGraph, each by a script as its quickstart has it,
// over the same traces and with the same model. "answers" asks all questions, with the sessions they are about in a store
// for each folder, or with all sessions; "starts" takes the time from an empty store to the first useful recall, over N
// sessions, each alone. See docs/benchmarks/beside.md.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '@total-recall/evaluation';
import { createTokenCounter, DEFAULT_FAMILY } from '@total-recall/runtime';
import { CONTENDERS, linesOf, type Contender } from './beside/contenders.ts';
import { prepareModel, preparePython } from './beside/prepare-python.ts';
import { readTraceSet, type Trace } from './beside/read-traces.ts';
import { runContender, type Contest, type ContestOptions } from './beside/run-contender.ts';
import { firstUseful, scoreBudget } from './beside/score.ts';
import { median, shareText } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { withFolder } from './service/open-service.ts';

const { values } = parseArgs({
  options: {
    traces: { type: 'string' },
    questions: { type: 'string', default: join(import.meta.dirname, '..', 'libs', 'evaluation', 'questions', 'traces.json') },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    folders: { type: 'string' },
    starts: { type: 'string', default: '37' },
    out: { type: 'string' },
  },
});
if (values.traces === undefined) throw new Error('Name the folder of the traces: --traces FOLDER.');
const BUDGETS = [4_000, 1_000] as const;

const set = await readTraceSet(values.questions, values.traces);
const counter = createTokenCounter();
const count = async (text: string): Promise<number> => (await counter.count(DEFAULT_FAMILY, [text]))[0]!;
const shared = { python: await preparePython(), modelFolder: await prepareModel(), count };

async function contests(contender: Contender, traces: readonly Trace[], options: ContestOptions): Promise<Contest[]> {
  const all: Contest[] = [];
  for (const [at, trace] of traces.entries()) {
    all.push(await runContender(contender, trace, options));
    const held = options.budgets.map((budget) => {
      const score = scoreBudget(
        all.flatMap(({ given }) => given),
        set.accepted,
        budget,
      );
      return `${score.held} of ${score.n} in ${budget} tokens (median ${score.medianTokens})`;
    });
    console.error(`${contender.name}: ${at + 1} of ${traces.length}, ${trace.messages.length} messages, so far ${held.join(', ')}`);
  }
  return all;
}

async function answersRow(contender: Contender, vectors: string): Promise<string[]> {
  const wanted = values.folders?.split(',');
  const stores = (values.all ? set.stores : set.asked).filter(({ name }) => wanted?.includes(name) ?? true);
  const ordered = stores.toSorted((left, right) => left.messages.length - right.messages.length);
  const given = (await contests(contender, ordered, { ...shared, budgets: BUDGETS, vectors, settle: true })).flatMap((one) => one.given);
  const scores = BUDGETS.map((budget) => scoreBudget(given, set.accepted, budget));
  return [
    contender.name,
    String(await linesOf(contender)),
    String(scores[0]!.n),
    ...scores.flatMap(({ held, n, medianTokens }) => [shareText(held / n), medianTokens.toLocaleString('en')]),
  ];
}

async function startsRow(contender: Contender): Promise<string[]> {
  const traces = createSeededRandom('traces to start on').shuffled(set.traces).slice(0, Number(values.starts));
  const played = await contests(contender, traces, { ...shared, budgets: BUDGETS.slice(0, 1) });
  const useful = played.map(({ given }) => firstUseful(given, set.accepted));
  const seconds = (times: readonly (number | undefined)[]): string => {
    const middle = median(times.map((ms) => ms ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(middle) ? (middle / 1_000).toFixed(1) : 'never';
  };
  return [
    contender.name,
    String(played.length),
    String(useful.filter((one) => one !== undefined).length),
    seconds(useful.map((one) => one?.sinceStartMs)),
    seconds(useful.map((one) => one?.cpuMs)),
    seconds(played.map(({ storedMs }) => storedMs)),
  ];
}

/** Lanes run side by side, the contenders of each one after another. */
async function tableOf(
  part: string,
  columns: readonly string[],
  lanes: readonly (readonly Contender[])[],
  row: (contender: Contender) => Promise<string[]>,
): Promise<object> {
  const machine = describeMachine();
  const rows = new Map<Contender, string[]>();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const contender of lane) rows.set(contender, await row(contender));
    }),
  );
  return {
    how: `npm run bench:beside -- --traces <folder> --only ${part}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${machineLine(machine)}, after ${loadNow().join(' ')}`,
    columns,
    align: `l${'r'.repeat(columns.length - 1)}`,
    rows: CONTENDERS.map((contender) => rows.get(contender)!),
  };
}

const tables = await withFolder(async (folder) => ({
  ...(values.only !== 'starts' && {
    answers: await tableOf(
      'answers',
      ['', 'lines', 'questions', 'answer in 4,000', 'tokens', 'answer in 1,000', 'tokens of these'],
      // Times are not taken here, and those that embed the same texts find what the one before them has made.
      [...Map.groupBy(CONTENDERS, ({ service, pieces }) => `${service} ${pieces}`).values()],
      (contender) => answersRow(contender, join(folder, 'vectors.sqlite')),
    ),
  }),
  ...(values.only !== 'answers' && {
    starts: await tableOf(
      'starts',
      ['', 'traces', 'with a useful recall', 'seconds to it', 'seconds of the processor', 'seconds until all is stored'],
      [CONTENDERS],
      startsRow,
    ),
  }),
}));
await counter.close();
console.log(JSON.stringify(tables, undefined, 2));
if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(tables, undefined, 2)}\n`);
