// `npm run bench:sealed-vectors`: compares an index whose vectors are sealed with one that has the same in the clear.
// Both are asked the same in turn, in random order, so that other load on the machine affects both alike.
import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSqliteMemoryIndex, type SqliteMemoryIndexOptions } from '@total-recall/adapter-sqlite';
import { quantiseRows, quantiseVector, type KeptTokens } from '@total-recall/domain';
import { createSeededRandom } from '@total-recall/evaluation';
import type { DocumentVector } from '@total-recall/ports';
import { MINILM_CODEBOOK, tokenCodec } from '@total-recall/runtime';
import { medianText, quantiles } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { withFolder } from './service/open-service.ts';
import { isotropicVectors } from './service/vector-corpus.ts';
import { createCorpus } from './service/zipf-corpus.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '200' },
    opens: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
  },
});
const documents = Number(values.documents);
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const DIMENSIONS = 384;
const TOKENS = { rows: 64, dimensions: 128, query: 14, top: 500 } as const;
const BATCH = 50;
const PLACE = { tenant: 'bench', space: 'largest', model: 'drawn-384' };
const KEY = createHash('sha256').update('bench').digest();
const NAMES = ['sealed', 'clear'] as const;
type Name = (typeof NAMES)[number];
type Index = Awaited<ReturnType<typeof createSqliteMemoryIndex>>;
/** Wall time and processor time of each call, in milliseconds. */
type Took = Record<Name, { readonly ms: number; readonly cpu: number }[]>;

const random = createSeededRandom('order of sealed and clear');
const codec = tokenCodec(MINILM_CODEBOOK.name)!;
const { vectors, queries } = isotropicVectors({ count: documents, dimensions: DIMENSIONS, queries: rounds, seed });
const rowBytes = codec.encode(new Float32Array(TOKENS.dimensions).fill(0.1), TOKENS.dimensions).length;
const writes = (() => {
  const corpus = createCorpus(seed);
  return Array.from({ length: documents }, (_, offset) => {
    const write = corpus.write(PLACE.space, `s${offset % 50}`, offset);
    return { ...write, documents: write.documents.map((document) => ({ ...document, terms: document.terms.slice(0, 1) })) };
  });
})();
const idOf = (at: number): string => writes[at]!.event.record.envelope.id;

/** Draws token vectors: any codes are rows. */
function tokensOf(at: number): KeptTokens {
  const bytes = createHash('shake256', { outputLength: TOKENS.rows * (rowBytes + 2) })
    .update(`${seed} ${at}`)
    .digest();
  return {
    codec: codec.name,
    ids: Uint32Array.from(new Set(Array.from({ length: TOKENS.rows }, (_, row) => bytes.readUInt16LE(2 * row) % 30_000))).sort(),
    lines: Uint8Array.from({ length: TOKENS.rows }, (_, row) => row >> 3),
    codes: new Uint8Array(bytes.subarray(2 * TOKENS.rows)),
  };
}

const vectorOf = (at: number): DocumentVector => ({
  tenant: PLACE.tenant,
  space: PLACE.space,
  eventId: idOf(at),
  part: 0,
  vector: quantiseVector(vectors.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)),
  tokens: tokensOf(at),
});

async function timed(run: () => Promise<unknown>): Promise<{ ms: number; cpu: number }> {
  const [before, start] = [process.cpuUsage(), performance.now()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpu: (user + system) / 1_000 };
}

async function inTurn(times: number, call: (name: Name, at: number) => Promise<{ ms: number; cpu: number }>): Promise<Took> {
  const took: Took = { sealed: [], clear: [] };
  for (let at = 0; at < times; at += 1) for (const name of random.shuffled(NAMES)) took[name].push(await call(name, at));
  return took;
}

