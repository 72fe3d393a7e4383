import { NO_LINE, type KeptTokens } from '@total-recall/domain';
import type { Embedder, Embedding, EmbeddingInput, TokenVectors } from '@total-recall/ports';
import { tokenCodec, TotalRecallError } from '@total-recall/runtime';

export interface HashingEmbedderOptions {
  /** Dimensions of a vector. Default: 64. */
  readonly dimensions?: number;
  /** Most texts in progress. Default: 1,024. */
  readonly maxQueued?: number;
}

const MAX_WORDS = 256;

/**
 * Creates an embedder without a model: each word has a pseudo-random unit vector, and a text the normalised sum of its
 * words' vectors, so texts that share words are near each other. Deterministic and instant, for tests and for services
 * without model files.
 */
export function createHashingEmbedder(options: HashingEmbedderOptions = {}): Embedder {
  const { dimensions = 64, maxQueued = 1_024 } = options;
  let queued = 0;
  let closed = false;
  const idle = new Set<() => void>();

  return {
    model: `hashing-${dimensions}`,
    dimensions,
    tokenDimensions: dimensions,
    async embed(inputs, { tokens = false } = {}) {
      if (closed) throw new TotalRecallError('closed', 'The embedder is closed.');
      if (inputs.length > maxQueued)
        throw new TotalRecallError('invalid_request', `At most ${maxQueued} texts a call can be embedded, not ${inputs.length}.`);
      if (queued + inputs.length > maxQueued)
        throw new TotalRecallError('unavailable', `The embedder has ${queued} texts waiting.`, { retryAfterMs: 10 });
      queued += inputs.length;
      try {
        await Promise.resolve();
        return inputs.map((input) => embedText(input, dimensions, tokens));
      } finally {
        queued -= inputs.length;
        if (queued === 0) for (const wake of idle) wake();
      }
    },
    async close() {
      closed = true;
      if (queued > 0) await new Promise<void>((resolve) => idle.add(resolve));
    },
  };
}

interface Word {
  readonly id: number;
  readonly line: number;
}

function embedText(input: EmbeddingInput, dimensions: number, withTokens: boolean): Embedding {
  const { words, truncated } = wordsOf(input);
  // The constant part gives a text without words a vector that is not zero.
  const sum = unitVector(0, dimensions).map((value) => value * 0.01);
  for (const { id } of words) unitVector(id, dimensions).forEach((value, index) => (sum[index]! += value));
  const length = Math.hypot(...sum);
  const vector = sum.map((value) => value / length);
  if (!withTokens) return { vector, truncated };
  const ids = Uint32Array.from(words, ({ id }) => id);
  if (input.kind === 'query') return { vector, truncated, tokens: tokenVectors(ids, dimensions) };
  return words.length === 0 ? { vector, truncated } : { vector, truncated, kept: keptTokens(words, dimensions) };
}

/** Returns the first words of a text, each with the line in which it starts. */
function wordsOf({ text, lineStarts = [0] }: EmbeddingInput): { words: Word[]; truncated: boolean } {
  const words: Word[] = [];
  let line = -1;
  for (const { 0: word, index } of text
    .toWellFormed()
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.length === MAX_WORDS) return { words, truncated: true };
    while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= index) line += 1;
    words.push({ id: hashWord(word.slice(0, 100)), line: line < 0 ? NO_LINE : Math.min(line, NO_LINE) });
  }
  return { words, truncated: false };
}

function keptTokens(words: readonly Word[], dimensions: number): KeptTokens {
  const codec = tokenCodec('int8')!;
  const rows = new Float32Array(words.length * dimensions);
  words.forEach(({ id }, at) => rows.set(unitVector(id, dimensions), at * dimensions));
  return {
    codec: codec.name,
    ids: Uint32Array.from(new Set(words.map(({ id }) => id))).sort(),
    lines: Uint8Array.from(words, ({ line }) => line),
    codes: codec.encode(rows, dimensions),
  };
}

function tokenVectors(ids: Uint32Array, dimensions: number): TokenVectors {
  const vectors = new Int8Array(ids.length * dimensions);
  const scales = new Float32Array(ids.length);
  ids.forEach((id, row) => {
    const unit = unitVector(id, dimensions);
    const scale = Math.max(...unit.map(Math.abs)) / 127;
    scales[row] = scale;
    vectors.set(
      unit.map((value) => Math.round(value / scale)),
      row * dimensions,
    );
  });
  return { ids, vectors, scales };
}

/** Hashes UTF-16 code units with FNV-1a. */
function hashWord(word: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}

/** Returns the vector of an id: normalised uniform numbers of a small generator (mulberry32). */
function unitVector(id: number, dimensions: number): Float32Array {
  let state = id;
  const values = Float32Array.from({ length: dimensions }, () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  });
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
