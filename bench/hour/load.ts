import { setTimeout as delay } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '@total-recall/evaluation';
import { createCaller, type Caller } from '../memory/caller.ts';
import type { BenchTenant } from '../service/serve-tenants.ts';
import { createQueries, createTraffic } from '../service/traffic.ts';
import { toWire } from '../service/wire-event.ts';

export const OPERATIONS = ['append', 'recall', 'window', 'open'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Calls of ordinary tenants that ended since the last `take`, and the answers to all tenants. */
export interface Taken {
  readonly times: Readonly<Record<Operation, number[]>>;
  /** Number of requests by group of tenants (ordinary, loud, heavy) and status of the answer: `loud 429`. */
  readonly answers: ReadonlyMap<string, number>;
}

export interface LoadOptions {
  readonly url: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly until: number;
}

/** Requests per second that each tenant may make. */
const QUOTA = 5;
const LOUD_REQUESTS_PER_SECOND = 10 * QUOTA;
/** Interval between the calls of an ordinary tenant, which cycles through the operations. */
const ORDINARY_EVERY_MS = 6_000;
const HEAVY_EVERY_MS = 3_000;
const HEAVY_AT_ONCE = 4;
const APPENDED_AT_ONCE = 8;
/** Number of recent texts from which a tenant builds its queries. */
const REMEMBERED = 200;
const HEAVY_QUERIES = 8;
const LONGEST_QUERY = 8_000;

export const LOUD = 'loud';
export const HEAVY = 'heavy';

export function tenantsOf(count: number): BenchTenant[] {
  const ordinary = Array.from({ length: count - 2 }, (_, at) => `tenant-${at}`);
  return [LOUD, HEAVY, ...ordinary].map((id) => ({ id, quotas: { requestsPerSecond: QUOTA, burst: 4 * QUOTA } }));
}

/** One tenant with its own space, whose agent works on one session after the other. */
interface Tenant {
  readonly id: string;
  readonly caller: Caller;
  readonly random: SeededRandom;
  readonly traffic: ReturnType<typeof createTraffic>;
  readonly texts: string[];
  waiting: ReturnType<typeof toWire>[];
  sessions: number;
  events: number;
  turn: number;
}

const SPACE = '/v1/spaces/work';
const sessionOf = ({ sessions }: Tenant): string => `run-${sessions}`;

async function append(tenant: Tenant): Promise<number> {
  if (tenant.waiting.length === 0) {
    const { events, runStarts } = tenant.traffic.next();
    if (runStarts) [tenant.sessions, tenant.events] = [tenant.sessions + 1, 0];
    tenant.waiting = events.filter(({ kind }) => kind !== 'objective').map(toWire);
    for (const { text } of events) {
      if (text === undefined || text.length < 40) continue;
      if (tenant.texts.length < REMEMBERED) tenant.texts.push(text);
      else tenant.texts[tenant.random.below(REMEMBERED)] = text;
    }
  }
  const events = tenant.waiting.splice(0, APPENDED_AT_ONCE);
  const status = await tenant.caller.post(`${SPACE}/sessions/${sessionOf(tenant)}/events`, { events });
  if (status === 200) tenant.events += events.length;
  else tenant.waiting.unshift(...events);
  return status;
}

const CALLS: Readonly<Record<Operation, (tenant: Tenant) => Promise<number>>> = {
  append,
  recall: (tenant) => tenant.caller.post(`${SPACE}/recall`, { query: createQueries(tenant.turn, tenant.texts)() }),
  window: (tenant) => tenant.caller.post(`${SPACE}/sessions/${sessionOf(tenant)}/window`, {}),
  open: (tenant) => tenant.caller.post(`${SPACE}/open`, { session: sessionOf(tenant), ref: `e${1 + tenant.random.below(tenant.events)}` }),
};

/** Starts all tenants, which work until the time is over. They only ask for data that was appended before. */
export function startLoad({ url, keys, until }: LoadOptions): { take(): Taken; answers(): string; readonly done: Promise<void> } {
  let taken = emptyTaken();
  const count = (who: string, status: number): void =>
    void taken.answers.set(`${who} ${status}`, (taken.answers.get(`${who} ${status}`) ?? 0) + 1);
  const tenants = [...keys].map(([id, key], at) => newTenant(id, at, url, key));
  const next = async (tenant: Tenant, who: string): Promise<void> => {
    const name = tenant.events === 0 ? 'append' : OPERATIONS[tenant.turn % OPERATIONS.length]!;
    tenant.turn += 1;
    const start = performance.now();
    const status = await CALLS[name](tenant);
    count(who, status);
    if (who === 'ordinary' && status === 200) taken.times[name].push(performance.now() - start);
  };
  const ordinary = tenants.filter(({ id }) => id !== LOUD && id !== HEAVY);
  const [loud, heavy] = [LOUD, HEAVY].map((id) => tenants.find((tenant) => tenant.id === id)!) as [Tenant, Tenant];
  const done = Promise.all([
    ...ordinary.map((tenant, at) =>
      paced(ORDINARY_EVERY_MS, (at * ORDINARY_EVERY_MS) / ordinary.length, until, () => next(tenant, 'ordinary')),
    ),
    ...Array.from({ length: LOUD_REQUESTS_PER_SECOND }, (_, at) =>
      paced(1_000, (at * 1_000) / LOUD_REQUESTS_PER_SECOND, until, () => next(loud, 'loud')),
    ),
    paced(ORDINARY_EVERY_MS, 0, until, () => next(heavy, 'heavy')),
    ...Array.from({ length: HEAVY_AT_ONCE }, (_, at) =>
      paced(HEAVY_EVERY_MS * HEAVY_AT_ONCE, at * HEAVY_EVERY_MS, until, async () => {
        if (heavy.texts.length > 0) count('heavy', await heavy.caller.post(`${SPACE}/recall`, heavyRecall(heavy)));
      }),
    ),
  ]).then(() => undefined);
  return {
    done,
    answers: () => [loud, heavy, ordinary[0]!].map(({ id, caller }) => `${id}: ${caller.answers()}`).join('\n'),
    take: () => {
      const own = taken;
      taken = emptyTaken();
      return own;
    },
  };
}

/** Builds a request as large as the service accepts: eight queries of the longest kind, all hits. */
function heavyRecall({ random, texts }: Tenant): object {
  const query = (): string => {
    let text = '';
    while (text.length < LONGEST_QUERY) text += `${random.pick(texts)} `;
    return text.slice(0, LONGEST_QUERY);
  };
  return { queries: Array.from({ length: HEAVY_QUERIES }, query), limit: 100 };
}

/** Repeats a call, one at a time, with at least `everyMs` between the starts of two calls. */
async function paced(everyMs: number, firstMs: number, until: number, call: () => Promise<void>): Promise<void> {
  await delay(firstMs);
  for (let due = performance.now(); performance.now() < until; due = Math.max(due + everyMs, performance.now())) {
    await delay(Math.max(0, due - performance.now()));
    await call();
  }
}

function newTenant(id: string, at: number, url: string, key: string): Tenant {
  return {
    id,
    caller: createCaller(url, key, { attempts: 1 }),
    random: createSeededRandom(`hour ${id}`),
    traffic: createTraffic(31, at),
    texts: [],
    waiting: [],
    sessions: 0,
    events: 0,
    turn: at,
  };
}

function emptyTaken(): { times: Record<Operation, number[]>; answers: Map<string, number> } {
  return { times: { append: [], recall: [], window: [], open: [] }, answers: new Map() };
}