function report(what: string, took: Took): void {
  console.log(`${what}, n ${took.sealed.length}, load ${loadNow().join(' ')}`);
  for (const name of NAMES) {
    const { p50, p95 } = quantiles(took[name].map(({ ms }) => ms));
    const cpu = quantiles(took[name].map((one) => one.cpu));
    console.log(`  ${name}: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, processor p50 ${cpu.p50.toFixed(2)} ms`);
  }
  for (const unit of ['ms', 'cpu'] as const)
    console.log(`  ratio of ${unit} in pairs: ${medianText(took.sealed.map((one, at) => one[unit] / took.clear[at]![unit]))}`);
}

const query = {
  ids: Uint32Array.from({ length: TOKENS.query }, (_, at) => at),
  ...quantiseRows(
    isotropicVectors({ count: TOKENS.query, dimensions: TOKENS.dimensions, queries: 1, seed }).vectors.slice(),
    TOKENS.dimensions,
  ),
};

/** Reads what a recall reads of vectors: the nearest, similarities of what words found, and 500 compared word by word. */
async function read({ vectors: index }: Index, at: number): Promise<void> {
  const vector = queries[at % queries.length]!;
  const found = Array.from({ length: TOKENS.top }, (_, step) => ({ eventId: idOf((at * 977 + step * 37) % documents), part: 0 }));
  await index.searchVectors({ ...PLACE, vector, limit: 500 });
  await index.similarities({ ...PLACE, vector, documents: found });
  await index.tokenMatches({ ...PLACE, tokens: query, documents: found });
}

console.log(machineLine(describeMachine()));
await withFolder(async (folder) => {
  const open = async (name: Name, caches?: SqliteMemoryIndexOptions['caches']): Promise<Index> => {
    await mkdir(join(folder, name), { recursive: true });
    const path = join(folder, name, 'index.db');
    return createSqliteMemoryIndex({ path, ...(caches && { caches }), ...(name === 'sealed' && { vectorKey: async () => KEY }) });
  };
  const both = async (caches?: SqliteMemoryIndexOptions['caches']): Promise<Record<Name, Index>> => ({
    sealed: await open('sealed', caches),
    clear: await open('clear', caches),
  });
  const close = async (indexes: Record<Name, Index>): Promise<void> => {
    for (const name of NAMES) await indexes[name].close();
  };
  const filling = await both();
  for (const name of NAMES) for (let from = 0; from < documents; from += 300) await filling[name].write(0, writes.slice(from, from + 300));
  const batches = Array.from({ length: Math.ceil(documents / BATCH) }, (_, at) => at * BATCH);
  const written = await inTurn(batches.length, async (name, at) => {
    const batch = Array.from({ length: Math.min(BATCH, documents - batches[at]!) }, (_, step) => vectorOf(batches[at]! + step));
    return timed(() => filling[name].vectors.writeVectors(0, PLACE.model, batch));
  });
  report(`${BATCH} passages written, with token vectors`, written);
  await close(filling);
  const bytes = await Promise.all(NAMES.map(async (name) => (await stat(join(folder, name, 'index.db'))).size));
  console.log(
    `index.db: sealed ${bytes[0]} bytes, clear ${bytes[1]}, for a document ${((bytes[0]! - bytes[1]!) / documents).toFixed(2)} more`,
  );

  const first = await inTurn(Number(values.opens), async (name, at) => {
    const index = await open(name);
    await index.vectors.progress(0, PLACE.model);
    const took = await timed(() => read(index, at));
    await index.close();
    return took;
  });
  report('the first read after an opening', first);
  for (const [what, caches] of [
    ['in memory', { tokens: 2 ** 30 }],
    ['token vectors read from the file', { tokens: 0 }],
    ['all read from the file', { tokens: 0, vectors: 0 }],
  ] as const) {
    const indexes = await both(caches);
    for (const name of NAMES) for (let at = 0; at < 30; at += 1) await read(indexes[name], at);
    report(`one read, ${what}`, await inTurn(rounds, (name, at) => timed(() => read(indexes[name], at))));
    await close(indexes);
  }
});
