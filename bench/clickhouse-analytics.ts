// `npm run bench:clickhouse`: analytics in ClickHouse's engine behind the front of `npm run servers`, with client and
// engine on this machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickhouseAnatomyStore } from '@total-recall/adapter-clickhouse';
import { sampleAnatomy, sampleRetrieval } from '@total-recall/ports/testing';
import { startClickhouse } from '../tools/servers/clickhouse-server.ts';
import { describeMachine, machineLine } from './measure/machine.ts';
import { timedCalls } from './measure/timed-calls.ts';

const ROWS = 200_000;
const EACH = 10_000;
const SESSIONS = 500;
const TENANTS = 5;
const SECONDS = 5;
const NOW = Date.now();

const placeOf = (at: number) => ({ tenant: `tenant${at % TENANTS}`, space: `space${at % 10}`, session: `session${at % SESSIONS}` });
const idOf = (at: number): string => `01${at.toString().padStart(24, '0')}`;
const hits = Array.from({ length: 20 }, (_, at) => idOf(at));

const dataFolder = await mkdtemp(join(tmpdir(), 'total-recall-bench-'));
const server = await startClickhouse({ dataFolder, mayFetch: true, onStep: (text) => console.log(`- ${text}`) });
const store = await createClickhouseAnatomyStore({ clickhouse: { url: server.url, database: 'bench', requestTimeoutMs: 60_000 } });
console.log(machineLine(describeMachine()));

/** Appends in batches and waits for each with a query, as an append does not tell when it is written. */
async function insert(name: string, append: (numbers: readonly number[]) => Promise<void>, wait: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  for (let from = 0; from < ROWS; from += EACH) {
    await append(Array.from({ length: EACH }, (_, at) => from + at));
    await wait();
  }
  console.log(`insert of ${name}, ${EACH} at a time: ${Math.round(ROWS / ((performance.now() - start) / 1_000))} rows/s, n ${ROWS}`);
}

const { tenant, space, session } = placeOf(0);
await insert(
  'anatomy',
  (numbers) =>
    store.appendAnatomy(numbers.map((at) => sampleAnatomy(idOf(at), { ...placeOf(at), turn: at, assembledAt: NOW - (ROWS - at) * 1_000 }))),
  () => store.anatomy({ tenant: 'nobody', space, session, limit: 1 }),
);
await insert(
  'retrievals',
  (numbers) =>
    store.appendRetrievals(
      numbers.map((at) =>
        sampleRetrieval(idOf(at), { ...placeOf(at), at: NOW - (ROWS - at) * 1_000, hitEventIds: hits, packedEventIds: hits }),
      ),
    ),
  () => store.retrievals({ tenant: 'nobody', space, limit: 1 }),
);
for (const callers of [1, 8]) {
  console.log(await timedCalls('anatomy of a session, 50', callers, SECONDS, () => store.anatomy({ tenant, space, session, limit: 50 })));
  console.log(await timedCalls('retrievals of a space, 50', callers, SECONDS, () => store.retrievals({ tenant, space, limit: 50 })));
  console.log(
    await timedCalls('demand of a space by day', callers, SECONDS, () => store.demand.counts({ tenant, space, by: 'day', limit: 30 })),
  );
}
let offset = 0;
const place = placeOf(0);
console.log(
  await timedCalls('demand batch of 100 turns', 1, SECONDS, () => {
    const turns = Array.from({ length: 100 }, (_, at) => ({ ...place, turn: offset * 100 + at, at: NOW, byModel: true }));
    return store.demand.append({ follower: 'bench', offset: offset++, turns, received: [], uses: [] });
  }),
);
await store.close();
await server.stop();
await rm(dataFolder, { recursive: true, force: true });
