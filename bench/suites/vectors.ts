import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSqliteMemoryIndex } from '@total-recall/adapter-sqlite';
import { quantiseRows, quantiseVector, type KeptTokens } from '@total-recall/domain';
import type { DocumentVector, IndexWrite, TextFilter, VectorIndex } from '@total-recall/ports';
import { MINILM_CODEBOOK, tokenCodec } from '@total-recall/runtime';
import { latency, value, type Figure, type FigureTable } from '../measure/figures.ts';
import type { BenchOptions } from '../measure/suite.ts';
import { timed, timeRuns } from '../measure/timing.ts';
import { withFolder } from '../service/open-service.ts';
import { clusteredVectors, exactNearest, isotropicVectors, type VectorCorpus } from '../service/vector-corpus.ts';
import { createCorpus, seededRandom } from '../service/zipf-corpus.ts';

const DIMENSIONS = 384;
const BATCH = 300;
const QUERIES = 50;
const HITS = 20;
const PLACE = { tenant: 'bench', space: 'largest', model: 'drawn-384' };
const TOKENS = { documents: 2_000, rows: 50, query: 14, top: 500, dimensions: 128 } as const;

/**
 * Measures vectors alone, random and not embedded: 384 dimensions in one space, isotropic and clustered; then token
 * vectors and late interaction.
 */
export async function vectorsSuite(options: BenchOptions): Promise<FigureTable[]> {
  const tables: FigureTable[] = [];
  const sizes = options.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 300_000];
  for (const count of sizes) {
    for (const [kind, draw] of [
      ['clustered', clusteredVectors],
      ['isotropic', isotropicVectors],
    ] as const) {
      options.note(`vectors: ${count.toLocaleString('en-US')} ${kind}`);
      const corpus = draw({ count, dimensions: DIMENSIONS, queries: QUERIES, seed: options.seed * 7_919 + count });
      const figures = await withFolder((folder) => measure(join(folder, 'index.db'), folder, corpus, options));
      tables.push({ title: `Vectors alone, ${count.toLocaleString('en-US')} ${kind}, ${DIMENSIONS} dimensions`, figures });
    }
  }
  tables.push({
    title: `Token vectors, ${TOKENS.rows} rows of ${TOKENS.dimensions} a document`,
    figures: await withFolder((folder) => measureTokens(folder, options)),
  });
  return tables;
}

async function measure(path: string, folder: string, { vectors, queries }: VectorCorpus, { quick, seed }: BenchOptions): Promise<Figure[]> {
  const count = vectors.length / DIMENSIONS;
  const writes = documentsOf(count, seed);
  const filling = await createSqliteMemoryIndex({ path });
  for (let from = 0; from < count; from += BATCH) await filling.write(0, writes.slice(from, from + BATCH));
  await filling.close();
  const before = await diskBytes(folder);

  const writing = await createSqliteMemoryIndex({ path });
  const batches: number[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const batch = writes
      .slice(from, from + BATCH)
      .map((write, at) => vectorOf(write, vectors.subarray((from + at) * DIMENSIONS, (from + at + 1) * DIMENSIONS)));
    batches.push(await timed(() => writing.vectors.writeVectors(0, PLACE.model, batch)));
  }
  await writing.close();
  const disk = (await diskBytes(folder)) - before;

  const index = await createSqliteMemoryIndex({ path });
  try {
    await index.vectors.progress(0, PLACE.model);
    const rss = process.memoryUsage.rss();
    const search = (number: number, filter?: TextFilter) =>
      index.vectors.searchVectors({ ...PLACE, vector: queries[number % QUERIES]!, limit: HITS, ...(filter ? { filter } : {}) });
    const cold = await timed(() => search(0));
    const memory = process.memoryUsage.rss() - rss;
    const repeats = quick ? { runs: 2, calls: 50, warmUp: 20 } : { runs: 3, calls: 100, warmUp: 30 };
    const documents = Array.from({ length: 200 }, (_, at) => writes[(at * 57) % count]!.documents[0]!);
    return [
      value(`write, batches of ${BATCH}, the median batch`, 'vectors/s', [
        (1_000 * BATCH) / batches.toSorted((left, right) => left - right)[batches.length >> 1]!,
      ]),
      value('write, all of them', 'vectors/s', [(1_000 * count) / batches.reduce((sum, ms) => sum + ms, 0)]),
      value('the first search, nothing in memory', 'ms', [cold]),
      latency(`top ${HITS}`, await timeRuns(repeats, (number) => search(number))),
      latency(`top ${HITS} of one session in fifty`, await timeRuns(repeats, (number) => search(number, { sessions: ['s7'] }))),
      latency(
        'similarities of 200 documents by id',
        await timeRuns(repeats, (number) => index.vectors.similarities({ ...PLACE, vector: queries[number % QUERIES]!, documents })),
      ),
      value(`recall at ${HITS}, against floats`, 'share', [await recall(index.vectors, vectors, queries)]),
      value('disk for a vector', 'bytes', [disk / count]),
      value('memory for a vector, resident', 'bytes', [memory / count]),
    ];
  } finally {
    await index.close();
  }
}

