// `npm run bench:opensearch`: measures the index on a real OpenSearch with one node, with client and node on this
// machine. `--documents 50000`, `--url`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOpenSearchMemoryIndex } from '@total-recall/adapter-opensearch';
import { quantiseRows, quantiseVector } from '@total-recall/domain';
import { MINILM_CODEBOOK, tokenCodec } from '@total-recall/runtime';
import type { DocumentVector, IndexWrite, MemoryIndex, VectorIndex } from '@total-recall/ports';
import { writeOf } from '@total-recall/ports/testing';
import { startOpenSearch } from '../tools/servers/opensearch-server.ts';
import { describeMachine, machineLine } from './measure/machine.ts';
import { seededRandom } from './service/zipf-corpus.ts';

type Index = MemoryIndex & { readonly vectors: VectorIndex };

const WORDS = 80;
const VOCABULARY = 40_000;
const DIMENSIONS = 384;
const TOKENS = 40;
const TOKEN_DIMENSIONS = 128;
const EVENTS_A_WRITE = 500;
const VECTORS_A_WRITE = 128;
const QUERIES = 300;
const EXACT_QUERIES = 40;
const SPACE = { tenant: 'bench', space: 'home' };
const MODEL = 'bench';

/** Returns a word with a skewed frequency: a few words are frequent and most are rare, as in language. */
function wordOf(number: number): string {
  return `w${Math.floor(VOCABULARY ** number) - 1}`;
}

function textOf(at: number, words: number): string {
  const next = seededRandom(at);
  return Array.from({ length: words }, () => wordOf(next())).join(' ');
}

