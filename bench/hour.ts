// `npm run bench:hour`: mixed load of 50 tenants for an hour on one process, one tenant at ten times its quota and one
// with the heaviest possible queries. Memory, handles, queues and p95 per minute go to bench/results/hour.csv and
// hour.svg, the table into docs/benchmarks/memory.md. `--minutes 60 --tenants 50 --memory 700 --write`; `--embedder
// minilm` uses the model in place of an endpoint that draws vectors; `--checkout` measures another build; `--draw`
// renders picture and table of the kept series again.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDrawnEndpoint } from './hour/drawn-endpoint.ts';
import { startLoad, tenantsOf } from './hour/load.ts';
import { plotSeries } from './hour/plot.ts';
import { look, readSeries, rowOf, writeSeries, type Column, type Row } from './hour/series.ts';
import { value, type FigureTable } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine, type MachineRecord } from './measure/machine.ts';
import { renderTables } from './measure/render-tables.ts';
import { saveResult, type SuiteResult } from './measure/report.ts';
import { writePages } from './measure/write-pages.ts';
import { watchMemory } from './memory/anonymous-memory.ts';
import { withFolder, type BenchEmbedder } from './service/open-service.ts';
import type { ServeProcess } from './service/serve-process.ts';
import { serveTenants } from './service/serve-tenants.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    tenants: { type: 'string', default: '50' },
    memory: { type: 'string', default: '700' },
    embedder: { type: 'string', default: 'drawn' },
    out: { type: 'string', default: join(import.meta.dirname, 'results') },
    checkout: { type: 'string', default: join(import.meta.dirname, '..') },
    write: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
  },
});
const [minutes, tenants, memoryMb] = [values.minutes, values.tenants, values.memory].map(Number) as [number, number, number];
const [seriesFile, pictureFile] = ['hour.csv', 'hour.svg'].map((name) => join(values.out, name)) as [string, string];
const STEPS = 60;
const STEP_MS = (minutes * 60_000) / STEPS;
const LOOK_EVERY_MS = Math.min(5_000, STEP_MS / 2);

async function measure(service: ServeProcess, keys: ReadonlyMap<string, string>): Promise<Row[]> {
  const start = performance.now();
  const load = startLoad({ url: service.url, keys, until: start + STEPS * STEP_MS });
  const rows: Row[] = [];
  let cpuMs = await service.cpuMs();
  for (let step = 1; step <= STEPS; step += 1) {
    const memory = watchMemory(service.pid);
    const looks = [await look(service)];
    for (const until = start + step * STEP_MS; performance.now() + LOOK_EVERY_MS < until;) {
      await delay(LOOK_EVERY_MS);
      looks.push(await look(service));
    }
    await delay(Math.max(0, start + step * STEP_MS - performance.now()));
    const cpuBefore = cpuMs;
    cpuMs = await service.cpuMs();
    const taken = load.take();
    rows.push(rowOf((step * STEP_MS) / 60_000, looks, memory.stop().highest, taken, (cpuMs - cpuBefore) / 1_000));
    await writeFile(seriesFile, writeSeries(rows));
    console.log(JSON.stringify(rows.at(-1)), [...taken.answers].map(([answer, count]) => `${count} x ${answer}`).join(', '));
  }
  await load.done;
  console.log(load.answers());
  return rows;
}

const SHOWN: readonly (readonly [Column, string, string])[] = [
  ['anonymousMiB', 'anonymous memory, median of a step', 'MiB'],
  ['highestAnonymousMiB', 'anonymous memory, highest of a step', 'MiB'],
  ['mainHeapMiB', 'heap of the main thread', 'MiB'],
  ['handles', 'open files and sockets', 'handles'],
  ['threads', 'threads', 'threads'],
  ['waitingRequests', 'requests that wait for their turn', 'requests'],
  ['followerLagRecords', 'records not worked off', 'records'],
  ['embedBacklogRecords', 'records without vectors yet', 'records'],
  ['recallP95Ms', 'recall, p95 of a step', 'ms'],
  ['windowP95Ms', 'window, p95 of a step', 'ms'],
  ['appendP95Ms', 'append, p95 of a step', 'ms'],
  ['openP95Ms', 'open, p95 of a step', 'ms'],
  ['calls', 'requests answered in a step', 'requests'],
  ['refusedLoud', 'refused by the quota of the loud one in a step', 'requests'],
  ['otherAnswers', 'other answers in a step', 'requests'],
  ['processorSeconds', 'processor of the service in a step', 's'],
  ['loadAverage', 'load average of the machine', 'load'],
];

/** Summarizes each third of the run separately, so that a rise that continues in the last third shows. */
function tablesOf(rows: readonly Row[]): FigureTable[] {
  const third = Math.ceil(rows.length / 3);
  return ['first', 'second', 'last'].map((name, at) => {
    const own = rows.slice(at * third, (at + 1) * third);
    const figures = SHOWN.map(([column, what, unit]) => value(what, unit, own.map((row) => row[column]).filter(Number.isFinite)));
    return { title: `Mixed load, the ${name} third: minutes ${Math.floor(own[0]!.minute)} to ${Math.round(own.at(-1)!.minute)}`, figures };
  });
}

async function report(rows: readonly Row[], machine: MachineRecord, startedAt: string): Promise<void> {
  await writeFile(pictureFile, plotSeries(rows, memoryMb));
  const result: SuiteResult = {
    suite: 'hour',
    quick: rows.at(-1)!.minute < 60,
    seed: 31,
    startedAt,
    seconds: 60 * rows.at(-1)!.minute,
    machine,
    loadAfter: loadNow(),
    tables: tablesOf(rows),
  };
  console.log(renderTables(result.tables));
  if (!values.write) return;
  await saveResult(result);
  await writePages();
}

const machine = describeMachine();
const startedAt = new Date().toISOString();
if (values.draw) {
  const rows = readSeries(await readFile(seriesFile, 'utf8'));
  const { mtimeMs } = await stat(seriesFile);
  const began = new Date(mtimeMs - 60_000 * rows.at(-1)!.minute).toISOString();
  await report(rows, { ...machine, loadBefore: [rows[0]!.loadAverage] }, began);
} else {
  console.log(`${machineLine(machine)}, ${tenants} tenants, embedder ${values.embedder}, setting ${memoryMb}`);
  await withFolder(async (folder) => {
    const endpoint = values.embedder === 'drawn' ? await openDrawnEndpoint() : undefined;
    const embedder = endpoint ? 'off' : (values.embedder as BenchEmbedder);
    const options = { env: { TOTAL_RECALL_MEMORY_MB: values.memory, ...endpoint?.env }, checkout: values.checkout };
    const { service, keys } = await serveTenants(join(folder, 'data'), embedder, tenantsOf(tenants), options);
    try {
      await report(await measure(service, keys), machine, startedAt);
    } finally {
      await service.stop();
      endpoint?.close();
    }
  });
}
