import { seededRandom } from './zipf-corpus.ts';

/** Concatenated unit vectors, and queries for them. */
export interface VectorCorpus {
  readonly vectors: Float32Array;
  readonly queries: readonly Float32Array[];
}

export interface VectorCorpusOptions {
  readonly count: number;
  readonly dimensions: number;
  readonly queries: number;
  readonly seed: number;
}

/**
 * Makes vectors in uniformly random directions, also for queries. Nothing is near anything and the best differ by
 * thousandths, the hardest case for sign codes.
 */
export function isotropicVectors({ count, dimensions, queries, seed }: VectorCorpusOptions): VectorCorpus {
  const random = seededRandom(seed);
  const vectors = new Float32Array(count * dimensions);
  for (let at = 0; at < count; at += 1) fillUnit(vectors.subarray(at * dimensions, (at + 1) * dimensions), random);
  return { vectors, queries: Array.from({ length: queries }, () => fillUnit(new Float32Array(dimensions), random)) };
}

/** Shares of the common direction, the topic, the cluster and the text itself in a vector's squared length. */
const SHARES = { common: 0.15, topic: 0.25, cluster: 0.3, own: 0.3 } as const;
const TOPICS = 100;
const CLUSTER_SIZE = 30;

/**
 * Makes vectors distributed like those of texts: a common direction, a hundred topics, and clusters of some thirty in
 * them. A query is a text that is not stored.
 */
export function clusteredVectors({ count, dimensions, queries, seed }: VectorCorpusOptions): VectorCorpus {
  const random = seededRandom(seed);
  const directions = (size: number): Float32Array[] => Array.from({ length: size }, () => fillUnit(new Float32Array(dimensions), random));
  const [common] = directions(1) as [Float32Array];
  const topics = directions(TOPICS);
  const clusters = directions(Math.ceil(count / CLUSTER_SIZE));
  const draw = (into: Float32Array): Float32Array => {
    const cluster = Math.floor(random() * clusters.length);
    fillUnit(into, random);
    const parts = [
      [common, SHARES.common],
      [topics[cluster % TOPICS]!, SHARES.topic],
      [clusters[cluster]!, SHARES.cluster],
    ] as const;
    for (let at = 0; at < dimensions; at += 1)
      into[at] = into[at]! * Math.sqrt(SHARES.own) + parts.reduce((sum, [part, share]) => sum + part[at]! * Math.sqrt(share), 0);
    return normalise(into);
  };
  const vectors = new Float32Array(count * dimensions);
  for (let at = 0; at < count; at += 1) draw(vectors.subarray(at * dimensions, (at + 1) * dimensions));
  return { vectors, queries: Array.from({ length: queries }, () => draw(new Float32Array(dimensions))) };
}

/** Returns the indices of the vectors with the largest inner product, best first, computed exactly over all of them. */
export function exactNearest(vectors: Float32Array, query: Float32Array, wanted: number): number[] {
  const scores = new Float32Array(vectors.length / query.length);
  for (let place = 0, from = 0; place < scores.length; place += 1, from += query.length) {
    let left = 0;
    let right = 0;
    for (let at = 0; at + 1 < query.length; at += 2) {
      left += query[at]! * vectors[from + at]!;
      right += query[at + 1]! * vectors[from + at + 1]!;
    }
    scores[place] = left + right;
  }
  const cut = scores.toSorted()[Math.max(0, scores.length - wanted)]!;
  return [...scores.keys()]
    .filter((place) => scores[place]! >= cut)
    .sort((left, right) => scores[right]! - scores[left]!)
    .slice(0, wanted);
}

/** Fills a random unit vector. The sum of three uniform numbers is close enough to a normal one for a direction. */
export function fillUnit(into: Float32Array, random: () => number): Float32Array {
  for (let at = 0; at < into.length; at += 1) into[at] = random() + random() + random() - 1.5;
  return normalise(into);
}

export function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  for (let at = 0; at < vector.length; at += 1) vector[at]! /= length;
  return vector;
}
