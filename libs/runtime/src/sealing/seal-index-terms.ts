import type { DocumentVector, IndexErasure, IndexWrite, KeyStore, MemoryIndex, TextDocument, VectorIndex } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { checkQueryTerms, checkTerms } from '../stores/check-query.ts';
import { createSlices, type Slices } from '../parallel/in-slices.ts';
import { createLruMap } from '../caches/recent-entries.ts';
import { createTermRoom, createTermSealer, type TermRoom, type TermSealer } from './term-sealer.ts';

/** Spaces whose sealers are cached. */
const KEPT_SPACES = 256;
/** Default of the bytes of hashed terms that are cached, over all spaces. */
const TERMS_BYTES = 32 * 1024 * 1024;
/** Size of the cache of spaces known to hold data. */
const KEPT_NAMES = 10_000;

type Terms = readonly string[];
type Space = { readonly tenant: string; readonly space: string };

const nameOf = ({ tenant, space }: Space): string => JSON.stringify([tenant, space]);

/** Used to read a space without data, where nothing can be found anyway. */
const AS_IT_IS: TermSealer = { term: (term) => term, wordpiece: (id) => id };

/**
 * Wraps an index so that it stores keyed hashes of terms: no word of an event is stored in the clear, and search
 * results are the same. The key is derived from that of the space and destroyed with it; a space without a key writes
 * no terms. Reading never creates a key.
 */
export function sealIndexTerms(
  index: MemoryIndex,
  keys: Pick<KeyStore, 'spaceKey'>,
  room: TermRoom = createTermRoom(TERMS_BYTES),
): MemoryIndex {
  const sealers = createLruMap<TermSealer>(KEPT_SPACES);

  /**
   * Returns undefined if the key was destroyed. Asks the key store each time, because other processes destroy keys too.
   */
  async function sealerOf({ tenant, space }: Space): Promise<TermSealer | undefined> {
    try {
      const { keyId, key } = await keys.spaceKey(tenant, space);
      const known = sealers.get(keyId);
      if (known) return known;
      const made = createTermSealer(key, room);
      sealers.set(keyId, made);
      return made;
    } catch (error) {
      if (error instanceof TotalRecallError && error.code === 'erased') return undefined;
      throw error;
    }
  }

  /** Gets the sealers of these spaces, each once. */
  async function sealersOf(spaces: readonly Space[]): Promise<(space: Space) => TermSealer | undefined> {
    const found = new Map<string, TermSealer | undefined>();
    for (const space of spaces) if (!found.has(nameOf(space))) found.set(nameOf(space), await sealerOf(space));
    return (space) => found.get(nameOf(space));
  }

  const written = new Set<string>();
  const toRead = async (place: Space): Promise<TermSealer> => {
    const { tenant, space } = place;
    const name = nameOf(place);
    if (!written.has(name)) {
      if ((await index.statistics(tenant, space, [])).documents === 0) return AS_IT_IS;
      if (written.size >= KEPT_NAMES) written.clear();
      written.add(name);
    }
    return (await sealerOf(place)) ?? AS_IT_IS;
  };

  return {
    ...withoutTerms(index),
    write: async (partition, writes, supersessions) => {
      return index.write(partition, await sealWrites(writes, sealersOf), supersessions);
    },
    searchText: async (query) => {
      checkQueryTerms(query.terms);
      return index.searchText({ ...query, terms: sealed(query.terms, await toRead(query)) });
    },
    statistics: async (tenant, space, terms) => {
      checkQueryTerms(terms);
      return index.statistics(tenant, space, terms.length === 0 ? terms : sealed(terms, await toRead({ tenant, space })));
    },
    documentsAt: async (query) => {
      checkQueryTerms(query.terms);
      return index.documentsAt({ ...query, terms: sealed(query.terms, await toRead(query)) });
    },
    countsOf: async (query) => {
      checkQueryTerms(query.terms);
      return index.countsOf({ ...query, terms: sealed(query.terms, await toRead(query)) });
    },
    compareTerms: async (query) => {
      return index.compareTerms({ ...query, documents: await sealDocuments(query.documents, await toRead(query), createSlices()) });
    },
    ...(index.erasing && { erasing: sealErasing(index.erasing, sealersOf, () => sealers.clear()) }),
    ...(index.vectors && { vectors: sealVectors(index.vectors, sealersOf, toRead) }),
  };
}

