import { createTokenMatching, inverseDocumentFrequency, segmentsOfRows, type KeptTokens, type TokenMatrix } from '@total-recall/domain';
import {
  VECTOR_LIMITS,
  type DocumentPlace,
  type DocumentVector,
  type IndexWrite,
  type OwedVectors,
  type TextDocument,
  type TextFilter,
  type VectorHit,
  type VectorIndex,
  type VectorQuery,
} from '@total-recall/ports';
import { checkCount, checkKeptTokens, checkMost, decodeTokens, keptDimensions, refuseRequest } from '@total-recall/runtime';

/** Documents of the index that the vectors belong to. Both methods throw `closed` once the index is closed. */
export interface VectorDocuments {
  /** Returns a document of the newest version of an event, even if it is not searchable yet. */
  document(tenant: string, space: string, eventId: string, part: number): TextDocument | undefined;
  /** Returns the documents that a refresh has made visible and that pass the filter, with their places. */
  visible(tenant: string, space: string, filter?: TextFilter): { readonly document: TextDocument; readonly place: DocumentPlace }[];
}

type Held = Pick<DocumentVector, 'vector' | 'tokens'>;

interface ModelVectors {
  readonly tenant: string;
  readonly space: string;
  readonly model: string;
  readonly dimensions: number;
  /** Vectors by document object, so that a new version of an event starts without any. */
  readonly held: Map<TextDocument, Held>;
}

function checkQuery(vector: Float32Array): void {
  if (vector.length < 1 || vector.length > VECTOR_LIMITS.dimensions || !vector.every(Number.isFinite))
    refuseRequest(`A vector has 1 to ${VECTOR_LIMITS.dimensions} finite numbers.`);
}

/** Returns the dimensions of a row; undefined without rows. */
function tokenDimensions(tokens: KeptTokens | undefined): number | undefined {
  return tokens && tokens.lines.length > 0 ? keptDimensions(tokens) : undefined;
}

function checkVectors(model: string, vectors: readonly DocumentVector[]): void {
  if (model.length < 1 || model.length > VECTOR_LIMITS.modelChars)
    refuseRequest(`The id of a model has 1 to ${VECTOR_LIMITS.modelChars} characters.`);
  checkMost('vectors', vectors.length, VECTOR_LIMITS.batch);
  const dimensions = vectors[0]?.vector.values.length;
  for (const { vector, tokens } of vectors) {
    const own = vector.values.length;
    if (own < 1 || own > VECTOR_LIMITS.dimensions || own !== dimensions || !Number.isFinite(vector.scale))
      refuseRequest('The vectors of a model have the same dimensions and finite scales.');
    if (tokens) checkKeptTokens(tokens);
  }
}

function similarityOf(query: Float32Array, { vector }: Held): number {
  if (query.length !== vector.values.length)
    refuseRequest(`The vectors of this model have ${vector.values.length} dimensions in this space, not ${query.length}.`);
  return vector.scale * vector.values.reduce((sum, value, at) => sum + value * query[at]!, 0);
}

const bySimilarity = (left: VectorHit, right: VectorHit): number => right.similarity - left.similarity;

function checkWidths({ ids, vectors }: TokenMatrix, held: KeptTokens | undefined): void {
  const width = ids.length === 0 ? undefined : vectors.length / ids.length;
  const own = tokenDimensions(held);
  if (width !== undefined && own !== undefined && width !== own)
    refuseRequest(`The token vectors of this model have ${own} dimensions in this space, not ${width}.`);
}

/** State that all calls share. */
interface State {
  readonly documents: VectorDocuments;
  readonly sets: ModelVectors[];
  /** Progress by partition and model. */
  readonly reached: Map<string, { readonly model: string; readonly offset: number }>;
  /** Events whose vectors are to be made again, by the id of the entry. */
  readonly owed: Map<string, OwedVectors & { readonly partition: number }>;
}

function setOf({ sets }: State, tenant: string, space: string, model: string): ModelVectors | undefined {
  return sets.find((set) => set.tenant === tenant && set.space === space && set.model === model);
}

