import { quantiseRows, quantiseVector, type KeptTokens, type TokenMatrix } from '@total-recall/domain';
import type { MemoryIndex } from '../src/memory-index.ts';
import type { DocumentVector, VectorIndex } from '../src/vector-index.ts';
import { writesOf } from './memory-index-fixtures.ts';

export const HOME = { tenant: 'acme', space: 'home' };
export const MODEL = 'm1';

/** Returns the index of a test, with its vectors. */
export type Open = () => { readonly index: MemoryIndex; readonly vectors: VectorIndex };

/** A unit vector at this angle, in degrees, in the plane of the first two of four dimensions. */
export function vectorAt(degrees: number): Float32Array {
  const angle = (degrees * Math.PI) / 180;
  return Float32Array.from([Math.cos(angle), Math.sin(angle), 0, 0]);
}

export function tokensOf(ids: readonly number[]): TokenMatrix {
  return { ids: Uint32Array.from(ids), ...quantiseRows(Float32Array.from(ids.flatMap((id) => [1, id / 100_000, -0.25])), 3) };
}

/** Builds one row per wordpiece at a byte per dimension; all in line 0 where no lines are given. */
export function keptOf(ids: readonly number[], lines?: readonly number[]): KeptTokens {
  const { vectors } = tokensOf(ids);
  return {
    codec: 'int8',
    ids: Uint32Array.from(new Set(ids)).sort(),
    lines: Uint8Array.from(lines ?? ids.map(() => 0)),
    codes: new Uint8Array(vectors.buffer),
  };
}

export function vectorOf(eventId: string, degrees: number, rest: Partial<DocumentVector> = {}): DocumentVector {
  return { ...HOME, eventId, part: 0, vector: quantiseVector(vectorAt(degrees)), ...rest };
}

/** Writes events `s1-e0`, `s1-e1` ... of a text each. */
export async function fill(index: MemoryIndex, events: number): Promise<void> {
  await index.write(0, writesOf(Array.from({ length: events }, (_, at) => `text ${at}`)));
  await index.refresh(0);
}
