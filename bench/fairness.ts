// `npm run bench:fairness`: measures the waiting time of one tenant while another asks far more than its share of the
// CPU, within its rates. Phases alone and beside take turns, and the p95 of each operation is compared phase by phase.
// `--noise hollow` sends bodies of 30 MB of empty objects, four at a time, in place of heavy recalls; `--noise texts`
// sends appends of 30 MB. `--embedder minilm`, `--checkout` for another build.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createSeededRandom } from '@total-recall/evaluation';
import { median, quantiles, round } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { withFolder, type BenchEmbedder } from './service/open-service.ts';
import type { NoiseOrder } from './service/noise-worker.ts';
import { serveProcess, type ServeProcess } from './service/serve-process.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '5000' },
    heavy: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    embedder: { type: 'string', default: 'off' },
    noise: { type: 'string', default: 'recalls' },
    checkout: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const [events, heavy, rounds, seconds] = [values.events, values.heavy, values.rounds, values.seconds].map(Number) as [
  number,
  number,
  number,
  number,
];
const { checkout } = values;

const OPERATIONS = ['recall', 'window', 'append', 'livez'] as const;
type Operation = (typeof OPERATIONS)[number];
type Times = Readonly<Record<Operation, number[]>>;

const WORDS = 'dock harbour crane cargo ferry pilot quay tide berth manifest settle tariff codec parser board store window agent'.split(
  ' ',
);
const random = createSeededRandom('fairness');
const text = (words: number): string => Array.from({ length: words }, () => `${random.pick(WORDS)}${random.below(3_000)}`).join(' ');

/** Builds a request of the largest size that the service accepts: eight queries of the longest kind, all hits. */
const heavyRecall = (): string => JSON.stringify({ queries: Array.from({ length: 8 }, () => text(1_200).slice(0, 8_000)), limit: 100 });

/** Builds 30 MB of events whose texts stay in the log. */
const largeAppend = (): string => {
  const long = text(24_000).slice(0, 250 * 1024);
  return JSON.stringify({ events: Array.from({ length: 120 }, (_, at) => ({ kind: 'user_message', text: `${at} ${long}` })) });
};

const agent = new Agent({ keepAlive: true });

/** Returns the status of an answer; 0 when there was none. */
function send(method: string, url: string, apiKey?: string, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const asked = request(url, { agent, method, headers }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)));
    asked.on('error', () => resolve(0)).end(body);
  });
}

interface Tenants {
  readonly noisy: string;
  readonly quiet: string;
}

async function twoTenants(folder: string): Promise<{ readonly service: ServeProcess; readonly keys: Tenants }> {
  const embedder = values.embedder as BenchEmbedder;
  const options = { checkout };
  await (await serveProcess(folder, embedder, options)).stop();
  const cli = join(checkout, 'apps', 'cli', 'bin', 'total-recall.js');
  const made = await promisify(execFile)(process.execPath, [cli, 'keys', 'create', '--tenant', 'system', '--data-dir', folder, '--json']);
  const operator = (JSON.parse(made.stdout) as { apiKey: string }).apiKey;
  const service = await serveProcess(folder, embedder, options);
  const tenant = async (id: string): Promise<string> => {
    const answer = await fetch(`${service.url}/v1/admin/tenants`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${operator}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, name: id }),
    });
    return ((await answer.json()) as { apiKey: string }).apiKey;
  };
  return { service, keys: { noisy: await tenant('noisy'), quiet: await tenant('quiet') } };
}

async function fill({ url }: ServeProcess, keys: Tenants): Promise<void> {
  const append = (key: string, space: string, count: number, words: number): Promise<number> => {
    const body = { events: Array.from({ length: count }, () => ({ kind: 'user_message', text: text(words) })), wait: 'searchable' };
    return send('POST', `${url}/v1/spaces/${space}/sessions/s/events`, key, JSON.stringify(body));
  };
  for (let at = 0; at < events; at += 500) if ((await append(keys.noisy, 'big', 500, 12)) !== 200) throw new Error('an append failed');
  if ((await append(keys.quiet, 'own', 300, 12)) !== 200) throw new Error('an append failed');
}

