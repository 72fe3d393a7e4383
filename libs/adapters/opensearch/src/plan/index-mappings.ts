import type { IndexKind } from './index-names.ts';

/**
 * Version of the mappings. It must rise with every change of a mapping or an analyser below, and of the encoding of an
 * opaque field. Indices of another version are refused and filled again.
 */
export const MAPPING_VERSION = 4;

const KEYWORD = { type: 'keyword' } as const;
/** Type of a field that is only filtered by. */
const FILTER = { type: 'keyword', doc_values: false } as const;
/** Type of a field that is sorted by or summed, never searched. */
const SORTED = { type: 'integer', index: false } as const;
const LONG = { type: 'long' } as const;
/** Type of a field that is only stored and returned. */
const OPAQUE = { type: 'object', enabled: false } as const;
const KEPT = { type: 'keyword', index: false, doc_values: false } as const;
const KEPT_LONG = { type: 'long', index: false, doc_values: false } as const;

/** Place of an event's document and the fields that filters use, the same for texts and vectors. */
export const PLACE_FIELDS = {
  scope: FILTER,
  event: KEYWORD,
  part: SORTED,
  place: FILTER,
  session: FILTER,
  ordinal: KEPT_LONG,
  turn: KEPT_LONG,
  kind: FILTER,
  at: LONG,
  agent: FILTER,
  task: FILTER,
  passage: OPAQUE,
} as const;

const PROPERTIES: Readonly<Record<IndexKind, object>> = {
  events: {
    scope: FILTER,
    session: FILTER,
    ending: FILTER,
    ordinal: LONG,
    artifacts: FILTER,
    event: OPAQUE,
    parts: { type: 'integer', index: false, doc_values: false },
  },
  texts: {
    ...PLACE_FIELDS,
    length: SORTED,
    terms: { type: 'text', analyzer: 'terms', similarity: 'terms', index_options: 'freqs' },
  },
  flags: { scope: FILTER, event: KEYWORD, recordedAt: LONG, pinned: { type: 'boolean' }, by: KEPT },
  marks: {
    type: FILTER,
    folded: KEPT_LONG,
    searchable: KEPT_LONG,
    embedded: KEPT_LONG,
    model: KEYWORD,
    offset: KEPT_LONG,
    index: FILTER,
    dimensions: KEPT_LONG,
    tokenDimensions: KEPT_LONG,
    scope: FILTER,
    at: LONG,
    set: KEPT,
  },
  sessions: {
    tenant: KEYWORD,
    space: KEYWORD,
    session: KEYWORD,
    offset: LONG,
    events: LONG,
    turn: LONG,
    cycle: LONG,
    markers: LONG,
    firstAt: LONG,
    lastAt: LONG,
    state: OPAQUE,
  },
};

/**
 * Settings of text indices. Terms arrive already analysed and are only split at spaces. BM25 just selects candidates,
 * which our code ranks.
 */
const TEXT_SETTINGS = {
  analysis: {
    tokenizer: { spaces: { type: 'whitespace', max_token_length: 1_024 } },
    analyzer: { terms: { type: 'custom', tokenizer: 'spaces' } },
  },
  similarity: { terms: { type: 'BM25', k1: 0.9, b: 0.9 } },
};

export interface IndexShape {
  readonly shards: number;
  readonly replicas: number;
}

/**
 * Returns the settings of an index. Writes become visible only by an explicit refresh, except in the lists of sessions.
 */
export function indexSettings({ shards, replicas }: IndexShape, kind?: IndexKind): object {
  return {
    number_of_shards: shards,
    number_of_replicas: replicas,
    refresh_interval: kind === 'sessions' ? '1s' : '-1',
    max_result_window: 20_000,
    ...(kind === 'texts' ? TEXT_SETTINGS : {}),
  };
}

/** Builds a mapping in which an unknown field is an error. `_meta.version` records the version of the mapping. */
export function strictMapping(properties: object): object {
  return { dynamic: 'strict', _meta: { version: MAPPING_VERSION }, _routing: { required: true }, properties };
}

/** Builds the template of the indices of a kind. */
export function indexTemplate(prefix: string, kind: IndexKind, shape: IndexShape): object {
  return {
    index_patterns: [`${prefix}-${kind}-*`],
    priority: 100 + prefix.length,
    version: MAPPING_VERSION,
    template: { settings: indexSettings(shape, kind), mappings: strictMapping(PROPERTIES[kind]) },
  };
}

/**
 * Builds the index of a model's vectors. They are bytes, whose scale the cosine ignores; token vectors are separate
 * documents beside them.
 */
export function vectorIndex(dimensions: number, shape: IndexShape): object {
  const vector = {
    type: 'knn_vector',
    dimension: dimensions,
    data_type: 'byte',
    // The only engine in plain Java. A missing native engine ends the whole node with the first document.
    method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil', parameters: { m: 16, ef_construction: 100 } },
  };
  const properties = { ...PLACE_FIELDS, set: FILTER, holds: FILTER, vector, held: OPAQUE, pieces: LONG, tokens: OPAQUE };
  return {
    settings: { ...indexSettings(shape), knn: true, 'knn.derived_source.enabled': false },
    mappings: { ...strictMapping(properties), _source: { excludes: ['vector', 'pieces'] } },
  };
}
