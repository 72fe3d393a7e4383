import { FIRST_HITS, isListOfWords, isMeantAsWhole, outcomeOf, type RecallOutcome } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { PackedEvidence } from '../pack/pack-evidence.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { holdsLiterals } from './judge-literals.ts';
import { isOfOtherLanguage } from './is-of-other-language.ts';

/**
 * Decides whether the answer is `answered`, `unsure` or `nothing_found`. Markers and units may describe a stretch in
 * other words than the query's, an event that holds all words of a list may hold them in passages far apart, what was
 * said in a time shares no word with a question that names the time alone, what is named as it is written stands there,
 * an event that is named is shown, words of another language than the question's tell nothing by their absence, and statements of how an output has to
 * be share none with the request: each makes it at least `unsure`.
 */
export function judgeOutcome(
  { request, named }: Pick<Question, 'request' | 'named'>,
  { opened, judged, queries, standing }: Pick<FoundEvents, 'opened' | 'judged' | 'queries' | 'standing'>,
  hasOverview: boolean,
): RecallOutcome {
  const holdsList = request.queries.some(isListOfWords) && opened.some(({ ranked }) => isMeantAsWhole(ranked.coverage ?? 0));
  const isOfTime = opened.length > 0 && queries.some((query) => query.isOfTime);
  const isWritten = queries.some(({ literals }) => literals !== undefined && holdsLiterals(literals, opened));
  const names = new Set(named?.events.map(({ eventId }) => eventId));
  const isNamed = opened.slice(0, FIRST_HITS).some(({ ranked }) => names.has(ranked.eventId));
  const isNear = hasOverview || holdsList || isOfTime || isWritten || isNamed || standing !== undefined;
  const outcome = outcomeOf(judged, opened.length, isNear);
  return outcome === 'nothing_found' && isOfOtherLanguage({ request }, opened) ? 'unsure' : outcome;
}

/** Returns the outcome of what is packed: where no evidence fits the budget, nothing is answered. */
export function packedOutcome(outcome: RecallOutcome, { passages }: Pick<PackedEvidence, 'passages'>): RecallOutcome {
  return outcome === 'answered' && passages.length === 0 ? 'unsure' : outcome;
}
