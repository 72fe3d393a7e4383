// `npm run bench:builds -- <folder of another build>`: starts this build and another as services, and compares starts,
// appends and recalls over HTTP. The two take turns in random order, so that other load on the machine affects both.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, type SessionClient } from '@total-recall/client';
import { createSeededRandom } from '@total-recall/evaluation';
import { medianText, quantiles } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { timed } from './measure/timing.ts';
import { withFolder, type BenchEmbedder } from './service/open-service.ts';
import { serveProcess, type ServeProcess } from './service/serve-process.ts';
import { createQueries, createTraffic } from './service/traffic.ts';
import { toWire } from './service/wire-event.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    starts: { type: 'string', default: '10' },
    appends: { type: 'string', default: '300' },
    recalls: { type: 'string', default: '200' },
    windows: { type: 'string', default: '100' },
    embedder: { type: 'string', default: 'off' },
    seed: { type: 'string', default: '1' },
  },
});
const [other] = positionals;
if (other === undefined) throw new Error('Name the folder of another build, with its own node_modules, to measure against.');
const embedder = values.embedder as BenchEmbedder;
const seed = Number(values.seed);
const random = createSeededRandom('order of builds');
const NAMES = ['this', 'other'] as const;
type Name = (typeof NAMES)[number];
type Times = Record<Name, number[]>;

/** Times one call of each build per round, in a new order each. */
async function inTurn(rounds: number, call: (name: Name, round: number) => Promise<number>): Promise<Times> {
  const times: Times = { this: [], other: [] };
  for (let round = 0; round < rounds; round += 1) for (const name of random.shuffled(NAMES)) times[name].push(await call(name, round));
  return times;
}

function report(what: string, unit: string, times: Times): void {
  console.log(`${what}, load ${loadNow().join(' ')}`);
  for (const name of NAMES) {
    const { p50, p95, n } = quantiles(times[name]);
    console.log(`  ${name}: p50 ${p50.toFixed(1)} ${unit}, p95 ${p95.toFixed(1)} ${unit}, n ${n}`);
  }
  const pairs = times.this.map((own, at) => own / times.other[at]!);
  console.log(`  ratio in pairs: ${medianText(pairs)}`);
}

console.log(machineLine(describeMachine()));
await withFolder(async (folder) => {
  const folderOf = { this: join(folder, 'this'), other: join(folder, 'other') };
  const serve = (name: Name): Promise<ServeProcess> => serveProcess(folderOf[name], embedder, name === 'other' ? { checkout: other } : {});
  for (const name of NAMES) await mkdir(folderOf[name]);
  const service = { this: await serve('this'), other: await serve('other') };
  const keys = { this: service.this.apiKey!, other: service.other.apiKey! };
  const session = (name: Name): SessionClient => createClient({ url: service[name].url, apiKey: keys[name] }).space('work').session('one');

  const traffic = createTraffic(seed, 1);
  const requests = Array.from({ length: Number(values.appends) }, () => traffic.next().events);
  const sessions = { this: session('this'), other: session('other') };
  const append = (name: Name, at: number): Promise<number> =>
    timed(async () => sessions[name].append(requests[at]!.map((event) => toWire(event))));
  report('one request appended, some 30 events', 'ms', await inTurn(requests.length, append));

  const texts = requests.flat().map(({ text }) => text ?? '');
  const query = createQueries(
    seed,
    texts.filter((text) => text !== ''),
  );
  const queries = Array.from({ length: Number(values.recalls) }, query);
  const recall = (name: Name, at: number): Promise<number> => timed(() => sessions[name].recall(queries[at]!));
  report('one recall', 'ms', await inTurn(queries.length, recall));
  report('one window', 'ms', await inTurn(Number(values.windows), (name) => timed(() => sessions[name].window({ format: 'openai' }))));

  for (const name of NAMES) await service[name].stop();
  const cpu: Times = { this: [], other: [] };
  const starts = await inTurn(Number(values.starts), async (name) => {
    const started = await serve(name);
    cpu[name].push(await started.cpuMs());
    await started.stop();
    return started.readyMs;
  });
  report('a start of the filled service until it is ready', 'ms', starts);
  const inOrder = { this: cpu.this, other: cpu.other };
  report('processor time of a start', 'ms', inOrder);
});
