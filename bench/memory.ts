// `npm run bench:memory`: measures the anonymous memory of a service of one process (`RssAnon`, which no file backs):
// at rest, during appends, and under appends, recalls, windows and opens together. `--events 100000 --memory 700
// --embedder minilm`, `--folder` keeps the store, `--checkout` measures another build.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ReplyWire } from '@total-recall/client';
import { createSeededRandom } from '@total-recall/evaluation';
import { quantiles, round } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { watchMemory, type MemoryUse } from './memory/anonymous-memory.ts';
import { createCaller, type Caller } from './memory/caller.ts';
import { keptStore } from './memory/kept-store.ts';
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
    kept: { type: 'string' },
    checkout: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const [events, seconds, callers] = [values.events, values.seconds, values.callers].map(Number) as [number, number, number];
/** Path of the space: that of a kept store, or of one that is filled here. */
let space = '/v1/spaces/all';
const IDLE_MS = 15_000;
const OPERATIONS = ['append', 'recall', 'window', 'open'] as const;
type Operation = (typeof OPERATIONS)[number];

/** A session that one writer fills, with the data for queries about it. */
interface Run {
  readonly traffic: ReturnType<typeof createTraffic>;
  session: string;
  sessions: number;
  events: number;
}

interface Store {
  readonly runs: readonly Run[];
  /** Texts that were written. */
  readonly texts: string[];
  /** Sessions from before, with their numbers of events. */
  readonly earlier: readonly { readonly session: string; readonly events: number }[];
  acknowledged: number;
}

const random = createSeededRandom('memory');
const newStore = (texts: string[] = [], earlier: Store['earlier'] = []): Store => ({
  runs: Array.from({ length: callers }, (_, at) => ({ traffic: createTraffic(7, at), session: `new-${at}-0`, sessions: 0, events: 0 })),
  texts,
  earlier,
  acknowledged: earlier.reduce((sum, session) => sum + session.events, 0),
});

/** Appends one request of an agent run, some 30 events. The first writer never leaves its session. */
async function append(caller: Caller, store: Store, at: number, wait?: 'searchable'): Promise<boolean> {
  const run = store.runs[at]!;
  const { events: own, runStarts } = run.traffic.next();
  if (runStarts && at > 0) [run.sessions, run.events, run.session] = [run.sessions + 1, 0, `new-${at}-${run.sessions + 1}`];
  const body = { events: own.filter(({ kind }) => kind !== 'objective').map(toWire), ...(wait && { wait }) };
  if ((await caller.post(`${space}/sessions/${run.session}/events`, body)) !== 200) return false;
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
    recall: () => caller.post(`${space}/recall`, { query: query() }),
    window: (at) => caller.post(`${space}/sessions/${someSession(at).session}/window`, {}),
    open: (at) => {
      const { session, events: count } = someSession(at);
      return caller.post(`${space}/open`, { session, ref: `e${1 + random.below(Math.max(1, count))}` });
    },
  };
  /** Picks an earlier session half of the time, if there are any. */
  const someSession = (at: number): { session: string; events: number } =>
    store.earlier.length > 0 && random.below(2) === 0 ? random.pick(store.earlier) : store.runs[at]!;
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

type SessionsPage = ReplyWire<'listSessions'>;

/** Lists every session of the service with its number of events. */
async function listSessions(caller: Caller): Promise<{ session: string; events: number }[]> {
  const listed: { session: string; events: number }[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await caller.get<SessionsPage>(
      `${space}/sessions?limit=500${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    listed.push(...page.sessions);
    if (page.cursor === undefined) return listed;
    cursor = page.cursor;
  }
}

/** Prints the memory that each part reports, in MiB, with its limit. */
async function showParts({ operationsUrl }: ServeProcess): Promise<void> {
  const lines = (await (await fetch(`${operationsUrl}/metrics`)).text()).split('\n');
  const bytesOf = (metric: string): Map<string, number> =>
    new Map(
      lines.flatMap((line) => {
        const [, part, bytes] = /^(?:\w+)\{part="(\w+)"\} (\S+)$/.exec(line.startsWith(metric) ? line : '') ?? [];
        return part === undefined ? [] : [[part, Math.round(Number(bytes) / 2 ** 20)]];
      }),
    );
  const limits = bytesOf('total_recall_memory_limit_bytes');
  const held = [...bytesOf('total_recall_memory_held_bytes')].map(([part, mib]) => `${part} ${mib} of ${limits.get(part)}`);
  console.log(`  held, in MiB: ${held.join(', ')}`);
}

const show = (what: string, { highest, middle, last }: MemoryUse, cpuMs: number): void =>
  console.log(
    `${what}: highest ${highest}, median ${middle}, at the end ${last} MiB of anonymous memory; ` +
      `${round(cpuMs / 1_000)} s of processor; load ${loadNow()}`,
  );

async function measure(folder: string, texts?: string[]): Promise<void> {
  const env: Record<string, string> = values.memory === undefined ? {} : { TOTAL_RECALL_MEMORY_MB: values.memory };
  const serve = (): Promise<ServeProcess> => serveProcess(folder, values.embedder as BenchEmbedder, { env, checkout: values.checkout });
  const service = await serve();
  const caller = createCaller(service.url, service.apiKey!);
  const watched = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const [memory, cpuMs] = [watchMemory(service.pid), await service.cpuMs()];
    const result = await act();
    show(what, memory.stop(), (await service.cpuMs()) - cpuMs);
    return result;
  };
  let acknowledged: number;
  try {
    await delay(IDLE_MS);
    await watched('idle', () => delay(2_000));
    const store = texts === undefined ? newStore() : newStore(texts, await watched('list all sessions', () => listSessions(caller)));
    if (texts === undefined) await watched(`${events} events in one space`, () => fill(caller, store));
    const times = await watched(`${callers} callers, ${seconds} s of mixed load`, () => mixedLoad(caller, store));
    for (const name of OPERATIONS) {
      const { n, p50, p95, max } = quantiles(times[name]);
      console.log(`  ${name}: p50 ${p50} ms, p95 ${p95} ms, longest ${max} ms, n ${n}, ${round(n / seconds)} a second`);
    }
    await showParts(service);
    await watched('at rest', () => delay(IDLE_MS));
    console.log(`answers: ${caller.answers()}`);
    acknowledged = store.acknowledged;
  } finally {
    await service.stop();
  }
  const again = await serve();
  try {
    const listed = await listSessions(createCaller(again.url, service.apiKey!));
    const count = listed.reduce((sum, session) => sum + session.events, 0);
    console.log(`acknowledged ${acknowledged} events, listed after a start anew ${count}`);
    await delay(IDLE_MS);
    const memory = watchMemory(again.pid);
    await delay(2_000);
    show('idle over this store', memory.stop(), await again.cpuMs());
  } finally {
    await again.stop();
  }
}

console.log(`${machineLine(describeMachine())}, embedder ${values.embedder}, setting ${values.memory ?? 'from the machine'}`);
if (values.kept !== undefined) {
  const kept = await keptStore(values.kept, { events, embedder: values.embedder as BenchEmbedder, seed: 1 });
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await kept.copyTo(dataDir);
    space = `/v1/spaces/${kept.filled.longest.space}`;
    await measure(
      dataDir,
      kept.filled.sample.map(({ text }) => text),
    );
  });
} else if (values.folder === undefined) await withFolder((folder) => measure(join(folder, 'data')));
else {
  await rm(values.folder, { recursive: true, force: true });
  await mkdir(values.folder, { recursive: true, mode: 0o700 });
  await measure(values.folder);
}
