import type { KeptTokens, TokenRows } from '@total-recall/domain';
import { VECTOR_LIMITS } from '@total-recall/ports';
import { checkMost, refuseRequest } from '../stores/check-query.ts';
import { BYTE_CODEC } from './byte-codec.ts';
import { MINILM_CODEBOOK } from './minilm-codebook.ts';
import { createProductCodec } from './product-codec.ts';
import type { TokenCodec } from './token-codec.ts';

const CODECS = new Map<string, () => TokenCodec>([
  [BYTE_CODEC.name, () => BYTE_CODEC],
  [MINILM_CODEBOOK.name, once(() => createProductCodec({ ...MINILM_CODEBOOK, centroids: fromBase64(MINILM_CODEBOOK.base64) }))],
]);

/** Finds a codec by name; undefined if this version has none. A name never changes its meaning. */
export function tokenCodec(name: string): TokenCodec | undefined {
  return CODECS.get(name)?.();
}

/** Returns the dimensions of a row; 0 if there are none. */
export function keptDimensions({ codec, codes, lines }: KeptTokens): number {
  return known(codec).dimensions(codes, lines.length);
}

/** Decodes the rows of a passage. With `scratch` the arrays are views of it, which the next call overwrites. */
export function decodeTokens({ codec: name, codes, lines }: KeptTokens, scratch?: TokenScratch): TokenRows {
  const codec = known(name);
  const rows = lines.length;
  const numbers = rows * codec.dimensions(codes, rows);
  const { vectors, scales } = scratch?.(rows, numbers) ?? { vectors: new Int8Array(numbers), scales: new Float32Array(rows) };
  codec.decode(codes, rows, vectors, scales);
  return { vectors: vectors.subarray(0, numbers), scales: scales.subarray(0, rows), lines };
}

/** Provides buffers for so many rows and so many numbers. */
export type TokenScratch = (rows: number, numbers: number) => { readonly vectors: Int8Array; readonly scales: Float32Array };

/** Creates buffers that are reused and grow as needed. */
export function createTokenScratch(): TokenScratch {
  let vectors = new Int8Array(0);
  let scales = new Float32Array(0);
  return (rows, numbers) => {
    if (vectors.length < numbers) vectors = new Int8Array(numbers * 2);
    if (scales.length < rows) scales = new Float32Array(rows * 2);
    return { vectors, scales };
  };
}

/** Refuses token vectors that this version could not read again. Errors: `invalid_request`. */
export function checkKeptTokens({ codec: name, ids, lines, codes }: KeptTokens): void {
  const codec = tokenCodec(name);
  if (!codec) refuseRequest(`There is no codec "${name}" for token vectors.`);
  checkMost('token vectors', lines.length, VECTOR_LIMITS.tokens);
  checkMost('wordpieces', ids.length, VECTOR_LIMITS.tokenIds);
  if (!ids.every((id, at) => at === 0 || id > ids[at - 1]!)) refuseRequest('The wordpieces of a passage are given once each, rising.');
  try {
    checkMost('dimensions of a token vector', codec.dimensions(codes, lines.length), VECTOR_LIMITS.dimensions);
  } catch (error) {
    if (error instanceof RangeError) refuseRequest(error.message);
    throw error;
  }
}

function known(name: string): TokenCodec {
  const codec = tokenCodec(name);
  if (!codec) throw new RangeError(`There is no codec "${name}" for token vectors.`);
  return codec;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function fromBase64(text: string): Int8Array {
  return new Int8Array(Buffer.from(text, 'base64'));
}
