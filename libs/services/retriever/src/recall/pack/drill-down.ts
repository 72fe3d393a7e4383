import type { MergedEvent } from '../rank/merge-queries.ts';
import { openEvents, type OpenedEvent, type OpenRun, type OpenWithin } from '../open/open-events.ts';

/** Events on either side of the best hit. */
const AROUND = 3;
/** Distance at which they are ranked below the best hit, in standard deviations of the scores. */
const BESIDE = 0.2;

/**
 * Opens the events around the best hit in its session, nearest first, including those that are not indexed yet. Leaves
 * out those that may not be returned or are evidence already. Source: 002 A.6.
 */
export async function drillDown(run: OpenRun, question: OpenWithin, evidence: readonly OpenedEvent[]): Promise<OpenedEvent[]> {
  const best = evidence[0];
  if (best === undefined) return [];
  const { tenant, space, session } = best.envelope;
  const { ordinal } = best.event.accepted;
  const places = Array.from({ length: AROUND }, (_, at) => [ordinal + at + 1, ordinal - at - 1])
    .flat()
    .filter((at) => at >= 1)
    .map((at) => ({ session, ordinal: at }));
  const found = await run.deps.index.documentsAt({ tenant, space, terms: [], places });
  const pending = question.pending.events
    .filter(({ opened, documents }) => opened.envelope.session === session && documents.length > 0)
    .map(({ event, opened }): [number, string] => [event.accepted.ordinal, opened.envelope.id]);
  const idAt = new Map([...found.map((document): [number, string] => [document.ordinal, document.eventId]), ...pending]);
  const known = new Set(evidence.map(({ ranked }) => ranked.eventId));
  const score = best.ranked.score - BESIDE;
  const ranked = places
    .flatMap((at) => idAt.get(at.ordinal) ?? [])
    .filter((eventId) => !known.has(eventId))
    .map((eventId): MergedEvent => ({ eventId, score, sources: ['neighbour'], passages: [], factors: {} }));
  return ranked.length === 0 ? [] : openEvents(run, question, ranked, ranked.length);
}
