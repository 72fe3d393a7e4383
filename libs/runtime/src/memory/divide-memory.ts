/** Parts that a process's memory is divided among, in the order of the table in docs/memory.md. */
export const MEMORY_PARTS = [
  'program',
  'model',
  'work',
  'bodies',
  'postings',
  'columns',
  'rows',
  'vectors',
  'tokens',
  'pages',
  'sessions',
  'texts',
  'contents',
  'sketches',
  'terms',
  'records',
  'embeddings',
  'ledger',
] as const;

export type MemoryPart = (typeof MEMORY_PARTS)[number];

/** Bytes of each part. */
export type MemoryDivision = Readonly<Record<MemoryPart, number>>;

export interface MemoryUser {
  readonly embedder: 'off' | 'minilm' | 'e5' | 'http';
  readonly embedderThreads: number;
  /** Size set for vectors and token vectors together; 0 for their shares. */
  readonly vectorCacheMiB: number;
}

export const MIB = 1024 * 1024;
/** Measured at rest on Linux, x64, Node 24, by `npm run bench:memory`. */
const PROGRAM_MIB = 230;
/** Size of a thread with its model; for `e5` estimated from its file. */
const MODEL_MIB = { off: 0, http: 0, minilm: 70, e5: 95 } as const;
/** Size of the thread that searches vectors. */
const VECTOR_SEARCH_MIB = 25;
/** With less than this only the smallest requests would fit. */
const LEAST_SHARED_MIB = 24;

/** Percent of the memory left beside program and model. */
const SHARES: Readonly<Record<Exclude<MemoryPart, 'program' | 'model' | 'ledger'>, number>> = {
  work: 50,
  bodies: 8,
  postings: 9,
  columns: 2,
  rows: 3,
  vectors: 8,
  tokens: 3,
  pages: 5,
  sessions: 3,
  texts: 1,
  contents: 2,
  sketches: 1,
  terms: 1,
  records: 2,
  embeddings: 2,
};

/** Caches over the files of an index, which a service of a cluster does not have. */
const OF_FILES = ['postings', 'columns', 'rows', 'vectors', 'tokens', 'pages'] as const;

/** Returns the smallest setting that a process can run with, in MiB. */
export function leastMemoryMiB(user: MemoryUser): number {
  return fixedMiB(user) + user.vectorCacheMiB + LEAST_SHARED_MIB;
}

/**
 * Divides this many MiB, or the minimum if they are fewer. The parts add up to the whole, and
 * none but `model` and `ledger` is empty.
 */
export function divideMemory(memoryMiB: number, user: MemoryUser): MemoryDivision {
  const whole = Math.max(Math.floor(memoryMiB), leastMemoryMiB(user));
  const own = user.vectorCacheMiB * MIB;
  const given: Partial<Record<MemoryPart, number>> = {
    program: PROGRAM_MIB * MIB,
    model: (fixedMiB(user) - PROGRAM_MIB) * MIB,
    ...(own > 0 && { vectors: (own / 4) * 3, tokens: own / 4 }),
  };
  const left = whole * MIB - sumOf(given);
  const shares = Object.entries(SHARES).filter(([part]) => given[part as MemoryPart] === undefined);
  const hundredths = shares.reduce((sum, [, share]) => sum + share, 0);
  const shared = Object.fromEntries(shares.map(([part, share]) => [part, Math.floor((left * share) / hundredths)]));
  const division = { ...given, ...shared } as Record<MemoryPart, number>;
  return { ...division, ledger: 0, work: division.work + whole * MIB - sumOf(division) };
}

/** Gives the ledger that a consolidator of a cluster holds what its process needs for no index. */
export function withLedger(division: MemoryDivision): MemoryDivision {
  const none = Object.fromEntries(OF_FILES.map((part) => [part, 0]));
  return { ...division, ...none, ledger: OF_FILES.reduce((sum, part) => sum + division[part], 0) };
}

/** Adds up all parts. */
export function sumOf(parts: Partial<MemoryDivision>): number {
  return Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
}

function fixedMiB({ embedder, embedderThreads }: MemoryUser): number {
  if (embedder === 'off') return PROGRAM_MIB;
  return PROGRAM_MIB + VECTOR_SEARCH_MIB + MODEL_MIB[embedder] * embedderThreads;
}
