import { VECTOR_LIMITS, type DocumentVector, type VectorHit, type VectorIndex } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { packPlaces, unpackHits, type PackedHits } from '../index-store/packed-hits.ts';
import type { DatabaseThread } from '../thread/database-thread.ts';
import { decodeTokens, encodeTokens } from './token-blob.ts';
import type { PackedVectors, VectorReaderHandlers, VectorWriterHandlers } from './vector-messages.ts';

export interface SqliteVectorsDeps {
  readonly writer: Pick<DatabaseThread<VectorWriterHandlers>, 'call'>;
  /** Called once, when vectors are first read. */
  startReader(): Promise<DatabaseThread<VectorReaderHandlers>>;
  refuseClosed(): void;
}

/** Vectors of an index: checked and packed here, written by the index's writer, read by a thread of their own. */
export function createSqliteVectors({ writer, startReader, refuseClosed }: SqliteVectorsDeps): {
  readonly vectors: VectorIndex;
  close(): Promise<void>;
} {
  let starting: Promise<DatabaseThread<VectorReaderHandlers>> | undefined;
  const read = async <Method extends keyof VectorReaderHandlers>(
    method: Method,
    ...args: Parameters<VectorReaderHandlers[Method]>
  ): Promise<ReturnType<VectorReaderHandlers[Method]>> => {
    refuseClosed();
    starting ??= startReader().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return (await (await starting).call(method, args)) as ReturnType<VectorReaderHandlers[Method]>;
  };
  const vectors: VectorIndex = {
    writeVectors: async (_partition, model, documents) => {
      refuseClosed();
      if (documents.length === 0) return;
      const packed = packVectors(model, documents);
      await writer.call('writeVectors', [packed], [packed.rows.buffer as ArrayBuffer, packed.scales.buffer as ArrayBuffer]);
    },
    searchVectors: async ({ tenant, space, model, vector, limit, filter }) => {
      refuseClosed();
      checkQuery(vector);
      if (!Number.isInteger(limit) || limit < 1 || limit > VECTOR_LIMITS.hits)
        refuse(`The limit must be a whole number from 1 to ${VECTOR_LIMITS.hits}.`);
      const found = await read('searchVectors', { tenant, space, model, vector: vector.slice(), limit, ...(filter ? { filter } : {}) });
      return unpackVectorHits(found);
    },
    vectorsAt: async ({ tenant, space, model, vector, places }) => {
      refuseClosed();
      checkQuery(vector);
      checkMost('places', places.length, VECTOR_LIMITS.places);
      return unpackVectorHits(await read('vectorsAt', { tenant, space, model, vector: vector.slice(), places: packPlaces(places) }));
    },
    tokenVectors: async ({ tenant, space, model, documents }) => {
      checkMost('documents', documents.length, VECTOR_LIMITS.tokenDocuments);
      const blobs = await read('tokenVectors', {
        tenant,
        space,
        model,
        documents: documents.map(({ eventId, part }) => ({ eventId, part })),
      });
      return blobs.map((blob) => blob && decodeTokens(blob));
    },
    lateInteraction: async ({ tenant, space, model, tokens, documents }) => {
      checkMost('documents', documents.length, VECTOR_LIMITS.tokenDocuments);
      const { ids, vectors, scales } = tokens;
      checkMost('wordpieces', ids.length, VECTOR_LIMITS.tokens);
      const asked = documents.map(({ eventId, part }) => ({ eventId, part }));
      return read('lateInteraction', { tenant, space, model, tokens: { ids, vectors, scales }, documents: asked });
    },
    tokenStatistics: async ({ tenant, space, model, ids }) => {
      checkMost('wordpieces', ids.length, VECTOR_LIMITS.tokenIds);
      return read('tokenStatistics', { tenant, space, model, ids: [...ids] });
    },
    vectorSets: async (tenant, space) => read('vectorSets', tenant, space),
    dropVectors: async (tenant, space, model) => {
      refuseClosed();
      await writer.call('dropVectors', [tenant, space, model]);
    },
    dropOtherModels: async (keep) => {
      refuseClosed();
      return writer.call('dropOtherModels', [keep]);
    },
    progress: async (partition, model) => read('progress', partition, model),
    setProgress: async (partition, model, offset) => {
      refuseClosed();
      await writer.call('setProgress', [partition, model, offset]);
    },
  };
  return { vectors, close: async () => void (await (await starting?.catch(() => undefined))?.close()) };
}

function unpackVectorHits(found: PackedHits): VectorHit[] {
  return unpackHits(found, (place, similarity) => ({ ...place, similarity }));
}

function refuse(message: string): never {
  throw new TotalRecallError('invalid_request', message);
}

function checkMost(what: string, count: number, most: number): void {
  if (count > most) refuse(`At most ${most} ${what} may be asked for at once, not ${count}.`);
}

function checkQuery(vector: Float32Array): void {
  if (vector.length < 1 || vector.length > VECTOR_LIMITS.dimensions)
    refuse(`A vector has 1 to ${VECTOR_LIMITS.dimensions} dimensions, not ${vector.length}.`);
  if (!vector.every(Number.isFinite)) refuse('A vector holds finite numbers only.');
}

function packVectors(model: string, documents: readonly DocumentVector[]): PackedVectors {
  if (model.length < 1 || model.length > VECTOR_LIMITS.modelChars)
    refuse(`The id of a model has 1 to ${VECTOR_LIMITS.modelChars} characters.`);
  checkMost('vectors', documents.length, VECTOR_LIMITS.batch);
  const dimensions = documents[0]!.vector.values.length;
  if (dimensions < 1 || dimensions > VECTOR_LIMITS.dimensions)
    refuse(`A vector has 1 to ${VECTOR_LIMITS.dimensions} dimensions, not ${dimensions}.`);
  const rows = new Int8Array(documents.length * dimensions);
  const scales = new Float32Array(documents.length);
  documents.forEach(({ vector }, at) => {
    if (vector.values.length !== dimensions)
      refuse(`The vectors of a model have the same dimensions, not ${dimensions} and ${vector.values.length}.`);
    if (!Number.isFinite(vector.scale)) refuse('The scale of a vector must be a finite number.');
    rows.set(vector.values, at * dimensions);
    scales[at] = vector.scale;
  });
  return {
    model,
    dimensions,
    rows,
    scales,
    documents: documents.map((document) => ({ ...addressOf(document), tokens: packTokens(document) })),
  };
}

function addressOf({ tenant, space, eventId, part }: DocumentVector): { tenant: string; space: string; eventId: string; part: number } {
  return { tenant, space, eventId, part };
}

function packTokens({ tokens }: DocumentVector): Uint8Array | null {
  if (!tokens) return null;
  const { ids, scales, vectors } = tokens;
  if (ids.length > VECTOR_LIMITS.tokens) refuse(`A document has at most ${VECTOR_LIMITS.tokens} token vectors, not ${ids.length}.`);
  const dimensions = ids.length === 0 ? 0 : vectors.length / ids.length;
  if (
    scales.length !== ids.length ||
    !Number.isInteger(dimensions) ||
    dimensions > VECTOR_LIMITS.dimensions ||
    (ids.length > 0 && dimensions === 0)
  ) {
    refuse(`Token vectors have a scale and a row of the same dimensions for each of ${ids.length} ids.`);
  }
  return encodeTokens(tokens);
}