/** Returns a vector near one of a thousand subjects. A query lies close to the vector of its text. */
function vectorAbout(at: number, spread: number): Float32Array {
  const subject = seededRandom(1_000_000 + (at % 1_000));
  const own = seededRandom(2_000_000 + at);
  const vector = Float32Array.from({ length: DIMENSIONS }, () => subject() - 0.5 + spread * (own() - 0.5));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function eventAt(at: number): IndexWrite {
  return writeOf({ id: `e${at}`, text: textOf(at, WORDS), offset: at, session: `s${at % 500}`, ...SPACE, sealed: new Uint8Array(700) });
}

function vectorAt(at: number, hasTokens: boolean): DocumentVector {
  const vector = { ...SPACE, eventId: `e${at}`, part: 0, vector: quantiseVector(vectorAbout(at, 1)) };
  if (!hasTokens) return vector;
  const next = seededRandom(3_000_000 + at);
  const codec = tokenCodec(MINILM_CODEBOOK.name)!;
  const rows = Float32Array.from({ length: TOKENS * TOKEN_DIMENSIONS }, () => next() - 0.5);
  const ids = Uint32Array.from(new Set(Array.from({ length: TOKENS }, () => Math.floor(next() * 30_000)))).sort();
  return { ...vector, tokens: { codec: codec.name, ids, lines: new Uint8Array(TOKENS), codes: codec.encode(rows, TOKEN_DIMENSIONS) } };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function measureCalls(what: string, clients: number, call: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < 20; at += 1) await call(at);
  const times: number[] = [];
  const cpuBefore = process.cpuUsage();
  let next = 0;
  const client = async (): Promise<void> => {
    for (let at = next++; at < QUERIES; at = next++) {
      const from = performance.now();
      await call(at);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  times.sort((left, right) => left - right);
  const { user, system } = process.cpuUsage(cpuBefore);
  console.log(
    `${what}, ${clients} client${clients > 1 ? 's' : ''}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${((user + system) / 1_000 / times.length).toFixed(1)} ms of our CPU each, n ${times.length}`,
  );
}

async function measureWrites(
  what: string,
  documents: number,
  each: number,
  write: (from: number, to: number) => Promise<void>,
): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  for (let at = 0; at < documents; at += each) await write(at, Math.min(documents, at + each));
  const seconds = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  console.log(
    `${what}: ${Math.round(documents / seconds).toLocaleString('en')} documents/s, ${Math.round((user + system) / documents)} µs of our CPU each (making them included), n ${documents}`,
  );
}

function range<T>(from: number, to: number, make: (at: number) => T): T[] {
  return Array.from({ length: to - from }, (_, at) => make(from + at));
}

/** Returns how many of the ten most similar vectors, by exact comparison, a search finds. */
async function recallOfTen(vectors: VectorIndex, documents: number): Promise<string> {
  const all = range(0, documents, (at) => vectorAbout(at, 1));
  let found = 0;
  for (let query = 0; query < EXACT_QUERIES; query += 1) {
    const vector = vectorAbout(query * 7, 0.5);
    const similarity = all.map((one) => one.reduce((sum, value, at) => sum + value * vector[at]!, 0));
    const best = range(0, documents, (at) => at).sort((left, right) => similarity[right]! - similarity[left]!);
    const hits = await vectors.searchVectors({ ...SPACE, model: MODEL, vector, limit: 10 });
    const ids = new Set(hits.map((hit) => hit.eventId));
    found += best.slice(0, 10).filter((at) => ids.has(`e${at}`)).length;
  }
  return `${((found / EXACT_QUERIES) * 10).toFixed(1)} %`;
}

async function measure(index: Index, documents: number): Promise<void> {
  const { vectors } = index;
  await measureWrites(`write ${EVENTS_A_WRITE} events and refresh`, documents, EVENTS_A_WRITE, async (from, to) => {
    await index.write(0, range(from, to, eventAt));
    await index.refresh(0);
    await index.advanceMarks(0, { folded: to, searchable: to });
  });
  const queryAt = (at: number): string[] => [...new Set(textOf(at * 13, 8).split(' '))];
  const session = (at: number): string => `s${at % 500}`;
  for (const clients of [1, 4])
    await measureCalls('search 8 terms, 200 hits', clients, (at) => index.searchText({ ...SPACE, terms: queryAt(at), limit: 200 }));
  await measureCalls('the same in one session', 1, (at) =>
    index.searchText({ ...SPACE, terms: queryAt(at), limit: 200, filter: { sessions: [session(at)] } }),
  );
  await measureCalls('statistics of 8 terms', 1, (at) => index.statistics('bench', 'home', queryAt(at)));
  const placesOf = (at: number): { session: string; ordinal: number }[] =>
    range(0, 400, (place) => (at * 97 + place * 101) % documents).map((ordinal) => ({ session: session(ordinal), ordinal }));
  await measureCalls('400 places', 1, (at) => index.documentsAt({ ...SPACE, terms: queryAt(at), places: placesOf(at) }));
  await measureCalls('50 events by id', 1, (at) =>
    index.events(
      'bench',
      'home',
      range(0, 50, (id) => `e${(at * 31 + id * 17) % documents}`),
    ),
  );
  await measureWrites(`write ${VECTORS_A_WRITE} vectors`, documents, VECTORS_A_WRITE, async (from, to) => {
    await vectors.writeVectors(
      0,
      MODEL,
      range(from, to, (at) => vectorAt(at, at < documents / 5)),
    );
    await vectors.setProgress(0, MODEL, to);
  });
  const near = (at: number): { vector: Float32Array; limit: number; model: string } => ({
    vector: vectorAbout(at * 7, 0.5),
    limit: 200,
    model: MODEL,
  });
  for (const clients of [1, 4])
    await measureCalls('200 nearest vectors', clients, (at) => vectors.searchVectors({ ...SPACE, ...near(at) }));
  await measureCalls('the same in one session', 1, (at) =>
    vectors.searchVectors({ ...SPACE, ...near(at), filter: { sessions: [session(at)] } }),
  );
  const next = seededRandom(7);
  const tokens = {
    ids: Uint32Array.from({ length: 12 }, () => Math.floor(next() * 30_000)),
    ...quantiseRows(
      Float32Array.from({ length: 12 * TOKEN_DIMENSIONS }, () => next() - 0.5),
      TOKEN_DIMENSIONS,
    ),
  };
  await measureCalls('token matches with 500 documents', 1, (at) =>
    vectors.tokenMatches({
      ...SPACE,
      model: MODEL,
      tokens,
      documents: range(0, 500, (id) => ({ eventId: `e${(at * 3 + id * 7) % Math.floor(documents / 5)}`, part: 0 })),
    }),
  );
  console.log(`of the ten nearest, found: ${await recallOfTen(vectors, documents)} (${EXACT_QUERIES} queries)`);
}

const { values } = parseArgs({ options: { documents: { type: 'string', default: '50000' }, url: { type: 'string' } } });
const dataFolder = await mkdtemp(join(tmpdir(), 'total-recall-bench-'));
console.log(machineLine(describeMachine()));
const server = values.url === undefined ? await startOpenSearch({ dataFolder, mayFetch: true, onStep: console.log }) : undefined;
const opensearch = { urls: [values.url ?? server!.url], requestTimeoutMs: 60_000 };
const prefix = `bench${Date.now()}`;
const options = { opensearch, prefix, generation: 'g1', shards: 1, replicas: 0 };
const index = await createOpenSearchMemoryIndex(options);
try {
  await measure(index, Number(values.documents));
} finally {
  await index.close();
  for (const path of [`${prefix}-*`, `_index_template/${prefix}-*`]) await fetch(`${opensearch.urls[0]}/${path}`, { method: 'DELETE' });
  await server?.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
