import type { TokenMatch } from '../token-match.ts';
import type { RankDocument } from './rank-document.ts';

/** A candidate passage with everything known about it. */
export interface Candidate<Document extends RankDocument = RankDocument> {
  readonly document: Document;
  /** BM25 of its words. */
  readonly text: number;
  /** Share of each term in that, before its weight. */
  readonly counts: Float32Array;
  /** Share of the query's weight that it holds itself, 0..1. */
  readonly share: number;
  /** Share of the query's identifiers that it holds, by weight; 0 where the query has none. */
  readonly exactShare: number;
  /** Share of the terms of named speakers that match its own speaker. */
  readonly namedShare: number;
  /** Cosine of its single vector; null where it has none, absent where unknown. */
  similarity?: number | null;
  /** Matches of the query's words; null where it has no token vectors, absent where it was not compared. */
  match?: TokenMatch | null;
}

/** Candidates of one event, by part. */
export type EventCandidates<Document extends RankDocument = RankDocument> = Map<number, Candidate<Document>>;
