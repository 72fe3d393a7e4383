import { atMostUnsure, outcomeOf } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { findListed } from './find-listed.ts';
import { findStanding } from './find-standing.ts';
import { lastBefore, lastDirect } from './last-direct.ts';
import type { StatedEvent } from './read-statements.ts';

/** Distance between the scores of statements, and of the first of them from what is known to tell nothing, in deviations. */
const STEP = 0.01;
const AHEAD = 2;

/**
 * Adds the evidence of standing facts to what was found for a request of output or advice, and that of pieces of a list which
 * is asked for: behind the best events, or before the others where nothing was found. How sure the answer is stays as it was,
 * but that a preference alone answers nothing. Other questions keep what was found. A window shows known facts itself, so its
 * pushed evidence has none. Source: ADR 0269, ADR 0281.
 */
export async function addStanding(run: RecallRun, question: Question, found: FoundEvents): Promise<FoundEvents> {
  const { request, decisions } = question;
  if (decisions.units === undefined || request.pushed === true) return found;
  const asks = found.queries.slice(0, request.queries.length).some(({ kinds }) => kinds.has('ask'));
  const stated = asks ? await findStanding(run, question, found) : await findListed(run, question, found);
  return stated.length === 0 ? found : placeStanding(found, stated, question.wanted, asks);
}

function placeStanding(found: FoundEvents, standing: readonly StatedEvent[], wanted: number, asks: boolean): FoundEvents {
  const { opened, judged } = found;
  const ids = new Set(standing.map(({ opened: { envelope } }) => envelope.id));
  const others = opened.filter(({ envelope }) => !ids.has(envelope.id));
  const outcome = outcomeOf(judged, opened.length);
  const isAlone = outcome === 'nothing_found';
  const direct = (asks ? lastDirect(others) : lastBefore(others))?.ranked.score;
  const first = isAlone ? (others[0]?.ranked.score ?? 0) + AHEAD : (direct ?? 0) - STEP;
  const known = new Map(opened.map((event) => [event.envelope.id, event]));
  const placed = standing.map(({ opened: event, range }, at) => {
    const own = known.get(event.envelope.id) ?? event;
    return own.ranked.score > first && known.has(event.envelope.id) ? own : statementOf(own, first - at * STEP, range);
  });
  const all = [...others, ...placed].sort((a, b) => b.ranked.score - a.ranked.score).slice(0, wanted);
  const isOnlyStanding = outcome === 'answered' && ids.has(opened[0]!.envelope.id);
  const { hits, ...rest } = isOnlyStanding ? atMostUnsure(judged) : judged;
  const hitOf = new Map(hits.map((hit) => [hit.eventId, hit]));
  const placedHits = all.map(({ envelope: { id } }) => hitOf.get(id) ?? { eventId: id, confidence: 0, features: {} });
  const shown = new Set(all.map(({ envelope }) => envelope.id));
  return {
    ...found,
    opened: all,
    judged: { ...rest, hits: [...placedHits, ...hits.filter(({ eventId }) => !shown.has(eventId))] },
    standing: { count: placed.length, isAlone },
  };
}

/** Gives an event the place of a statement, of which nothing but the statement is shown. */
function statementOf(event: OpenedEvent, score: number, passage: StatedEvent['range']): OpenedEvent {
  const { ranked } = event;
  const factors = { ...ranked.factors, standingFact: score - ranked.score };
  return { ...event, ranked: { ...ranked, score, factors, passages: [{ part: 1, score, passage }] } };
}
