import type { Columns, Postings } from './segment-format.ts';

/** BM25 parameters of the selection; ranking happens elsewhere. Source: design/retrieval, recipe L. */
const K1 = 0.9;
const B = 0.9;

/** Input of the selection from a segment; postings are in the order of the terms. */
export interface SelectionPart {
  readonly first: number;
  readonly columns: Columns;
  readonly postings: readonly Postings[];
  /** Returns true when a document, by its number in the segment, may be selected. Without it, all may. */
  readonly allows?: (document: number) => boolean;
}

export interface SelectionTerms {
  /** Weight of each term; 0 leaves it out of the score. */
  readonly weights: readonly number[];
  readonly averageLength: number;
}

export interface Candidate {
  /** Number of the document in its space. */
  readonly document: number;
  readonly score: number;
}

/** Returns the usual inverse document frequency, which is above 0 for any frequency. */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Weights the terms for the score. If their postings exceed the budget, only the rarest terms that fit count, at least
 * one; the others get weight 0.
 */
export function weighTerms(documents: number, frequencies: readonly number[], postingsBudget: number): number[] {
  const weights = frequencies.map(() => 0);
  const rarestFirst = frequencies
    .map((frequency, at) => ({ frequency, at }))
    .filter(({ frequency }) => frequency > 0)
    .sort((left, right) => left.frequency - right.frequency);
  let spent = 0;
  for (const { frequency, at } of rarestFirst) {
    if (spent > 0 && spent + frequency > postingsBudget) break;
    spent += frequency;
    weights[at] = inverseFrequency(documents, frequency);
  }
  return weights;
}

/** Selects the best documents by BM25, best first; among equal scores the newest first. */
export class CandidateSelector {
  private scores = new Float32Array(0);

  select(parts: readonly SelectionPart[], terms: SelectionTerms, limit: number): Candidate[] {
    const best = new BestCandidates(limit);
    for (const part of parts) {
      const size = part.columns.lengths.length;
      if (this.scores.length < size) this.scores = new Float32Array(size);
      const scores = this.scores;
      scores.fill(0, 0, size);
      addScores(scores, part, terms);
      for (let document = 0; document < size; document += 1) {
        const score = scores[document]!;
        if (score > 0 && best.takes(score) && (!part.allows || part.allows(document))) best.add(part.first + document, score);
      }
    }
    return best.sorted();
  }
}

function addScores(scores: Float32Array, { columns, postings }: SelectionPart, { weights, averageLength }: SelectionTerms): void {
  const { lengths } = columns;
  const base = K1 * (1 - B);
  const perTerm = (K1 * B) / averageLength;
  postings.forEach(({ documents, counts }, term) => {
    const weight = weights[term]! * (K1 + 1);
    if (weight === 0) return;
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at]!;
      const count = counts[at]!;
      scores[document]! += (weight * count) / (count + base + perTerm * lengths[document]!);
    }
  });
}

/**
 * A bounded heap with the worst candidate on top. Documents come in ascending order, so a newer one replaces an older
 * one with the same score.
 */
export class BestCandidates {
  private readonly documents: number[] = [];
  private readonly scores: number[] = [];
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns an empty heap with the same limit. */
  like(): BestCandidates {
    return new BestCandidates(this.limit);
  }

  /** Returns the score that a better candidate must exceed; -Infinity while there is room. */
  worst(): number {
    return this.scores.length < this.limit ? -Infinity : this.scores[0]!;
  }

  takes(score: number): boolean {
    return this.scores.length < this.limit || score >= this.scores[0]!;
  }

  add(document: number, score: number): void {
    if (this.scores.length < this.limit) this.rise(document, score);
    else this.sink(document, score);
  }

  sorted(): Candidate[] {
    return this.documents
      .map((document, at) => ({ document, score: this.scores[at]! }))
      .sort((left, right) => right.score - left.score || right.document - left.document);
  }

  private below(score: number, document: number, at: number): boolean {
    return score < this.scores[at]! || (score === this.scores[at]! && document < this.documents[at]!);
  }

  private put(at: number, document: number, score: number): void {
    this.documents[at] = document;
    this.scores[at] = score;
  }

  private rise(document: number, score: number): void {
    let at = this.scores.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.below(score, document, parent)) break;
      this.put(at, this.documents[parent]!, this.scores[parent]!);
      at = parent;
    }
    this.put(at, document, score);
  }

  private sink(document: number, score: number): void {
    const size = this.scores.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.below(this.scores[child + 1]!, this.documents[child + 1]!, child)) child += 1;
      if (this.below(score, document, child)) break;
      this.put(at, this.documents[child]!, this.scores[child]!);
      at = child;
    }
    this.put(at, document, score);
  }
}
