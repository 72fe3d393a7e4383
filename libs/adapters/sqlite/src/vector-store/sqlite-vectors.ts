import { VECTOR_LIMITS, type DocumentVector, type VectorHit, type VectorIndex } from '@total-recall/ports';
import { checkCount, checkMost, refuseRequest } from '@total-recall/runtime';
import { packDocuments } from '../index-store/packed-documents.ts';
import { unpackHits, type PackedHits } from '../index-store/packed-hits.ts';
import type { DatabaseThread } from '../thread/database-thread.ts';
import { packVectors } from './pack-vectors.ts';
import { unpackMatches } from './packed-matches.ts';
import { nameOf, type VectorKeys } from './vector-keys.ts';
import type { SetAddress, VectorReaderHandlers, VectorWriterHandlers } from './vector-messages.ts';

type Writer = Pick<DatabaseThread<VectorWriterHandlers>, 'call' | 'id'>;

export interface SqliteVectorsDeps {
  readonly writer: Writer;
  /** Starts the reader. Called once, on the first read of vectors. */
  startReader(): Promise<DatabaseThread<VectorReaderHandlers>>;
  refuseClosed(): void;
  readonly keys: VectorKeys;
}

/**
 * Creates the vectors of an index. They are checked and packed here, written by the index's writer, and read by a
 * separate thread.
 */
export function createSqliteVectors({ writer, startReader, refuseClosed, keys }: SqliteVectorsDeps): {
  readonly vectors: VectorIndex;
  /** Drops the vectors that are cached in memory. */
  forget(): Promise<void>;
  close(): Promise<void>;
} {
  let starting: Promise<DatabaseThread<VectorReaderHandlers>> | undefined;
  const read: Read = async (method, ...args) => {
    refuseClosed();
    starting ??= startReader().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return (await (await starting).call(method, args)) as ReturnType<VectorReaderHandlers[typeof method]>;
  };
  const write: Writer['call'] = (method, args, transferList) => {
    refuseClosed();
    return writer.call(method, args, transferList);
  };
  const keyed = <Request extends SetAddress>(request: Request) =>
    withKey(request, keys, async () => (await read('vectorSets', request.tenant, request.space)).length > 0);
  const vectors: VectorIndex = {
    writeVectors: async (_partition, model, documents, { replaces = false } = {}) => {
      refuseClosed();
      await writeAll({ write, keys }, model, documents, replaces);
    },
    searchVectors: async ({ tenant, space, model, vector, limit, filter }) => {
      refuseClosed();
      checkQuery(vector);
      checkCount('limit', limit, VECTOR_LIMITS.hits);
      const asked = await keyed({ tenant, space, model, vector: vector.slice(), limit, ...(filter ? { filter } : {}) });
      const found = await read('searchVectors', asked);
      return unpackVectorHits(found, writer.id);
    },
    similarities: async ({ tenant, space, model, vector, documents }) => {
      refuseClosed();
      checkQuery(vector);
      checkMost('documents', documents.length, VECTOR_LIMITS.documents);
      const asked = packDocuments(documents, writer.id);
      const found = await read('similarities', await keyed({ tenant, space, model, vector: vector.slice(), documents: asked }));
      return Array.from(found, (similarity) => (Number.isNaN(similarity) ? undefined : similarity));
    },
    tokenMatches: async ({ tenant, space, model, tokens, documents, cuts }) => {
      checkMost('documents', documents.length, VECTOR_LIMITS.tokenDocuments);
      const { ids, vectors, scales } = tokens;
      checkMost('wordpieces', ids.length, VECTOR_LIMITS.tokens);
      const asked = packDocuments(documents, writer.id);
      const own = { tokens: { ids, vectors, scales }, documents: asked, ...(cuts && { cuts }) };
      return unpackMatches(await read('tokenMatches', await keyed({ tenant, space, model, ...own })));
    },
    tokenStatistics: async ({ tenant, space, model, ids }) => {
      checkMost('wordpieces', ids.length, VECTOR_LIMITS.tokenIds);
      return read('tokenStatistics', { tenant, space, model, ids: [...ids] });
    },
    vectorSets: async (tenant, space) => read('vectorSets', tenant, space),
    dropVectors: async (tenant, space, model) => write('dropVectors', [tenant, space, model]),
    dropOtherModels: async (keep) => (await write('dropOtherModels', [keep])) || sealSome(write, keys),
    ...ofPartitions(read, write),
  };
  const started = (): Promise<DatabaseThread<VectorReaderHandlers> | undefined> => Promise.resolve(starting).catch(() => undefined);
  return {
    vectors,
    forget: async () => void (await (await started())?.call('forget', [])),
    close: async () => void (await (await started())?.close()),
  };
}

