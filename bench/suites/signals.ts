import { stat } from 'node:fs/promises';
import { createClient } from '@total-recall/client';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { latency, value, type Figure } from '../measure/figures.ts';
import type { BenchOptions, StoreSuite, StoreUnderTest } from '../measure/suite.ts';
import { timed, timeRuns } from '../measure/timing.ts';
import { SMALL_SPACE, zipfSizes } from '../service/fill-direct.ts';
import { fillVectors, type FilledVectors } from '../service/fill-vectors.ts';
import { indexPath } from '../service/index-path.ts';
import { TENANT, type OpenService } from '../service/open-service.ts';
import { startSteadyWriter } from '../service/steady-writer.ts';
import { createQueries } from '../service/traffic.ts';
import { openVectorBank, type VectorBank } from '../service/vector-bank.ts';

const MODEL_WAIT_MS = 120_000;

/** Spaces that are queried as a group. */
interface Group {
  readonly name: string;
  readonly spaces: readonly string[];
}

/**
 * Measures vectors for a store that has none: their size, recall with every signal alone and beside appends, and the
 * first answers after a start.
 */
export const signalsSuite: StoreSuite = async (store, options) => {
  const { filled } = store;
  await store.close();
  const before = await indexBytes(store.dataDir);
  const bank = await openVectorBank(options.seed, options.quick);
  const groups = groupsOf(store);
  const asked = new Set(groups.flatMap(({ spaces }) => spaces));
  const start = performance.now();
  const vectors = await fillVectors((await store.open()).cores, bank, {
    wanted: ({ envelope }) => asked.has(envelope.space),
  });
  options.note(`    ${vectors.documents} vectors in ${Math.round((performance.now() - start) / 1_000)} s, model: ${bank.isReal}`);
  await store.close();
  await bank.close();
  const figures = await weigh(store, vectors, before);
  if (bank.isReal) {
    figures.push(...(await coldStarts(store, options)));
    const service = await store.open('minilm');
    for (const group of groups) figures.push(...(await measureGroup(service, store, group, options)));
    await store.close();
  } else options.note('    no model here: recall with all signals is not measured');
  return {
    title: `Recall with all signals, ${store.title}${provenance(bank)}`,
    figures: [value('events', 'events', [filled.events]), ...figures],
  };
};

function provenance(bank: VectorBank): string {
  return bank.isReal
    ? `; vectors of ${bank.embedded().toLocaleString('en-US')} texts embedded, of ${bank.drawn().toLocaleString('en-US')} drawn from them`
    : '; NO MODEL, vectors of hashed words';
}

function groupsOf({ filled: { layout, sample } }: StoreUnderTest): Group[] {
  if (!layout.zipf) return [{ name: '', spaces: [...new Set(sample.map(({ space }) => space))] }];
  const sizes = zipfSizes(layout);
  const small = sizes.flatMap((size, rank) => (size <= SMALL_SPACE ? [`space-${rank}`] : []));
  // Selects a dozen of them over the whole range.
  const chosen = small.filter((_, at) => at % Math.ceil(small.length / 12) === 0);
  const upTo = sizes[Number(small[0]!.slice('space-'.length))]!;
  return [
    { name: `the largest space (${sizes[0]!.toLocaleString('en-US')} events): `, spaces: ['space-0'] },
    { name: `spaces of up to ${upTo.toLocaleString('en-US')} events: `, spaces: chosen },
  ];
}

