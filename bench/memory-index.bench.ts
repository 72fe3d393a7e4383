// Text search over SQLite: `node --conditions=total-recall-source bench/memory-index.bench.ts [documents ...]` (10000 100000).
// The largest space holds 30 % at least of the documents (`--largest=0.9`), 20 middle ones a third of the rest, 180 small ones what is left.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSqliteMemoryIndex } from '@total-recall/adapter-sqlite';
import type { MemoryIndex } from '@total-recall/ports';
import { createCorpus, type Corpus } from './zipf-corpus.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { largest: { type: 'string' }, readers: { type: 'string' }, queries: { type: 'string' } } });
const sizes = positionals.length > 0 ? positionals.map(Number) : [10_000, 100_000];
const largestShare = Number(values.largest ?? 0.5);
const readers = Number(values.readers ?? 1);
const queries = Number(values.queries ?? 300);
const BATCH = 300;

function quantiles(times: number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(2);
  return `p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)} ms`;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function spaceOf(offset: number, corpusShare: number): string {
  // A fixed scatter, so that spaces grow side by side.
  const spot = ((offset * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  if (spot < corpusShare) return 'largest';
  const rest = (spot - corpusShare) / (1 - corpusShare);
  return rest < 1 / 3 ? `middle-${Math.floor(rest * 60)}` : `small-${Math.floor((rest - 1 / 3) * 270)}`;
}

async function fill(index: MemoryIndex, corpus: Corpus, documents: number): Promise<void> {
  const batches: number[] = [];
  let spent = 0;
  for (let offset = 0; offset < documents; offset += BATCH) {
    const writes = Array.from({ length: Math.min(BATCH, documents - offset) }, (_, at) => corpus.write(spaceOf(offset + at, largestShare), `s${(offset + at) % 50}`, offset + at));
    const ms = await timed(() => index.write(0, writes));
    batches.push(ms);
    spent += ms;
  }
  console.log(`  write        ${Math.round((documents / spent) * 1_000)} documents/s; a batch of ${BATCH}: ${quantiles(batches)}`);
}

async function search(index: MemoryIndex, corpus: Corpus, spaces: readonly string[], filter?: { sessions: string[] }): Promise<string> {
  const times: number[] = [];
  for (let at = 0; at < queries; at += 1) {
    const space = spaces[at % spaces.length]!;
    const terms = corpus.query();
    times.push(await timed(() => index.searchText({ tenant: 'bench', space, terms, limit: 100, filter })));
  }
  return quantiles(times);
}

async function searchAll(index: MemoryIndex, corpus: Corpus, title: string): Promise<void> {
  const range = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}-${at}`);
  console.log(`  ${title}`);
  console.log(`    largest    ${await search(index, corpus, ['largest'])}`);
  console.log(`    one session of it   ${await search(index, corpus, ['largest'], { sessions: ['s7'] })}`);
  console.log(`    middle     ${await search(index, corpus, range('middle', 20))}`);
  console.log(`    small      ${await search(index, corpus, range('small', 180))}`);
}

async function measure(documents: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-bench-'));
  const index = await createSqliteMemoryIndex({ path: join(folder, 'index.db'), readers });
  try {
    const corpus = createCorpus(documents);
    console.log(`${documents} documents, largest space ${Math.round(documents * largestShare)}, ${readers} readers, top 100 of 4-12 terms`);
    await fill(index, corpus, documents);
    await searchAll(index, corpus, 'first queries');
    await searchAll(index, corpus, 'again');
    const stop = { now: false };
    const batches: number[] = [];
    const writing = (async () => {
      for (let offset = documents; !stop.now; offset += BATCH) {
        const writes = Array.from({ length: BATCH }, (_, at) => corpus.write(spaceOf(offset + at, largestShare), `s${at % 50}`, offset + at));
        const ms = await timed(() => index.write(0, writes));
        batches.push(ms);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, 100 - ms)));
      }
    })();
    await searchAll(index, corpus, `while ${BATCH} documents are written every 100 ms`);
    stop.now = true;
    await writing;
    console.log(`    a batch    ${quantiles(batches)}`);
    const terms = corpus.query();
    const statistics = await timed(() => index.statistics('bench', 'largest', terms));
    const places = Array.from({ length: 200 }, (_, at) => ({ session: `s${at % 50}`, ordinal: at * 7 }));
    const neighbours = await timed(() => index.documentsAt({ tenant: 'bench', space: 'largest', terms, places }));
    console.log(`  statistics ${statistics.toFixed(2)} ms, 200 places ${neighbours.toFixed(2)} ms, memory of the process ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`);
  } finally {
    await index.close();
    const files = await Promise.all((await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size));
    console.log(`  disk ${Math.round(files.reduce((sum, size) => sum + size, 0) / documents)} bytes a document (sealed bodies of 64 bytes included)`);
    await rm(folder, { recursive: true });
  }
}

for (const documents of sizes) await measure(documents);
