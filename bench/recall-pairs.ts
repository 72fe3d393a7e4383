// `npm run bench:recall -- <folder of another build>`: measures recall of this build and another with the same
// questions in turn, so that other load on the machine affects both alike. Each build fills its own store from the same
// events. `--folder` keeps the stores for later runs.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '@total-recall/evaluation';
import { medianText, quantiles } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import type { FilledStore } from './service/fill-store.ts';
import { withFolder, type BenchEmbedder } from './service/open-service.ts';
import type { RecallOrder, RecallTook } from './service/recall-process.ts';
import { createQueries } from './service/traffic.ts';

const CHECKOUT = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '3000,100000' },
    rounds: { type: 'string', default: '300' },
    'warm-up': { type: 'string', default: '60' },
    embedder: { type: 'string', default: 'minilm,off' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const warmUp = Number(values['warm-up']);
const seed = Number(values.seed);
const [other] = positionals;
if (other === undefined) throw new Error('Name the folder of another build, with its own node_modules, to measure against.');

interface Build {
  readonly name: string;
  send<Answer>(order: RecallOrder): Promise<Answer>;
}

function startBuild(name: string, checkout: string, folder: string): Build {
  const child = fork(join(import.meta.dirname, 'service', 'recall-process.ts'), [checkout, folder], {
    execArgv: ['--conditions=total-recall-source', '--disable-warning=ExperimentalWarning'],
  });
  return { name, send: (order) => ask(child, order) };
}

function ask<Answer>(child: ChildProcess, order: RecallOrder): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`a build ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (answer: { value?: Answer; error?: string }) => {
      child.off('exit', ended);
      if (answer.error === undefined) resolve(answer.value as Answer);
      else reject(new Error(answer.error));
    });
    child.send(order);
  });
}

/** Asks every build the same question in each round, in a new random order. */
async function measure(builds: readonly Build[], filled: FilledStore, embedder: BenchEmbedder): Promise<Map<string, RecallTook[]>> {
  const random = createSeededRandom('order of builds');
  const { space } = filled.longest;
  const query = createQueries(
    seed,
    filled.sample.map(({ text }) => text),
  );
  const took = new Map(builds.map(({ name }) => [name, [] as RecallTook[]]));
  for (const { send } of builds) await send({ kind: 'open', embedder });
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const order: RecallOrder = { kind: 'recall', space, query: query() };
    for (const { name, send } of random.shuffled(builds)) {
      const one = await send<RecallTook>(order);
      if (round >= warmUp) took.get(name)!.push(one);
    }
  }
  return took;
}

function report(took: ReadonlyMap<string, readonly RecallTook[]>): void {
  const [own, before] = [took.get('this')!, took.get('other')!];
  for (const [name, all] of took) {
    const { p50, p95, n } = quantiles(all.map(({ ms }) => ms));
    const cpu = all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / n;
    const withVectors = all.filter(({ signals }) => signals.includes('vector')).length;
    console.log(
      `  ${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor ${cpu.toFixed(1)} ms, with vectors ${withVectors}, n ${n}`,
    );
  }
  const differences = own.map(({ ms }, at) => ms - before[at]!.ms);
  const ratios = own.map(({ ms }, at) => ms / before[at]!.ms);
  console.log(`  in pairs: ${medianText(differences)} ms, ratio ${medianText(ratios)}`);
}

async function measureSize(folder: string, events: number): Promise<void> {
  for (const embedder of values.embedder.split(',') as BenchEmbedder[]) {
    const builds = await Promise.all(
      Object.entries({ this: CHECKOUT, other: other! }).map(async ([name, checkout]) => {
        const own = join(folder, `${name}-${events}`);
        await mkdir(own, { recursive: true });
        return startBuild(name, checkout, own);
      }),
    );
    let filled: FilledStore | undefined;
    // One build after the other, because the model uses all cores.
    for (const { send } of builds)
      filled = await send({ kind: 'fill', layout: { name: 'one space', events, spaces: 1 }, seed, vectors: true });
    const took = await measure(builds, filled!, embedder);
    console.log(
      `${filled!.events.toLocaleString('en-US')} events, ${embedder === 'off' ? 'words alone' : 'all signals'}, load ${loadNow().join(' ')}`,
    );
    report(took);
    for (const { send } of builds) await send({ kind: 'close' });
  }
}

console.log(machineLine(describeMachine()));
const run = async (folder: string): Promise<void> => {
  for (const events of values.events.split(',').map(Number)) await measureSize(folder, events);
};
await (values.folder === undefined ? withFolder(run) : run(values.folder));
