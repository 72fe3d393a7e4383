// `npm run bench:memory`: what a service of one process holds in anonymous memory (`RssAnon`, what no file stands behind): at rest, while events come in, and under
// appends, recalls, windows and opens at once. `--events 100000 --memory 700 --embedder minilm`, `--folder` keeps the store, `--checkout` for another build.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '@total-recall/evaluation';
import { quantiles, round } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { watchMemory, type MemoryUse } from './memory/anonymous-memory.ts';
import { createCaller, type Caller } from './memory/caller.ts';
import { withFolder, type BenchEmbedder } from './service/open-service.ts';
import { serveProcess, type ServeProcess } from './service/serve-process.ts';
import { createQueries, createTraffic } from './service/traffic.ts';
import { toWire } from './service/wire-event.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '60' },
    callers: { type: 'string', default: '8' },
    embedder: { type: 'string', default: 'minilm' },
    memory: { type: 'string' },
    folder: { type: 'string' },
    checkout: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const [events, seconds, callers] = [values.events, values.seconds, values.callers].map(Number) as [number, number, number];
const SPACE = '/v1/spaces/all';
const IDLE_MS = 15_000;
const OPERATIONS = ['append', 'recall', 'window', 'open'] as const;
type Operation = (typeof OPERATIONS)[number];

/** A session that one writer fills, and what can be asked about it. */
interface Run {
  readonly traffic: ReturnType<typeof createTraffic>;
  session: string;
  sessions: number;
  events: number;
}

interface Store {
  readonly runs: readonly Run[];
  /** Texts that were written, and short names of events by session. */
  readonly texts: string[];
  acknowledged: number;
}

const random = createSeededRandom('memory');
const newStore = (): Store => ({
  runs: Array.from({ length: callers }, (_, at) => ({ traffic: createTraffic(7, at), session: `run-${at}-0`, sessions: 0, events: 0 })),
  texts: [],
  acknowledged: 0,
});

/** One request of an agent run, some 30 events; the first writer never leaves its session. */
async function append(caller: Caller, store: Store, at: number, wait?: 'searchable'): Promise<boolean> {
  const run = store.runs[at]!;
  const { events: own, runStarts } = run.traffic.next();
  if (runStarts && at > 0) [run.sessions, run.events, run.session] = [run.sessions + 1, 0, `run-${at}-${run.sessions + 1}`];
  const body = { events: own.filter(({ kind }) => kind !== 'objective').map(toWire), ...(wait && { wait }) };
  if ((await caller.post(`${SPACE}/sessions/${run.session}/events`, body)) !== 200) return false;
  store.acknowledged += body.events.length;
  run.events += body.events.length;
  for (const { text } of own) {
    if (text === undefined || text.length < 40) continue;
    if (store.texts.length < 2_000) store.texts.push(text);
    else store.texts[random.below(store.texts.length)] = text;
  }
  return true;
}

async function fill(caller: Caller, store: Store): Promise<void> {
  await Promise.all(
    store.runs.map(async (_, at) => {
      for (let sent = 0; store.acknowledged < events; sent += 1) await append(caller, store, at, sent % 8 === 7 ? 'searchable' : undefined);
    }),
  );
}

async function mixedLoad(caller: Caller, store: Store): Promise<Record<Operation, number[]>> {
  const times: Record<Operation, number[]> = { append: [], recall: [], window: [], open: [] };
  const query = createQueries(11, store.texts);
  const calls: Record<Operation, (at: number) => Promise<unknown>> = {
    append: (at) => append(caller, store, at),
    recall: () => caller.post(`${SPACE}/recall`, { query: query() }),
    window: (at) => caller.post(`${SPACE}/sessions/${store.runs[at]!.session}/window`, {}),
    open: (at) => {
      const { session, events: count } = store.runs[at]!;
      return caller.post(`${SPACE}/open`, { session, ref: `e${1 + random.below(Math.max(1, count))}` });
    },
  };
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    store.runs.map(async (_, at) => {
      for (let turn = at; performance.now() < until; turn += 1) {
        const name = OPERATIONS[turn % OPERATIONS.length]!;
        const start = performance.now();
        await calls[name](at);
        times[name].push(performance.now() - start);
      }
    }),
  );
  return times;
}

/** Events that the service lists, after a start anew. */
async function countListed(caller: Caller): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined; ;) {
    const page = await caller.get<{ sessions: { events: number }[]; nextCursor?: string }>(
      `${SPACE}/sessions?limit=500${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    count += page.sessions.reduce((sum, session) => sum + session.events, 0);
    if (page.nextCursor === undefined) return count;
    cursor = page.nextCursor;
  }
}

const show = (what: string, { highest, middle, last }: MemoryUse, cpuMs: number): void =>
  console.log(
    `${what}: highest ${highest}, median ${middle}, at the end ${last} MiB of anonymous memory; ` +
      `${round(cpuMs / 1_000)} s of processor; load ${loadNow()}`,
  );

async function measure(folder: string): Promise<void> {
  const env: Record<string, string> = values.memory === undefined ? {} : { TOTAL_RECALL_MEMORY_MB: values.memory };
  const serve = (): Promise<ServeProcess> => serveProcess(folder, values.embedder as BenchEmbedder, { env, checkout: values.checkout });
  const service = await serve();
  const caller = createCaller(service.url, service.apiKey!);
  const store = newStore();
  const watched = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const [memory, cpuMs] = [watchMemory(service.pid), await service.cpuMs()];
    const result = await act();
    show(what, memory.stop(), (await service.cpuMs()) - cpuMs);
    return result;
  };
  try {
    await delay(IDLE_MS);
    await watched('idle', () => delay(2_000));
    const start = performance.now();
    await watched(`${events} events in one space`, () => fill(caller, store));
    console.log(`filled at ${Math.round((1_000 * store.acknowledged) / (performance.now() - start))} events/s`);
    const times = await watched(`${callers} callers, ${seconds} s of mixed load`, () => mixedLoad(caller, store));
    for (const name of OPERATIONS) {
      const { n, p50, p95, max } = quantiles(times[name]);
      console.log(`  ${name}: p50 ${p50} ms, p95 ${p95} ms, longest ${max} ms, n ${n}, ${round(n / seconds)} a second`);
    }
    await watched('at rest', () => delay(IDLE_MS));
    console.log(`answers: ${caller.answers()}`);
  } finally {
    await service.stop();
  }
  const again = await serve();
  try {
    const listed = await countListed(createCaller(again.url, service.apiKey!));
    console.log(`acknowledged ${store.acknowledged} events, listed after a start anew ${listed}`);
    await delay(IDLE_MS);
    const memory = watchMemory(again.pid);
    await delay(2_000);
    show('idle over this store', memory.stop(), await again.cpuMs());
  } finally {
    await again.stop();
  }
}

console.log(`${machineLine(describeMachine())}, embedder ${values.embedder}, setting ${values.memory ?? 'from the machine'}`);
if (values.folder === undefined) await withFolder((folder) => measure(join(folder, 'data')));
else {
  await rm(values.folder, { recursive: true, force: true });
  await mkdir(values.folder, { recursive: true, mode: 0o700 });
  await measure(values.folder);
}