/** Forwards the methods without terms unchanged. */
function withoutTerms(index: MemoryIndex) {
  return {
    refresh: (partition) => index.refresh(partition),
    ...(index.isFoundAtOnce && { isFoundAtOnce: true }),
    events: (tenant, space, eventIds) => index.events(tenant, space, eventIds),
    eventsByEnding: (...args) => index.eventsByEnding(...args),
    sessionEvents: (query) => index.sessionEvents(query),
    eventsInRanges: (query) => index.eventsInRanges(query),
    eventsOfArtifact: (query) => index.eventsOfArtifact(query),
    pinned: (tenant, space, limit) => index.pinned(tenant, space, limit),
    setPinned: (tenant, space, eventIds, pinned) => index.setPinned(tenant, space, eventIds, pinned),
    marks: (partition) => index.marks(partition),
    advanceMarks: (partition, marks) => index.advanceMarks(partition, marks),
    setAside: (partition, records) => index.setAside(partition, records),
    aside: (partition) => index.aside(partition),
    close: () => index.close(),
  } satisfies Partial<MemoryIndex>;
}

function sealErasing(erasing: IndexErasure, sealersOf: SealersOf, forget: () => void): IndexErasure {
  return {
    rewrite: async (partition, writes) => {
      return erasing.rewrite(partition, await sealWrites(writes, sealersOf));
    },
    ...(erasing.refuseNow && { refuseNow: () => erasing.refuseNow!() }),
    remove: (place) => erasing.remove(place),
    wipe: async () => {
      forget();
      await erasing.wipe();
    },
  };
}

const sealed = (terms: Terms, { term }: TermSealer): string[] => terms.map(term);

type SealersOf = (spaces: readonly Space[]) => Promise<(space: Space) => TermSealer | undefined>;

/** A term takes as long as so many characters of a text that is worked on. */
const TERM_CHARS = 16;

async function sealWrites(writes: readonly IndexWrite[], sealersOf: SealersOf): Promise<IndexWrite[]> {
  const own = await sealersOf(writes.flatMap(({ event, documents }) => (documents.length > 0 ? [event.record.envelope] : [])));
  const slices = createSlices();
  const result: IndexWrite[] = [];
  for (const write of writes) {
    const sealer = own(write.event.record.envelope);
    result.push({ ...write, documents: sealer ? await sealDocuments(write.documents, sealer, slices) : [] });
  }
  return result;
}

async function sealDocuments(documents: readonly TextDocument[], sealer: TermSealer, slices: Slices): Promise<TextDocument[]> {
  const result: TextDocument[] = [];
  for (const document of documents) {
    checkTerms(document.terms);
    result.push({ ...document, terms: sealed(document.terms, sealer) });
    await slices(TERM_CHARS * document.terms.length);
  }
  return result;
}

function sealVectors(vectors: VectorIndex, sealersOf: SealersOf, toRead: (space: Space) => Promise<TermSealer>): VectorIndex {
  return {
    writeVectors: async (partition, model, given, options) => {
      const own = await sealersOf(given.filter(({ tokens }) => tokens));
      return vectors.writeVectors(
        partition,
        model,
        given.map((vector) => sealTokens(vector, own)),
        options,
      );
    },
    tokenMatches: async (query) => {
      const { wordpiece } = await toRead(query);
      return vectors.tokenMatches({ ...query, tokens: { ...query.tokens, ids: query.tokens.ids.map(wordpiece) } });
    },
    tokenStatistics: async (query) => {
      const { wordpiece } = await toRead(query);
      return vectors.tokenStatistics({ ...query, ids: query.ids.map(wordpiece) });
    },
    searchVectors: (query) => vectors.searchVectors(query),
    similarities: (query) => vectors.similarities(query),
    vectorSets: (tenant, space) => vectors.vectorSets(tenant, space),
    owedVectors: (partition, limit) => vectors.owedVectors(partition, limit),
    settleVectors: (partition, owed) => vectors.settleVectors(partition, owed),
    dropVectors: (tenant, space, model) => vectors.dropVectors(tenant, space, model),
    dropOtherModels: (keep) => vectors.dropOtherModels(keep),
    progress: (partition, model) => vectors.progress(partition, model),
    setProgress: (partition, model, offset) => vectors.setProgress(partition, model, offset),
    restartProgress: (partition, model) => vectors.restartProgress(partition, model),
  };
}

function sealTokens(vector: DocumentVector, own: (space: Space) => TermSealer | undefined): DocumentVector {
  const { tokens } = vector;
  // The index itself refuses ids that do not rise.
  if (!tokens || !isRising(tokens.ids)) return vector;
  const sealer = own(vector);
  return { ...vector, tokens: { ...tokens, ids: sealer ? tokens.ids.map(sealer.wordpiece).sort() : new Uint32Array(0) } };
}

function isRising(ids: Uint32Array): boolean {
  return ids.every((id, at) => at === 0 || id > ids[at - 1]!);
}
