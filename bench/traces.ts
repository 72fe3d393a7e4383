// `npm run bench:traces [-- <folder of another build>]`: measures the cost of traces per request. The same requests go
// in turn to a service without a collector, to one that sends every span, and to the other build, so that other load on
// the machine affects all of them alike.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTraceCollector } from '@total-recall/observability/testing';
import { medianText, quantiles } from './measure/figures.ts';
import { createSeededRandom } from '@total-recall/evaluation';
import { describeMachine, machineLine } from './measure/machine.ts';
import { serveProcess, type ServeOptions, type ServeProcess } from './service/serve-process.ts';

const WARM_UP = 100;
const ROUNDS = 500;
const WORDS = 'harbour crane quay ledger manifest pilot tide anchor berth cargo signal depot'.split(' ');

interface Variant {
  readonly name: string;
  readonly service: ServeProcess;
}

const [other] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'total-recall-bench-'));
const collector = await startTraceCollector();
const open = async (name: string, options: ServeOptions): Promise<Variant> => ({
  name,
  service: await serveProcess(join(folder, name), 'off', options),
});
const variants = [
  await open('off', {}),
  await open('on', { env: { TOTAL_RECALL_TRACES_ENDPOINT: collector.url } }),
  ...(other === undefined ? [] : [await open('other build', { checkout: other })]),
];

const post = async ({ url, apiKey }: ServeProcess, path: string, body: object): Promise<number> => {
  const from = performance.now();
  const answer = await fetch(`${url}/v1/spaces/bench/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - from;
};
const word = (at: number): string => `${WORDS[at % WORDS.length]} ${WORDS[(at * 7 + 3) % WORDS.length]} ${at}`;
const append = (at: number): [string, object] => [
  'sessions/one/events',
  { events: [{ kind: 'user_message', text: `Note ${at}: ${Array.from({ length: 20 }, (_, more) => word(at + more)).join(', ')}.` }] },
];
const recall = (at: number): [string, object] => ['recall', { query: `which note names ${word(at)}` }];

interface Measured {
  /** Times in milliseconds, in the order of the rounds. */
  readonly times: readonly number[];
  /** CPU time of the service per request in milliseconds, with its background work. */
  readonly cpuMs: number;
}

/** Asks every service once in each round, in a new random order. */
async function measure(request: (at: number) => [string, object]): Promise<Map<string, Measured>> {
  const random = createSeededRandom('order of services');
  const times = new Map(variants.map(({ name }) => [name, [] as number[]]));
  const before = new Map<string, number>();
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    if (round === WARM_UP) for (const { name, service } of variants) before.set(name, await service.cpuMs());
    for (const { name, service } of random.shuffled(variants)) {
      const ms = await post(service, ...request(round));
      if (round >= WARM_UP) times.get(name)!.push(ms);
    }
  }
  const measured = new Map<string, Measured>();
  for (const { name, service } of variants)
    measured.set(name, { times: times.get(name)!, cpuMs: ((await service.cpuMs()) - before.get(name)!) / ROUNDS });
  return measured;
}

function report(what: string, measured: ReadonlyMap<string, Measured>): void {
  const off = measured.get('off')!.times;
  for (const [name, { times: own, cpuMs }] of measured) {
    const { p50, p95 } = quantiles(own);
    const against =
      name === 'off'
        ? ''
        : `, against off in pairs ${medianText(
            own.map((ms, at) => ms - off[at]!),
            3,
          )} ms`;
    console.log(
      `${what}, ${name}: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms${against}, processor ${cpuMs.toFixed(2)} ms, n ${own.length}`,
    );
  }
}

console.log(machineLine(describeMachine()));
report('append of one event', await measure(append));
report('recall', await measure(recall));
for (const { service } of variants) await service.stop();
console.log(`${collector.spans.length} spans came to the collector`);
await collector.close();
await rm(folder, { recursive: true, force: true });