/** Makes one call of each operation after the other, with short pauses, until the phase is over. */
async function quietCalls({ url, operationsUrl }: ServeProcess, key: string, refused: Map<string, number>): Promise<Times> {
  const times = Object.fromEntries(OPERATIONS.map((name) => [name, [] as number[]])) as Record<Operation, number[]>;
  const own = `${url}/v1/spaces/own`;
  const calls: Record<Operation, () => Promise<number>> = {
    recall: () => send('POST', `${own}/recall`, key, JSON.stringify({ query: text(4) })),
    window: () => send('POST', `${own}/sessions/s/window`, key, '{}'),
    append: () => send('POST', `${own}/sessions/s/events`, key, JSON.stringify({ events: [{ kind: 'user_message', text: text(12) }] })),
    livez: () => send('GET', `${operationsUrl}/livez`),
  };
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    for (const name of OPERATIONS) {
      const start = performance.now();
      const status = await calls[name]();
      times[name].push(performance.now() - start);
      if (status !== 200) refused.set(`${name} ${status}`, (refused.get(`${name} ${status}`) ?? 0) + 1);
      await delay(10);
    }
  }
  return times;
}

interface Noise {
  readonly path: string;
  readonly bodies: readonly string[];
  readonly atOnce: number;
}

function noiseOf(name: string): Noise {
  if (name === 'hollow')
    return { path: '/v1/spaces/big/sessions/s/events', bodies: [`{"events":[${'{},'.repeat(10_000_000)}{}]}`], atOnce: 4 };
  if (name === 'texts') return { path: '/v1/spaces/large/sessions/s/events', bodies: [largeAppend()], atOnce: 1 };
  return { path: '/v1/spaces/big/recall', bodies: Array.from({ length: 16 }, heavyRecall), atOnce: heavy };
}

const noise = noiseOf(values.noise);

/**
 * Keeps this many requests of the noise in flight until `stop`, which resolves with the number of answers by status.
 */
function makeNoise({ url }: ServeProcess, apiKey: string): { stop(): Promise<ReadonlyMap<number, number>> } {
  const order: NoiseOrder = { url: url + noise.path, apiKey, bodies: noise.bodies.map((body) => Buffer.from(body)), atOnce: noise.atOnce };
  const worker = new Worker(new URL('./service/noise-worker.ts', import.meta.url), {
    workerData: order,
    execArgv: ['--conditions=total-recall-source', '--no-warnings=ExperimentalWarning'],
  });
  return {
    stop: async () => {
      worker.postMessage('stop');
      const [answers] = (await once(worker, 'message')) as [ReadonlyMap<number, number>];
      return answers;
    },
  };
}

async function measure(service: ServeProcess, keys: Tenants): Promise<void> {
  const refused = new Map<string, number>();
  const phases: { readonly alone: Times; readonly beside: Times }[] = [];
  await quietCalls(service, keys.quiet, new Map());
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await quietCalls(service, keys.quiet, refused);
    const noisy = makeNoise(service, keys.noisy);
    await delay(500);
    const beside = await quietCalls(service, keys.quiet, refused);
    const answers = await noisy.stop();
    phases.push({ alone, beside });
    const shown = OPERATIONS.map((name) => `${name} ${quantiles(alone[name]).p95} and ${quantiles(beside[name]).p95}`).join(', ');
    const served = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ');
    console.log(`round ${round}: p95 alone and beside in ms: ${shown}; the noisy one ${served}; load ${loadNow()}`);
  }
  for (const name of OPERATIONS) {
    const of = (phase: 'alone' | 'beside', share: 'p50' | 'p95'): number =>
      median(phases.map((each) => quantiles(each[phase][name])[share]));
    const ratio = median(phases.map(({ alone, beside }) => quantiles(beside[name]).p95 / quantiles(alone[name]).p95));
    const n = phases.reduce((sum, { alone, beside }) => sum + alone[name].length + beside[name].length, 0);
    const slowest = Math.max(...phases.flatMap(({ beside }) => beside[name]));
    console.log(
      `${name}: p50 ${of('alone', 'p50')} and ${of('beside', 'p50')} ms, p95 ${of('alone', 'p95')} and ${of('beside', 'p95')} ms, ` +
        `ratio ${round(ratio)}, slowest beside ${round(slowest)} ms, n ${n}`,
    );
  }
  if (refused.size > 0) console.log(`answers other than 200 to the quiet one: ${[...refused].map((each) => each.join(': ')).join(', ')}`);
  console.log(`resident ${Math.round(await service.residentMiB())} MiB`);
}

console.log(
  `${machineLine(describeMachine())}, ${noise.atOnce} ${values.noise} of one tenant, ${events} events, embedder ${values.embedder}`,
);
await withFolder(async (folder) => {
  const { service, keys } = await twoTenants(folder);
  try {
    await fill(service, keys);
    await measure(service, keys);
  } finally {
    await service.stop();
  }
});
