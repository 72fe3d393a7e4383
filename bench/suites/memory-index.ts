import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSqliteMemoryIndex } from '@total-recall/adapter-sqlite';
import type { MemoryIndex, TextFilter } from '@total-recall/ports';
import { setTimeout as delay } from 'node:timers/promises';
import { latency, value, type Figure, type FigureTable } from '../measure/figures.ts';
import type { BenchOptions } from '../measure/suite.ts';
import { timed, timeRuns } from '../measure/timing.ts';
import { withFolder } from '../service/open-service.ts';
import { createCorpus, type Corpus } from '../service/zipf-corpus.ts';

const BATCH = 300;
const LARGEST_SHARE = 0.5;
const range = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}-${at}`);

/**
 * Measures the text index alone: documents of 61 words by Zipf's law, half of them in one space, the others in 20
 * middle and 180 small ones.
 */
export async function memoryIndexSuite(options: BenchOptions): Promise<FigureTable[]> {
  const tables: FigureTable[] = [];
  for (const documents of options.quick ? [10_000] : [10_000, 100_000])
    tables.push(await withFolder((folder) => measure(folder, documents, options)));
  return tables;
}

async function measure(folder: string, documents: number, { quick, seed }: BenchOptions): Promise<FigureTable> {
  const index = await createSqliteMemoryIndex({ path: join(folder, 'index.db'), readers: 1 });
  const corpus = createCorpus(seed * 1_000_003 + documents);
  const repeats = quick ? { runs: 2, calls: 50, warmUp: 10 } : { runs: 5, calls: 200, warmUp: 50 };
  const figures: Figure[] = [];
  try {
    const writes = await fill(index, corpus, documents);
    figures.push(
      value(
        `write, batches of ${BATCH}`,
        'documents/s',
        writes.map((ms) => (1_000 * BATCH) / ms),
      ),
    );
    const search = async (spaces: readonly string[], filter?: TextFilter) =>
      timeRuns(repeats, (number) =>
        index.searchText({ tenant: 'bench', space: spaces[number % spaces.length]!, terms: corpus.query(), limit: 100, filter }),
      );
    const largest = `the largest space (${(documents * LARGEST_SHARE).toLocaleString('en-US')} documents)`;
    figures.push(latency(`top 100 of 4-12 terms, ${largest}`, await search(['largest'])));
    figures.push(latency('one session of it', await search(['largest'], { sessions: ['s7'] })));
    figures.push(latency('middle spaces', await search(range('middle', 20))));
    figures.push(latency('small spaces', await search(range('small', 180))));
    const stop = { now: false };
    const writing = keepWriting(index, corpus, documents, stop);
    figures.push(latency(`the largest space while ${BATCH} documents are written every 100 ms`, await search(['largest'])));
    stop.now = true;
    await writing;
    figures.push(latency('statistics of 4-12 terms', await timeRuns(repeats, () => index.statistics('bench', 'largest', corpus.query()))));
    const places = Array.from({ length: 200 }, (_, at) => ({ session: `s${at % 50}`, ordinal: at * 7 }));
    figures.push(
      latency(
        '200 places',
        await timeRuns(repeats, () => index.documentsAt({ tenant: 'bench', space: 'largest', terms: corpus.query(), places })),
      ),
    );
  } finally {
    await index.close();
  }
  const sizes = await Promise.all((await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size));
  figures.push(
    value('disk for a document, a sealed body of 64 bytes included', 'bytes', [sizes.reduce((sum, size) => sum + size, 0) / documents]),
  );
  return { title: `Text index alone, ${documents.toLocaleString('en-US')} documents`, figures };
}

async function fill(index: MemoryIndex, corpus: Corpus, documents: number): Promise<number[]> {
  const batches: number[] = [];
  for (let offset = 0; offset < documents; offset += BATCH) {
    const writes = Array.from({ length: Math.min(BATCH, documents - offset) }, (_, at) =>
      corpus.write(spaceOf(offset + at), `s${(offset + at) % 50}`, offset + at),
    );
    batches.push(await timed(() => index.write(0, writes)));
  }
  return batches;
}

async function keepWriting(index: MemoryIndex, corpus: Corpus, from: number, stop: { now: boolean }): Promise<void> {
  for (let offset = from; !stop.now; offset += BATCH) {
    const writes = Array.from({ length: BATCH }, (_, at) => corpus.write(spaceOf(offset + at), `s${at % 50}`, offset + at));
    const ms = await timed(() => index.write(0, writes));
    await delay(Math.max(0, 100 - ms));
  }
}

/** Assigns offsets to spaces in a fixed pseudo-random order, so that spaces grow side by side. */
function spaceOf(offset: number): string {
  const spot = ((offset * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  if (spot < LARGEST_SHARE) return 'largest';
  const rest = (spot - LARGEST_SHARE) / (1 - LARGEST_SHARE);
  return rest < 1 / 3 ? `middle-${Math.floor(rest * 60)}` : `small-${Math.floor((rest - 1 / 3) * 270)}`;
}
