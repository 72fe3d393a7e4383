import { calibrationFor, judgeAnswer, shareHeld, type EventEvidence, type Judgement } from '@total-recall/domain';
import type { MergedEvent } from '../rank/merge-queries.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { SearchResult } from '../search/search-query.ts';

/** Fewest events that a judgement uses: the first are compared with the others. */
const JUDGED = 20;

/**
 * Judges a ranking against each of the caller's queries and returns the best judgement. `opened` are its first events,
 * `ranking` holds those below. The first `asked` of `results` belong to the caller's queries; events found by later
 * queries are judged by the words of these.
 */
export function judgeResults(
  results: readonly SearchResult[],
  asked: number,
  opened: readonly OpenedEvent[],
  ranking: readonly MergedEvent[],
): Judgement {
  const known = new Set(opened.map(({ ranked }) => ranked.eventId));
  const last = opened.at(-1)?.ranked.score ?? Infinity;
  const below = ranking.filter((event) => event.score <= last && !known.has(event.eventId));
  const ranked = [...opened.map((event) => event.ranked), ...below].slice(0, Math.max(JUDGED, opened.length));
  const judgements = results.slice(0, asked).map((result) => {
    const evidence = ranked.map((event) => evidenceFor(result, results.slice(asked), event));
    return judgeAnswer(result.asked, evidence, calibrationFor(result.model));
  });
  return judgements.reduce((best, judgement) => (judgement.confidence > best.confidence ? judgement : best));
}

/**
 * Returns evidence from the query's own search. For an event that only a later search found, uses the words
 * that both queries share.
 */
function evidenceFor(result: SearchResult, later: readonly SearchResult[], event: MergedEvent): EventEvidence {
  const own = result.evidenceOf(event);
  if (own.coverage > 0 || own.cosine !== undefined) return own;
  const terms = [...result.weights.keys()];
  return later.reduce((best, other) => {
    const places = new Map([...other.weights.keys()].map((term, at) => [term, at]));
    const { held } = other.evidenceOf(event);
    const shared = terms.map((term) => held[places.get(term) ?? -1] === true);
    const coverage = shareHeld(result.asked.weights, shared);
    return coverage > best.coverage ? { ...best, held: shared, coverage } : best;
  }, own);
}