function documentsOf(count: number, seed: number): IndexWrite[] {
  const corpus = createCorpus(seed);
  return Array.from({ length: count }, (_, offset) => {
    const write = corpus.write(PLACE.space, `s${offset % 50}`, offset);
    // The text is measured by another suite.
    return { ...write, documents: write.documents.map((document) => ({ ...document, terms: document.terms.slice(0, 1) })) };
  });
}

function vectorOf(write: IndexWrite, vector: Float32Array, tokens?: KeptTokens): DocumentVector {
  const { id, tenant, space } = write.event.record.envelope;
  return { tenant, space, eventId: id, part: 0, vector: quantiseVector(vector), ...(tokens ? { tokens } : {}) };
}

async function recall(index: VectorIndex, vectors: Float32Array, queries: readonly Float32Array[]): Promise<number> {
  let found = 0;
  for (const query of queries) {
    const hits = await index.searchVectors({ ...PLACE, vector: query, limit: HITS });
    const wanted = new Set(exactNearest(vectors, query, HITS).map((place) => `e${place.toString(36).padStart(25, '0')}`));
    found += hits.filter((hit) => wanted.has(hit.eventId)).length;
  }
  return found / (queries.length * HITS);
}

async function diskBytes(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function measureTokens(folder: string, { quick, seed }: BenchOptions): Promise<Figure[]> {
  const { documents, rows, query: queryRows, top } = TOKENS;
  const random = seededRandom(seed);
  const drawn = isotropicVectors({ count: documents, dimensions: DIMENSIONS, queries: 1, seed });
  const { vectors: drawnRows, queries } = isotropicVectors({
    count: documents * rows,
    dimensions: TOKENS.dimensions,
    queries: queryRows,
    seed,
  });
  const codec = tokenCodec(MINILM_CODEBOOK.name)!;
  const tokens = Array.from({ length: documents }, (_, at): KeptTokens => ({
    codec: codec.name,
    ids: Uint32Array.from(new Set(Array.from({ length: rows }, () => Math.floor(random() * 30_000)))).sort(),
    lines: Uint8Array.from({ length: rows }, (__, row) => Math.floor(row / 8)),
    codes: codec.encode(drawnRows.subarray(at * rows * TOKENS.dimensions, (at + 1) * rows * TOKENS.dimensions), TOKENS.dimensions),
  }));
  const writes = documentsOf(documents, seed);
  const index = await createSqliteMemoryIndex({ path: join(folder, 'index.db') });
  try {
    await index.write(0, writes);
    const before = await diskBytes(folder);
    const batches: number[] = [];
    for (let from = 0; from < documents; from += 50) {
      const batch = writes
        .slice(from, from + 50)
        .map((write, at) =>
          vectorOf(write, drawn.vectors.subarray((from + at) * DIMENSIONS, (from + at + 1) * DIMENSIONS), tokens[from + at]),
        );
      batches.push(await timed(() => index.vectors.writeVectors(0, PLACE.model, batch)));
    }
    const query = {
      ids: Uint32Array.from({ length: queryRows }, (_, at) => at),
      ...quantiseRows(Float32Array.from(queries.flatMap((row) => [...row])), TOKENS.dimensions),
    };
    const asked = (number: number) =>
      Array.from({ length: top }, (_, at) => ({ eventId: writes[(number * 37 + at * 13) % documents]!.event.record.envelope.id, part: 0 }));
    const repeats = quick ? { runs: 2, calls: 50, warmUp: 20 } : { runs: 3, calls: 100, warmUp: 30 };
    const matching = await timeRuns(repeats, (number) => index.vectors.tokenMatches({ ...PLACE, tokens: query, documents: asked(number) }));
    await index.close();
    return [
      value('write with token vectors, batches of 50', 'documents/s', [(1_000 * documents) / batches.reduce((all, ms) => all + ms, 0)]),
      latency(`token matches, ${queryRows} query tokens with ${top} documents`, matching),
      value('disk for a document, its vector included', 'bytes', [((await diskBytes(folder)) - before) / documents]),
    ];
  } finally {
    await index.close();
  }
}
