import type { AskedTerms, AskedValue, QueryTime, RankedEvent } from '@total-recall/domain';
import type { Candidates, QueryCandidates } from '../search/query-candidates.ts';

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
  /** Events that were candidates by their vectors; absent if no vectors took part. */
  readonly byVector?: ReadonlySet<string>;
  /** The model of those vectors. */
  readonly model?: string;
}

/** Ranks the events of one query by their best passages. */
export function rankQuery({ terms, time, candidates, vectors }: QueryCandidates): RankedQuery {
  const { events } = candidates;
  return {
    ranked: events.size === 0 ? [] : candidates.rank(),
    passages: events,
    candidates: events.values().reduce((sum, own) => sum + own.size, 0),
    weights: terms.weights,
    asked: terms.asked,
    askedValue: time.order === 'first' ? 'first' : time.asksBefore === true ? 'before' : 'now',
    time,
    ...(vectors && { byVector: vectors.eventIds, model: vectors.model }),
  };
}