type Read = <Method extends keyof VectorReaderHandlers>(
  method: Method,
  ...args: Parameters<VectorReaderHandlers[Method]>
) => Promise<ReturnType<VectorReaderHandlers[Method]>>;

/** Creates what is kept by partition: how far models have come, and the vectors to make again. */
function ofPartitions(
  read: Read,
  write: Writer['call'],
): Pick<VectorIndex, 'progress' | 'setProgress' | 'restartProgress' | 'owedVectors' | 'settleVectors'> {
  return {
    progress: async (partition, model) => read('progress', partition, model),
    setProgress: async (partition, model, offset) => write('setProgress', [partition, model, offset]),
    restartProgress: async (partition, model) => write('restartProgress', [partition, model]),
    owedVectors: async (partition, limit) => {
      checkCount('limit', limit, VECTOR_LIMITS.owed);
      return read('owedVectors', partition, limit);
    },
    settleVectors: async (_partition, owed) => write('settleVectors', [owed.map(({ id }) => Number(id))]),
  };
}

function unpackVectorHits(found: PackedHits, index: number): VectorHit[] {
  return unpackHits(found, index, (place, similarity) => ({ ...place, similarity }));
}

function checkQuery(vector: Float32Array): void {
  if (vector.length < 1 || vector.length > VECTOR_LIMITS.dimensions)
    refuseRequest(`A vector has 1 to ${VECTOR_LIMITS.dimensions} dimensions, not ${vector.length}.`);
  if (!vector.every(Number.isFinite)) refuseRequest('A vector holds finite numbers only.');
}

/** Adds the key of its space to a request. */
async function withKey<Request extends SetAddress>(request: Request, keys: VectorKeys, hasVectors: () => Promise<boolean>) {
  return { ...request, key: await keys.toRead(request, hasVectors) };
}

/** Writes vectors, without those of spaces whose key was destroyed. */
async function writeAll(
  { write, keys }: { readonly write: Writer['call']; readonly keys: VectorKeys },
  model: string,
  documents: readonly DocumentVector[],
  replaces: boolean,
): Promise<void> {
  if (documents.length === 0) return;
  const own = await keys.ofAll(documents);
  const spaces = new Set(own.map(nameOf));
  const kept = keys.seals ? documents.filter((document) => spaces.has(nameOf(document))) : documents;
  if (kept.length === 0) return;
  const packed = packVectors(model, kept);
  await write('writeVectors', [packed, own, replaces], [packed.rows.buffer as ArrayBuffer, packed.scales.buffer as ArrayBuffer]);
}

/** Seals a part of what an earlier program stored in the clear. Returns true while there may be more. */
async function sealSome(write: Writer['call'], keys: VectorKeys): Promise<boolean> {
  const next = await write('nextToSeal', [keys.seals]);
  if (next === undefined) return false;
  if (next === 'wipe') {
    await write('wipeSealed', []);
    return false;
  }
  const key = await keys.of(next);
  if (keys.seals && !key) await write('dropVectors', [next.tenant, next.space, next.model]);
  else await write('sealSome', [next.set, key]);
  return true;
}