/** Scores all visible vectors. Asks the index first, so that a closed one refuses. */
function hits(state: State, { tenant, space, model, vector, filter }: Omit<VectorQuery, 'limit'>): VectorHit[] {
  const visible = state.documents.visible(tenant, space, filter);
  const set = setOf(state, tenant, space, model);
  if (set && set.dimensions !== vector.length)
    refuseRequest(`The vectors of this model have ${set.dimensions} dimensions in this space, not ${vector.length}.`);
  return visible.flatMap(({ document, place }) => {
    const held = set?.held.get(document);
    return held ? [{ ...place, similarity: similarityOf(vector, held) }] : [];
  });
}

/** Returns the vectors whose document is still the newest version of its event. */
function alive({ documents }: State, set: ModelVectors | undefined): Held[] {
  if (!set) return [];
  return [...set.held].flatMap(([document, held]) =>
    documents.document(set.tenant, set.space, document.eventId, document.part) === document ? [held] : [],
  );
}

function tokenWidth(set: ModelVectors): number | undefined {
  return [...set.held.values()].map(({ tokens }) => tokenDimensions(tokens)).find((dimensions) => dimensions !== undefined);
}

type Writes =
  | 'writeVectors'
  | 'owedVectors'
  | 'settleVectors'
  | 'dropVectors'
  | 'dropOtherModels'
  | 'progress'
  | 'setProgress'
  | 'restartProgress';

function writes(state: State): Pick<VectorIndex, Writes> {
  const { documents, sets, reached, owed } = state;
  return {
    writeVectors: async (_partition, model, vectors, { replaces = false } = {}) => {
      checkVectors(model, vectors);
      checkAgainstSets(vectors, (tenant, space) => setOf(state, tenant, space, model));
      for (const { tenant, space, eventId, part, vector, tokens } of vectors) {
        const document = documents.document(tenant, space, eventId, part);
        if (!document) continue;
        let set = setOf(state, tenant, space, model);
        if (!set) sets.push((set = { tenant, space, model, dimensions: vector.values.length, held: new Map() }));
        if (replaces || !set.held.has(document)) set.held.set(document, structuredClone({ vector, ...(tokens ? { tokens } : {}) }));
      }
    },
    owedVectors: async (partition, limit) => {
      documents.visible('', '');
      checkCount('limit', limit, VECTOR_LIMITS.owed);
      const own = [...owed.values()].filter((one) => one.partition === partition);
      return own.slice(0, limit).map(({ partition: _partition, ...one }) => one);
    },
    settleVectors: async (_partition, settled) => {
      documents.visible('', '');
      for (const { id } of settled) owed.delete(id);
    },
    dropVectors: async (tenant, space, model) => {
      const at = sets.findIndex((set) => set.tenant === tenant && set.space === space && set.model === model);
      if (at >= 0) sets.splice(at, 1);
    },
    dropOtherModels: async (keep) => {
      documents.visible('', '');
      for (const [key, { model }] of reached) if (model !== keep) reached.delete(key);
      const at = sets.findIndex((set) => set.model !== keep);
      if (at >= 0) sets.splice(at, 1);
      return sets.some((set) => set.model !== keep);
    },
    progress: async (partition, model) => {
      documents.visible('', '');
      return reached.get(`${partition} ${model}`)?.offset ?? -1;
    },
    setProgress: async (partition, model, offset) => {
      documents.visible('', '');
      const key = `${partition} ${model}`;
      reached.set(key, { model, offset: Math.max(offset, reached.get(key)?.offset ?? -1) });
    },
    restartProgress: async (partition, model) => {
      documents.visible('', '');
      reached.delete(`${partition} ${model}`);
    },
  };
}

