/** What a space knows of the asked terms. Frequencies stand in the order of the query's terms. */
export interface TermStatistics {
  readonly documents: number;
  readonly totalLength: number;
  readonly documentFrequencies: readonly number[];
}

/** k1 and b that won on short turns and on long messages alike. Source: retrieval study, recipe L. */
export const BM25_K1 = 0.9;
export const BM25_B = 0.9;
/** Terms added to every length: among turns of a few words, one word more or less says nothing of what they are about. */
export const BM25_LENGTH_PRIOR = 16;

/** How rare a term is: ln(1 + (N - n + 0.5) / (n + 0.5)), never negative. */
export function inverseDocumentFrequency(documents: number, frequency: number): number {
  const n = Math.min(frequency, documents);
  return Math.log(1 + (documents - n + 0.5) / (n + 0.5));
}

export function inverseDocumentFrequencies(statistics: TermStatistics): number[] {
  return statistics.documentFrequencies.map((frequency) => inverseDocumentFrequency(statistics.documents, frequency));
}

/** BM25 of one document from the counts of the query's terms in it. */
export function scoreBm25(counts: readonly number[], length: number, weights: readonly number[], averageLength: number): number {
  const norm = lengthNorm(length, averageLength);
  let score = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    if (count > 0) score += weights[i]! * saturate(count, norm);
  }
  return score;
}

/** What a document's length adds below the fraction of every term's count. */
export function lengthNorm(length: number, averageLength: number): number {
  return BM25_K1 * (1 - BM25_B + (BM25_B * (length + BM25_LENGTH_PRIOR)) / (Math.max(1, averageLength) + BM25_LENGTH_PRIOR));
}

/** A count after saturation: 0 for none, towards k1 + 1 for many. */
export function saturate(count: number, norm: number): number {
  return (count * (BM25_K1 + 1)) / (count + norm);
}
