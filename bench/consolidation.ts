// `npm run bench:consolidation -- [--events 10000] [--rounds 5] [--out FILE] [--checkout FOLDER]`: measures what a sweep
// costs, and what appends and recalls of a second space wait while one runs, of this build or of the one in another
// folder. Three phases take turns in one run: beside a sweep, alone, and beside as much processor time in a process that
// has nothing to do with the service, which says what a busy machine alone does to both. With `--rounds 0` it measures the
// cost alone.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient, type Client } from '@total-recall/client';
import { createSeededRandom } from '@total-recall/evaluation';
import { burn } from './fairness/burn.ts';
import { median, quantiles, round } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { withFolder } from './service/open-service.ts';
import { serveProcess, type ServeProcess } from './service/serve-process.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    out: { type: 'string' },
    checkout: { type: 'string' },
  },
});
const [events, rounds] = [Number(values.events), Number(values.rounds)];

const random = createSeededRandom('consolidation');
const WORDS = 'dock harbour crane cargo ferry pilot quay tide berth manifest settle tariff codec parser board store window agent'.split(
  ' ',
);
const talk = (words: number): string => Array.from({ length: words }, () => random.pick(WORDS)).join(' ');

/** A message of a day's work; one in ten states something, one in twenty of those replaces what was said. */
function message(at: number): string {
  if (at % 10 !== 0) return `${talk(12)}. ${talk(25)}. I looked at it ${at} times.`;
  return `${talk(8)}. The depot-${Math.floor(at / 10) % 400} port is ${4_000 + Math.floor(at / 200)} now. ${talk(12)}.`;
}

async function fill(client: Client, space: string): Promise<void> {
  for (let from = 0; from < events; from += 200) {
    const said = Array.from({ length: Math.min(200, events - from) }, (_, at) => ({
      kind: 'user_message' as const,
      text: message(from + at),
    }));
    const isLast = from + 200 >= events;
    await client
      .space(space)
      .session(`run-${Math.floor(from / 2_000)}`)
      .append(said, { wait: isLast ? 'searchable' : 'durable' });
  }
}

type Waits = { readonly append: number[]; readonly recall: number[] };

/** Appends and recalls in turn until `isOver`, and keeps what each took. */
async function work(client: Client, into: Waits, isOver: () => boolean): Promise<void> {
  const session = client.space('quiet').session(randomUUID());
  for (let turn = 0; !isOver(); turn += 1) {
    const before = performance.now();
    await session.append([{ kind: 'user_message', text: talk(30) }]);
    const between = performance.now();
    into.append.push(between - before);
    if (turn % 4 !== 0) continue;
    await client.space('quiet').recall({ query: talk(4) });
    into.recall.push(performance.now() - between);
  }
}

async function workFor(client: Client, into: Waits, ms: number): Promise<void> {
  const until = performance.now() + ms;
  await work(client, into, () => performance.now() > until);
}

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
  readonly facts: number;
  readonly superseded: number;
}

async function sweep(service: ServeProcess, client: Client, space: string): Promise<Cost> {
  const [startedAt, cpu] = [performance.now(), await service.cpuMs()];
  const sum = { facts: 0, superseded: 0 };
  for (let hasMore = true; hasMore;) {
    const swept = await client.space(space).consolidate();
    sum.facts += swept.added;
    sum.superseded += swept.superseded;
    ({ hasMore } = swept);
  }
  return { ms: performance.now() - startedAt, cpuMs: (await service.cpuMs()) - cpu, ...sum };
}

async function measure(folder: string) {
  const service = await serveProcess(folder, 'off', {
    ...(values.checkout !== undefined && { checkout: values.checkout }),
    env: { TOTAL_RECALL_CONSOLIDATE_MINUTES: '0', TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '1000000', TOTAL_RECALL_RATE_LIMIT_BURST: '1000000' },
  });
  try {
    const client = createClient({ url: service.url, apiKey: service.apiKey! });
    if (rounds > 0) await fill(client, 'quiet');
    for (let at = 0; at <= rounds; at += 1) await fill(client, `work-${at}`);
    const before = await service.residentMiB();
    // Nobody else asks anything during the first, so its CPU time is its own.
    const alone = await sweep(service, client, 'work-0');
    const memory = (await service.residentMiB()) - before;
    const [quiet, beside, control]: Waits[] = Array.from({ length: 3 }, () => ({ append: [], recall: [] }));
    const sweptMs: number[] = [];
    let lastMs = alone.ms;
    const phases = [
      async (at: number) => {
        let isOver = false;
        const working = work(client, beside!, () => isOver);
        const { ms } = await sweep(service, client, `work-${at}`);
        isOver = true;
        await working;
        sweptMs.push(ms);
        lastMs = ms;
      },
      () => workFor(client, quiet!, lastMs),
      async () => {
        const load = burn(Math.min(1, alone.cpuMs / lastMs));
        // Its threads take more while they start.
        await delay(1_000);
        await workFor(client, control!, lastMs);
        await load.stop();
      },
    ] as const;
    // Another one comes first in each round, so that what else the machine does falls to all alike.
    for (let at = 1; at <= rounds; at += 1) for (let turn = 0; turn < 3; turn += 1) await phases[(at + turn) % 3]!(at);
    return { alone, memory, quiet: quiet!, beside: beside!, control: control!, sweptMs };
  } finally {
    await service.stop();
  }
}

const { alone, memory, quiet, beside, control, sweptMs } = await withFolder(measure);
const row = (what: keyof Waits): string[] => {
  const all = [quiet, beside, control].map((waits) => waits[what]);
  const [one, other, third] = all.map(quantiles);
  const cells = (['p50', 'p95', 'p99'] as const).map((at) => {
    const [mine, swept, loaded] = [one![at], other![at], third![at]];
    return `${round(mine)} / ${round(swept)} (${(swept / mine).toFixed(2)}) / ${round(loaded)} (${(loaded / mine).toFixed(2)})`;
  });
  return [what, all.map(({ length }) => length).join(' / '), ...cells];
};
const tables = {
  cost: {
    how: `npm run bench:consolidation -- --events ${events} --rounds ${rounds}; ${machineLine(describeMachine())}`,
    load: loadNow().join(' '),
    columns: ['events', 'facts', 'replaced', 'seconds', 'CPU s', 'CPU us an event', 'resident MiB more'],
    align: 'rrrrrrr',
    rows: [
      [
        events,
        alone.facts,
        alone.superseded,
        (alone.ms / 1_000).toFixed(1),
        (alone.cpuMs / 1_000).toFixed(1),
        round((alone.cpuMs * 1_000) / events),
        round(memory),
      ].map(String),
    ],
  },
  ...(rounds > 0 && { waits: waitsTable() }),
};
console.log(JSON.stringify(tables, null, 2));
if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(tables, null, 2)}\n`);

function waitsTable() {
  return {
    how:
      `the same run: a second space, ${rounds} rounds in turn; in ms, alone / beside a sweep of ${events} events (ratio) / ` +
      `beside its processor time in another process (ratio); a sweep beside took ${(median(sweptMs) / 1_000).toFixed(1)} s (median)`,
    load: loadNow().join(' '),
    columns: ['', 'n', 'p50', 'p95', 'p99'],
    align: 'lrrrr',
    rows: [row('append'), row('recall')],
  };
}
