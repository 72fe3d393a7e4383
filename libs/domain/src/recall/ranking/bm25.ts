/** Statistics of a space for the asked terms. Frequencies follow the order of the query's terms. */
export interface TermStatistics {
  readonly documents: number;
  readonly totalLength: number;
  readonly documentFrequencies: readonly number[];
}

/** Source: design/answers, recipe 3. */
export const BM25_K1 = 1.2;
export const BM25_B = 0.75;

/** Computes the rarity of a term: ln(1 + (N - n + 0.5) / (n + 0.5)), never negative. */
export function inverseDocumentFrequency(documents: number, frequency: number): number {
  const n = Math.min(frequency, documents);
  return Math.log(1 + (documents - n + 0.5) / (n + 0.5));
}

export function inverseDocumentFrequencies(statistics: TermStatistics): number[] {
  return statistics.documentFrequencies.map((frequency) => inverseDocumentFrequency(statistics.documents, frequency));
}

/** Scores one document by BM25 from the counts of the query's terms. */
export function scoreBm25(counts: readonly number[], length: number, weights: readonly number[], averageLength: number): number {
  return saturatedCounts(counts, length, averageLength).reduce((score, count, term) => score + weights[term]! * count, 0);
}

/** Computes what each of the query's terms gives a document by BM25 before its weight, 0 to k1 + 1. */
export function saturatedCounts(counts: readonly number[], length: number, averageLength: number): Float32Array {
  const norm = BM25_K1 * (1 - BM25_B + (BM25_B * length) / Math.max(1, averageLength));
  const saturated = new Float32Array(counts.length);
  for (let term = 0; term < counts.length; term += 1) {
    const count = counts[term]!;
    if (count > 0) saturated[term] = (count * (BM25_K1 + 1)) / (count + norm);
  }
  return saturated;
}
