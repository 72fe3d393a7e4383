import type { AskedTerms, AskedValue, DoneListing, QueryTime, QuestionKind, RankedEvent } from '@total-recall/domain';
import type { VectorSearch } from '../search/search-vectors.ts';
import type { FoundLiterals } from '../search/found-literals.ts';
import type { Candidates, QueryCandidates, SaidBy } from '../search/query-candidates.ts';

/** Events that did what a question lists. */
export interface ListedDone extends DoneListing {
  readonly eventIds: ReadonlySet<string>;
}

/** The ranking of one query, with what is needed to judge it. */
export interface RankedQuery {
  readonly ranked: readonly RankedEvent[];
  /** The passages that were ranked, by event. */
  readonly passages: Candidates['events'];
  /** Number of those passages. */
  readonly candidates: number;
  /** Rarity of each term of the query. */
  readonly weights: ReadonlyMap<string, number>;
  readonly asked: AskedTerms;
  /** Value that the query asks for, if a thing has had several: the current or an earlier one. */
  readonly askedValue: AskedValue;
  readonly time: QueryTime;
  readonly kinds: ReadonlySet<QuestionKind>;
  /** True where it asks for what there was in a time, whatever about. */
  readonly isOfTime?: true;
  /** Set where that is all that it asks for: whose words, or anyone's. */
  readonly saidBy?: SaidBy;
  /** Set where it asks for nothing but the first or the last that somebody said, or that was decided. */
  readonly end?: QueryTime['order'];
  /** Times of recording of events that are ordered by them, by their ids. */
  readonly recorded?: ReadonlyMap<string, number>;
  /** True where the query names a time for certain, and nothing of that time was found. */
  readonly isOffTime?: true;
  /** Set where it lists what calls did. */
  readonly did?: ListedDone;
  /** Set where it is nothing but references to events by their places or ids. */
  readonly named?: ReadonlySet<string>;
  /** Events with words of standing statements, where the question is one that such statements bear on. */
  readonly standing?: ReadonlySet<string>;
  /** Phrases and clock times that the query names as they are written, and where they stand. */
  readonly literals?: FoundLiterals;
  /** Events that were candidates by their vectors; absent if no vectors took part. */
  readonly byVector?: ReadonlySet<string>;
  /** The model of those vectors. */
  readonly model?: string;
  /** Compares the query with passages by token vectors; absent if no vectors took part. */
  readonly matchesOf?: VectorSearch['matchesOf'];
}

/** Ranks the events of one query by their best passages. */
export function rankQuery({
  terms,
  time,
  kinds,
  isOfTime,
  saidBy,
  end,
  recorded,
  isOffTime,
  candidates,
  standing,
  literals,
  vectors,
}: QueryCandidates): RankedQuery {
  const { events } = candidates;
  return {
    ranked: events.size === 0 ? [] : candidates.rank(),
    passages: events,
    candidates: events.values().reduce((sum, own) => sum + own.size, 0),
    weights: terms.weights,
    asked: terms.asked,
    askedValue: time.order === 'first' ? 'first' : time.asksBefore === true ? 'before' : 'now',
    time,
    kinds,
    ...(isOfTime && { isOfTime }),
    ...(saidBy && { saidBy }),
    ...(end && { end }),
    ...(recorded && { recorded }),
    ...(isOffTime && { isOffTime }),
    ...(standing && { standing }),
    ...(literals && { literals }),
    ...(vectors && { byVector: vectors.eventIds, model: vectors.model, matchesOf: vectors.matchesOf }),
  };
}
