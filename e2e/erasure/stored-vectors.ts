import { quantiseVector } from '@total-recall/domain';
import type { ClusterServers } from '../../tools/cluster/open-cluster.ts';

/** A vector as OpenSearch stores it, of a part of an event. */
interface StoredVector {
  readonly event: string;
  /** Its bytes in base64, as they stand in the source of its document. */
  readonly values: string;
}

/** The vectors of a cluster, read from OpenSearch and not through our own code. */
export interface StoredVectors {
  /** Lists all of them. */
  all(): Promise<StoredVector[]>;
  /** Returns the number of documents that have a text. */
  texts(): Promise<number>;
  /** Returns the ids of the events nearest to a vector, the nearest first, each once. */
  nearest(vector: Float32Array): Promise<string[]>;
}

interface Answer {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly _source: { readonly event: string; readonly held?: { readonly values: string } } }[];
  };
}

/** Limit on vectors in one search, more than a test writes. */
const VECTORS = 10_000;
const NEAREST = 50;

export function storedVectors({ opensearch: { url } }: ClusterServers, prefix: string): StoredVectors {
  const search = async (indices: string, body: object): Promise<Answer> => {
    await fetch(`${url}/${indices}/_refresh`, { method: 'POST' });
    const asked = JSON.stringify({ track_total_hits: true, ...body });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/${indices}/_search`, { method: 'POST', body: asked, headers });
    if (!answer.ok) throw new Error(`OpenSearch answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const vectors = `${prefix}-vectors-*`;
  return {
    async all() {
      const { hits } = await search(vectors, { size: VECTORS, query: { term: { holds: 'vector' } } });
      if (hits.hits.length >= VECTORS) throw new Error('There are more vectors than are looked at.');
      return hits.hits.map(({ _source: { event, held } }) => ({ event, values: held!.values }));
    },
    texts: async () => (await search(`${prefix}-texts-*`, { size: 0 })).hits.total.value,
    async nearest(vector) {
      const query = { knn: { vector: { vector: [...quantiseVector(vector).values], k: NEAREST } } };
      const { hits } = await search(vectors, { size: NEAREST, query, _source: ['event'] });
      return [...new Set(hits.hits.map(({ _source }) => _source.event))];
    },
  };
}
