// `npm run bench`: measures the figures of docs/benchmarks. `--quick` takes about three minutes, `--only <suite,...>` selects
// suites, `--half <number>` every second one from the first or, where it is odd, from the second; `--write` puts the tables
// into the pages.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { renderTables } from './measure/render-tables.ts';
import { saveResult } from './measure/report.ts';
import { writePages } from './measure/write-pages.ts';
import type { BenchOptions, StoreSuite, StoreUnderTest, Suite } from './measure/suite.ts';
import type { FigureTable } from './measure/figures.ts';
import { fillDirect } from './service/fill-direct.ts';
import { fillStore, type Layout } from './service/fill-store.ts';
import { openService, withFolder, type BenchEmbedder, type OpenService } from './service/open-service.ts';
import { serveProcess } from './service/serve-process.ts';
import { appendSuite } from './suites/append.ts';
import { compactionSuite } from './suites/compaction.ts';
import { embeddingSuite } from './suites/embedding.ts';
import { footprintSuite } from './suites/footprint.ts';
import { memoryIndexSuite } from './suites/memory-index.ts';
import { projectorSuite } from './suites/projector.ts';
import { recallSuite } from './suites/recall.ts';
import { signalsSuite } from './suites/signals.ts';
import { vectorsSuite } from './suites/vectors.ts';
import { windowSuite } from './suites/window.ts';

const SUITES: Readonly<Record<string, Suite>> = {
  compaction: compactionSuite,
  index: memoryIndexSuite,
  vectors: vectorsSuite,
  embedding: embeddingSuite,
};
/** Suites in the order in which they run on each store. Those that append many events come last. */
const STORE_SUITES: Readonly<Record<string, StoreSuite>> = {
  footprint: footprintSuite,
  window: windowSuite,
  recall: recallSuite,
  projector: projectorSuite,
  append: appendSuite,
  signals: signalsSuite,
};
/** Suites that work on a store that was filled directly. */
const DIRECT_SUITES: ReadonlySet<string> = new Set(['signals']);

const QUICK_LAYOUTS: readonly Layout[] = [
  { name: 'one space', events: 100, spaces: 1 },
  { name: '10 spaces by Zipf', events: 300, spaces: 10, zipf: true },
];
const LAYOUTS: readonly Layout[] = [
  { name: 'one space', events: 1_000, spaces: 1 },
  { name: 'one space', events: 10_000, spaces: 1 },
  { name: 'one space', events: 100_000, spaces: 1 },
  { name: '200 spaces', events: 100_000, spaces: 200 },
  { name: '200 spaces by Zipf', events: 1_000_000, spaces: 200, zipf: true },
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    events: { type: 'string' },
    seed: { type: 'string', default: '1' },
    half: { type: 'string' },
    write: { type: 'boolean', default: false },
    'no-save': { type: 'boolean', default: false },
  },
});

const machine = describeMachine();
const all = [...Object.keys(SUITES), ...Object.keys(STORE_SUITES)];
const named = values.only === undefined ? all : values.only.split(',');
const chosen = values.half === undefined ? named : named.filter((_, at) => at % 2 === Number(values.half) % 2);
const unknown = chosen.filter((name) => !(name in SUITES) && !(name in STORE_SUITES));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  process.exit(2);
}
const sizes = values.events?.split(',').map(Number);
const options: BenchOptions = {
  quick: values.quick,
  seed: Number(values.seed),
  layouts: (values.quick ? QUICK_LAYOUTS : LAYOUTS).filter(({ events }) => sizes === undefined || sizes.includes(events)),
  note: (text) => console.log(text),
};
console.log(`${machineLine(machine)}, seed ${options.seed}${options.quick ? ', quick' : ''}\n`);

for (const name of chosen.filter((suite) => suite in SUITES)) {
  const start = performance.now();
  await finish(name, await SUITES[name]!(options), start);
}
const overStores = Object.keys(STORE_SUITES).filter((name) => chosen.includes(name));
if (overStores.length > 0) {
  const tables = new Map<string, FigureTable[]>(overStores.map((name) => [name, []]));
  const start = performance.now();
  for (const layout of options.layouts) {
    await measureStore(layout, tables);
    // Saved after every store, so that an interrupted run leaves its measurements.
    for (const [name, own] of tables) await keep(name, own, start);
  }
  for (const [name, own] of tables) await finish(name, own, start);
}
if (values.write) await writePages();

async function measureStore(layout: Layout, all: ReadonlyMap<string, FigureTable[]>): Promise<void> {
  const tables = new Map([...all].filter(([name]) => layout.zipf !== true || DIRECT_SUITES.has(name)));
  if (tables.size === 0) return;
  const title = `${layout.events.toLocaleString('en-US')} events in ${layout.name}`;
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    let service: OpenService | undefined;
    let openedWith: BenchEmbedder | undefined;
    const close = async (): Promise<void> => {
      await service?.close();
      service = undefined;
    };
    const open = async (embedder: BenchEmbedder = 'off'): Promise<OpenService> => {
      if (openedWith !== embedder) await close();
      openedWith = embedder;
      return (service ??= await openService(dataDir, embedder));
    };
    let apiKey: string | undefined;
    const serve: StoreUnderTest['serve'] = async (embedder) => {
      await close();
      const server = await serveProcess(dataDir, embedder);
      apiKey ??= server.apiKey;
      return { ...server, apiKey: apiKey! };
    };
    try {
      options.note(`Filling: ${title}`);
      const filled = await (layout.zipf ? fillDirect : fillStore)((await open()).cores, layout, options.seed);
      const store: StoreUnderTest = { dataDir, filled, title, open, close, serve };
      for (const [name, own] of tables) {
        options.note(`  ${name}`);
        own.push(await STORE_SUITES[name]!(store, options));
      }
    } finally {
      await close();
    }
  });
}

async function finish(suite: string, tables: readonly FigureTable[], start: number): Promise<void> {
  console.log(`\n## ${suite}\n\n${renderTables(tables)}\n`);
  await keep(suite, tables, start);
}

async function keep(suite: string, tables: readonly FigureTable[], start: number): Promise<void> {
  if (values['no-save']) return;
  const startedAt = new Date(performance.timeOrigin + start).toISOString();
  await saveResult({
    suite,
    quick: options.quick,
    seed: options.seed,
    startedAt,
    seconds: Math.round((performance.now() - start) / 100) / 10,
    machine,
    loadAfter: loadNow(),
    tables,
  });
}
