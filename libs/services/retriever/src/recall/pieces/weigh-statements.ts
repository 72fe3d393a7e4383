import { cutAtSpans, lateScaleOf, rulesOf, statingSentences, takesSeveral, type LineCuts, type QuestionKind } from '@total-recall/domain';
import { candidatesCost } from '../../work-costs.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { RankedQuery } from '../rank/rank-query.ts';
import type { RecallRun } from '../recall-run.ts';
import { isOfTool } from './is-of-tool.ts';

/** Gain of a sentence one deviation above the mean of the space, where several pieces are asked for, and for a time. */
const OF_SEVERAL = 0.4;
const OF_TIME = 0.3;
/** Passages of one event whose sentences are compared, best first. */
const PASSAGES = 4;

/**
 * Weighs opened messages by the sentence that answers best by itself, where a question takes several pieces or asks for a
 * time: a piece is often one sentence of a message about something else. A message that states nothing gains nothing.
 * Where several pieces are asked of a speaker, his own words count twice as much. Among results of tools nothing moves.
 */
export async function weighStatements(
  { turn }: Pick<RecallRun, 'turn'>,
  queries: readonly RankedQuery[],
  opened: readonly OpenedEvent[],
): Promise<OpenedEvent[]> {
  const weighed = queries.filter(({ kinds }) => asksForStatements(kinds));
  if (weighed.length === 0 || opened.some(isOfTool)) return [...opened];
  const passages = opened.flatMap(statedPassages);
  const gains = new Map<string, number>();
  for (const query of weighed) {
    await turn.spend(candidatesCost(passages.length));
    for (const [eventId, gain] of await gainsOf(query, passages)) gains.set(eventId, Math.max(gain, gains.get(eventId) ?? -Infinity));
  }
  const isOfSeveral = weighed.some(({ kinds }) => takesSeveral(kinds));
  return opened.map((event) => {
    const { ranked } = event;
    const statement = gains.get(ranked.eventId) ?? 0;
    const told = isOfSeveral ? (ranked.factors['speaker'] ?? 0) : 0;
    if (statement === 0 && told === 0) return event;
    return { ...event, ranked: { ...ranked, score: ranked.score + statement + told, factors: { ...ranked.factors, statement, told } } };
  });
}

function asksForStatements(kinds: ReadonlySet<QuestionKind>): boolean {
  return (takesSeveral(kinds) || kinds.has('when')) && !kinds.has('ask') && !kinds.has('order') && !kinds.has('summary');
}

/** A passage with the segments of each sentence that states something in it. */
interface StatedPassage {
  readonly eventId: string;
  readonly part: number;
  readonly cuts: LineCuts;
  readonly segments: readonly (readonly number[])[];
}

function statedPassages({ envelope, body, redacted, ranked }: OpenedEvent): StatedPassage[] {
  if (redacted || !rulesOf(envelope.kind).isTalk) return [];
  const bytes = Buffer.from(body.text, 'utf8');
  return ranked.passages.slice(0, PASSAGES).flatMap(({ part, passage }) => {
    if (passage === undefined || passage.artifactId !== undefined) return [];
    const text = bytes.subarray(passage.fromByte, passage.toByte).toString('utf8');
    const cut = cutAtSpans(text, statingSentences(text));
    return cut.segments.length === 0 ? [] : [{ eventId: ranked.eventId, part, ...cut }];
  });
}

/** Gains by the best sentence of each event; none without token vectors. */
async function gainsOf(
  { kinds, matchesOf, ranked }: RankedQuery,
  passages: readonly StatedPassage[],
): Promise<ReadonlyMap<string, number>> {
  const gains = new Map<string, number>();
  const scale = matchesOf === undefined ? undefined : lateScaleOf(ranked);
  if (scale === undefined) return gains;
  const weight = takesSeveral(kinds) ? OF_SEVERAL : OF_TIME;
  const cuts = passages.map((passage) => passage.cuts);
  const found = await matchesOf!(passages, cuts);
  passages.forEach(({ eventId, segments }, at) => {
    const scores = found?.matches[at]?.lines;
    if (scores === undefined) return;
    for (const segment of segments.flat()) {
      const gain = (weight * ((scores[segment] ?? -1) - scale.mean)) / scale.deviation;
      if (gain > (gains.get(eventId) ?? -Infinity)) gains.set(eventId, gain);
    }
  });
  return gains;
}
