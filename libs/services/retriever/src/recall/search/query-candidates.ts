import type { AnalysedDocument, QueryTime, QuestionKind, Ranking, RankTerms, TimeLimits } from '@total-recall/domain';
import type { TextFilter, TextHit } from '@total-recall/ports';
import type { VectorSearch } from './search-vectors.ts';
import type { PendingEvent } from '../ask/read-pending-log.ts';
import type { QueryTerms } from './choose-terms.ts';
import type { FoundLiterals } from './found-literals.ts';

/** Those whose words a query asks for. */
export type SaidBy = NonNullable<RankTerms['asksFor']>;

/** One query, and where it is searched. */
export interface SearchInput {
  readonly tenant: string;
  readonly space: string;
  /** Text that is searched: the query, or its topic alone. */
  readonly query: string;
  readonly kinds: ReadonlySet<QuestionKind>;
  /** True where nothing but a time is asked for: "what did we do yesterday". */
  readonly isOfTime?: true;
  /** True where it is asked what was said or done, and not why, how or where. */
  readonly asksWhat: boolean;
  readonly asksFor: RankTerms['asksFor'];
  /** Terms that name the speaker, where nothing but his messages is asked for. */
  readonly speaker?: readonly string[];
  /** Set where nothing but the first or the last is asked for. */
  readonly end?: QueryTime['order'];
  readonly filter: TextFilter;
  /** The time itself, where the days beside are searched, too: what is of it comes first. */
  readonly leads?: TimeLimits;
  readonly pending: readonly PendingEvent[];
  /** Documents of the question itself, which the statistics are without. */
  readonly askedNow: readonly AnalysedDocument[];
  /** Set where the query names texts as they are written. */
  readonly literals?: FoundLiterals;
}

/** The passages that were found, with what is known of each. */
export type Candidates = Ranking<TextHit>;

/** Candidates that the search of one query found, before it is ranked. */
export interface QueryCandidates {
  readonly terms: QueryTerms;
  readonly time: QueryTime;
  readonly kinds: ReadonlySet<QuestionKind>;
  /** True where the query asks for what there was in a time, whatever about. */
  readonly isOfTime?: true;
  /** Set where that is all that it asks for: whose words, or anyone's. */
  readonly saidBy?: SaidBy;
  /** Set where it asks for nothing but the first or the last that somebody said, or that was decided. */
  readonly end?: QueryTime['order'];
  /** Times of recording of events that are ordered by them, by their ids; only where the first or the last is asked for. */
  readonly recorded?: ReadonlyMap<string, number>;
  /** True where the query names a time for certain, and nothing of that time was found. */
  readonly isOffTime?: true;
  /** Passages with their term counts, cosines and token matches. */
  readonly candidates: Candidates;
  /** Events with words of standing statements, where the question is one that such statements bear on. */
  readonly standing?: ReadonlySet<string>;
  /** Phrases and clock times that the query names as they are written, and where they stand. */
  readonly literals?: FoundLiterals;
  /** The vectors that took part; absent if there were none, or a read of them failed. */
  readonly vectors?: {
    readonly model: string;
    readonly matchesOf: VectorSearch['matchesOf'];
    /** Events that were candidates by their vectors. */
    readonly eventIds: ReadonlySet<string>;
  };
}
