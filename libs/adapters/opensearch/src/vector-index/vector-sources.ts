import type { KeptTokens, QuantisedVector } from '@total-recall/domain';
import { packTokens, unpackTokens } from '@total-recall/runtime';
import type { PlaceSource } from '../memory-index/place-source.ts';
import { documentKey } from '../plan/document-ids.ts';
import type { VectorSetSource } from './vector-sets.ts';

/**
 * A vector as it is stored: its place, and its original bytes and scale. OpenSearch keeps the bytes again in its graph.
 */
export interface VectorSource extends PlaceSource {
  readonly set: string;
  readonly holds: 'vector';
  readonly held: { readonly values: string; readonly scale: number };
  readonly vector?: readonly number[];
}

export interface TokenSource {
  readonly scope: string;
  readonly set: string;
  readonly holds: 'tokens';
  readonly pieces: readonly number[];
  /** Token vectors packed by `packTokens`. */
  readonly tokens: { readonly packed: string };
}

export function vectorId({ set }: VectorSetSource, scope: string, eventId: string, part: number): string {
  return `${set}.${documentKey(scope, eventId, part)}`;
}

export function tokensId(set: VectorSetSource, scope: string, eventId: string, part: number): string {
  return `${vectorId(set, scope, eventId, part)}.tokens`;
}

export function toVectorSource(place: PlaceSource, { set }: VectorSetSource, { values, scale }: QuantisedVector): VectorSource {
  // A vector of zeros has no cosine, so it is left out of the graph.
  const isZero = values.every((value) => value === 0);
  return { ...place, set, holds: 'vector', held: { values: toText(values), scale }, ...(isZero ? {} : { vector: [...values] }) };
}

/** Computes the inner product of the query and the stored vector. */
export function similarityTo(query: Float32Array, { held }: Pick<VectorSource, 'held'>): number {
  const values = new Int8Array(toBytes(held.values));
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at]! * query[at]!;
  return held.scale * sum;
}

export function toTokenSource(scope: string, { set }: VectorSetSource, tokens: KeptTokens): TokenSource {
  return { scope, set, holds: 'tokens', pieces: [...tokens.ids], tokens: { packed: toText(packTokens(tokens)) } };
}

export function toKeptTokens({ tokens }: Pick<TokenSource, 'tokens'>): KeptTokens {
  return unpackTokens(new Uint8Array(toBytes(tokens.packed)));
}

/** Encodes numbers in base64, little-endian as on every machine that Node runs on. */
function toText({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** Decodes into a buffer that starts at the first byte, so that numbers of any width can be read from it. */
function toBytes(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer;
}