function reads(state: State): Omit<VectorIndex, keyof ReturnType<typeof writes>> {
  return {
    searchVectors: async (query) => {
      checkQuery(query.vector);
      checkCount('limit', query.limit, VECTOR_LIMITS.hits);
      return hits(state, query).sort(bySimilarity).slice(0, query.limit);
    },
    similarities: async ({ documents, ...query }) => {
      checkQuery(query.vector);
      checkMost('documents', documents.length, VECTOR_LIMITS.documents);
      const found = new Map(hits(state, query).map(({ eventId, part, similarity }) => [`${eventId} ${part}`, similarity]));
      return documents.map(({ eventId, part }) => found.get(`${eventId} ${part}`));
    },
    tokenMatches: async ({ tenant, space, model, tokens, documents: asked, cuts }) => {
      checkMost('documents', asked.length, VECTOR_LIMITS.tokenDocuments);
      checkMost('wordpieces', tokens.ids.length, VECTOR_LIMITS.tokens);
      const set = setOf(state, tenant, space, model);
      const all = alive(state, set).flatMap((held) => held.tokens ?? []);
      const matching = createTokenMatching(tokens, (id) =>
        inverseDocumentFrequency(all.length, all.filter(({ ids }) => ids.includes(id)).length),
      );
      const matches = asked.map(({ eventId, part }, at) => {
        const document = state.documents.document(tenant, space, eventId, part);
        const own = document && set?.held.get(document)?.tokens;
        checkWidths(tokens, own);
        return own && matching.match(decodeTokens({ ...own, lines: segmentsOfRows(own.lines, cuts?.[at] ?? []) }));
      });
      return { weights: matching.weights, matches };
    },
    tokenStatistics: async ({ tenant, space, model, ids }) => {
      checkMost('wordpieces', ids.length, VECTOR_LIMITS.tokenIds);
      const all = alive(state, setOf(state, tenant, space, model)).flatMap(({ tokens }) => tokens ?? []);
      return { documents: all.length, documentFrequencies: ids.map((id) => all.filter((tokens) => tokens.ids.includes(id)).length) };
    },
    vectorSets: async (tenant, space) =>
      state.sets
        .filter((set) => set.tenant === tenant && set.space === space)
        .map((set) => {
          const own = alive(state, set);
          const width = tokenWidth(set);
          const tokens = {
            ...(width === undefined ? {} : { tokenDimensions: width }),
            tokenDocuments: own.filter((held) => held.tokens).length,
          };
          return { model: set.model, dimensions: set.dimensions, documents: own.length, ...tokens };
        }),
  };
}

/** Creates vectors in memory, for tests. A search scores every vector. `owe` is called for events that were put anew. */
export function createMemoryVectors(documents: VectorDocuments): {
  readonly vectors: VectorIndex;
  owe(partition: number, write: IndexWrite): void;
} {
  const state: State = { documents, sets: [], reached: new Map(), owed: new Map() };
  let entries = 0;
  return {
    vectors: { ...writes(state), ...reads(state) },
    owe(partition, { event, documents: own }) {
      const { tenant, space, id: eventId } = event.record.envelope;
      const isSame = (one: OwedVectors): boolean => one.tenant === tenant && one.space === space && one.eventId === eventId;
      for (const [id, one] of state.owed) if (isSame(one)) state.owed.delete(id);
      if (!event.accepted.indexed || own.length === 0) return;
      const id = String((entries += 1));
      state.owed.set(id, { id, tenant, space, eventId, partition });
    },
  };
}

function checkAgainstSets(vectors: readonly DocumentVector[], setOf: (tenant: string, space: string) => ModelVectors | undefined): void {
  for (const { tenant, space, vector, tokens } of vectors) {
    const set = setOf(tenant, space);
    if (!set) continue;
    if (set.dimensions !== vector.values.length)
      refuseRequest(`The vectors of this model have ${set.dimensions} dimensions in this space, not ${vector.values.length}.`);
    const width = tokenWidth(set);
    const own = tokenDimensions(tokens);
    if (width !== undefined && own !== undefined && own !== width)
      refuseRequest(`The token vectors of this model have ${width} dimensions in this space, not ${own}.`);
  }
}