async function measureGroup(service: OpenService, store: StoreUnderTest, group: Group, { quick, seed }: BenchOptions): Promise<Figure[]> {
  const texts = store.filled.sample.filter(({ space }) => group.spaces.includes(space));
  const queries = new Map(
    group.spaces.map((space) => [
      space,
      createQueries(
        seed,
        (texts.some((text) => text.space === space) ? texts.filter((text) => text.space === space) : texts).map(({ text }) => text),
      ),
    ]),
  );
  let calls = 0;
  let withVectors = 0;
  const recall = async (number: number): Promise<void> => {
    const space = group.spaces[number % group.spaces.length]!;
    const { signals } = await service.cores.retriever.recall({ tenant: TENANT, space, queries: [queries.get(space)!()] });
    calls += 1;
    if (signals.includes('vector')) withVectors += 1;
  };
  await untilVectors(async () => {
    const before = withVectors;
    await recall(0);
    return withVectors > before;
  });
  const eventsASecond = quick ? 4 : 20;
  const repeats = quick ? { runs: 2, calls: 6, warmUp: 2 } : { runs: 5, calls: 100, warmUp: 60 };
  const quiet = await timeRuns(repeats, recall);
  const alone = startSteadyWriter(service, { spaces: group.spaces, eventsASecond, seed: seed + 1 });
  await delay(quick ? 1_000 : 15_000);
  const aloneWriting = await alone.stop();
  [calls, withVectors] = [0, 0];
  const writer = startSteadyWriter(service, { spaces: group.spaces, eventsASecond, seed: seed + 2 });
  const busy = await timeRuns(repeats, recall);
  const writing = await writer.stop();
  const rss = process.memoryUsage.rss() / 2 ** 20;
  await service.cores.ingest.settle(120_000);
  const { name } = group;
  return [
    latency(`${name}recall, quiet`, quiet),
    latency(`${name}recall while ${eventsASecond} events a second are appended and embedded`, busy),
    latency(`${name}append of 4 events, no recalls`, [aloneWriting.times]),
    latency(`${name}append of 4 events beside those recalls`, [writing.times]),
    value(`${name}appended beside them`, 'events/s', [writing.eventsASecond]),
    value(`${name}recalls beside appends that vectors took part in`, 'share', [withVectors / calls]),
    value(`${name}memory of this process then`, 'MiB', [rss]),
  ];
}

async function untilVectors(tookPart: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + MODEL_WAIT_MS; !(await tookPart());) {
    if (performance.now() > until) throw new Error('no answer had vectors in time');
    await delay(5);
  }
}

/** Measures the disk space of vectors, by table when the file is small enough to be walked through. */
async function weigh({ dataDir, filled }: StoreUnderTest, vectors: FilledVectors, before: number): Promise<Figure[]> {
  const { events } = filled;
  const figures = [value('index on disk for an event, before vectors', 'bytes', [before / events])];
  // Only the queried spaces have vectors in such a store.
  if (filled.layout.zipf) return figures;
  const after = await indexBytes(dataDir);
  figures.push(
    value('index on disk for an event, all vectors there', 'bytes', [after / events]),
    value('documents with a vector for an event', 'documents', [vectors.documents / events]),
    value('token vectors of a document that has any', 'rows', [vectors.tokenRows / Math.max(1, vectors.tokenDocuments)]),
    value('documents with token vectors', 'share', [vectors.tokenDocuments / Math.max(1, vectors.documents)]),
  );
  const db = new DatabaseSync(await indexPath(dataDir), { readOnly: true });
  try {
    const tables = db.prepare('SELECT name, pgsize AS bytes FROM dbstat WHERE aggregate = TRUE ORDER BY pgsize DESC').all() as unknown as {
      name: string;
      bytes: number;
    }[];
    for (const { name, bytes } of tables) if (bytes > 0.002 * after) figures.push(value(`of it \`${name}\``, 'bytes', [bytes / events]));
  } finally {
    db.close();
  }
  return figures;
}

async function coldStarts(store: StoreUnderTest, { quick, seed }: BenchOptions): Promise<Figure[]> {
  const ready: number[] = [];
  const text: number[] = [];
  const meaning: number[] = [];
  const started: number[] = [];
  const used: number[] = [];
  const { space } = store.filled.longest;
  const texts = store.filled.sample.filter((sample) => sample.space === space).map((sample) => sample.text);
  for (let run = 0; run < (quick ? 1 : 5); run += 1) {
    const server = await store.serve('minilm');
    ready.push(server.readyMs);
    const client = createClient({ url: server.url, apiKey: server.apiKey }).space(space);
    const query = createQueries(seed + run, texts);
    const answer = await client.recall(query());
    text.push(performance.now() - server.startedAt);
    if (!answer.signals.includes('vector')) await untilVectors(async () => (await client.recall(query())).signals.includes('vector'));
    meaning.push(performance.now() - server.startedAt);
    started.push(await server.residentMiB());
    for (let at = 0; at < (quick ? 10 : 100); at += 1) await timed(() => client.recall(query()));
    used.push(await server.residentMiB());
    await server.stop();
  }
  return [
    value('from the start of the process until it is ready', 'ms', ready),
    value('until the first answer', 'ms', text),
    value('until the first answer with vectors', 'ms', meaning),
    value('memory at that first answer', 'MiB', started),
    value(`memory after ${quick ? 10 : 100} recalls more`, 'MiB', used),
  ];
}

async function indexBytes(dataDir: string): Promise<number> {
  return (await stat(await indexPath(dataDir))).size;
}
