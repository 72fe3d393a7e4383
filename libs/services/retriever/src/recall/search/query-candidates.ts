import type { QueryTime, Ranking } from '@total-recall/domain';
import type { TextFilter, TextHit } from '@total-recall/ports';
import type { PendingEvent } from '../ask/read-pending-log.ts';
import type { QueryTerms } from './choose-terms.ts';

/** One query, and where it is searched. */
export interface SearchInput {
  readonly tenant: string;
  readonly space: string;
  readonly query: string;
  readonly filter: TextFilter;
  readonly pending: readonly PendingEvent[];
}

/** The passages that were found, with what is known of each. */
export type Candidates = Ranking<TextHit>;

/** Candidates that the search of one query found, before it is ranked. */
export interface QueryCandidates {
  readonly terms: QueryTerms;
  readonly time: QueryTime;
  /** Passages with their term counts, cosines and token matches. */
  readonly candidates: Candidates;
  /** The vectors that took part; absent if there were none, or a read of them failed. */
  readonly vectors?: {
    readonly model: string;
    /** Events that were candidates by their vectors. */
    readonly eventIds: ReadonlySet<string>;
  };
}
