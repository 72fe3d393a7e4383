import type { Conditioning } from './condition-event.ts';

/** A modifier m moves an event by this many deviations times ln m. Measured, see ADR 0010. */
export const CONDITIONING_TEMPERATURE = 0.5;

/** An event of a ranking with its factors. */
export interface ConditionedScore {
  readonly eventId: string;
  /** In deviations, before conditioning. */
  readonly score: number;
  /** Holds every identifier of the query. */
  readonly isExact: boolean;
  /** The event that took its place, where it has lost it: superseded, and history is not asked for. */
  readonly replacedBy?: string;
  readonly conditioning: Conditioning;
}

/** An event's score after conditioning: `score` before it plus the temperature times the logarithm of `factors.product`. */
export interface ConditionedResult {
  readonly eventId: string;
  readonly score: number;
  readonly factors: Conditioning & ListFactors;
}

/** Factors that an event has by the others of its list. */
export interface ListFactors {
  /** What keeps hits by identifier ahead of those they were ahead of. */
  readonly lead: number;
  /** What lifts an event to where one that it replaced would stand. */
  readonly successor: number;
}

/** A difference that decides an order and nothing else. */
const AHEAD = 1e-3;
/** Replacements of replacements that are followed. */
const CHAIN = 8;

/**
 * Conditions a ranking in logarithms, as scores are deviations and may be negative: base = exp(score / temperature), so score' = score +
 * temperature × ln(product). A product of 0 leaves the event out. What replaced an event takes its place, and exact hits stay ahead
 * of what they were ahead of. Order of the input is kept; O(events²).
 */
export function conditionScores(events: readonly ConditionedScore[], temperature: number = CONDITIONING_TEMPERATURE): ConditionedResult[] {
  const kept = events.filter(({ conditioning }) => conditioning.product > 0);
  const before = new Map(kept.map(({ eventId, score, conditioning }) => [eventId, score + temperature * Math.log(conditioning.product)]));
  const scores = liftSuccessors(kept, before, temperature);
  const lead = exactLead(kept, scores);
  return kept.map(({ eventId, isExact, replacedBy, conditioning }) => {
    const own = isExact && replacedBy === undefined ? lead : 0;
    const lifted = scores.get(eventId)!;
    const factors = { lead: Math.exp(own / temperature), successor: Math.exp((lifted - before.get(eventId)!) / temperature) };
    return {
      eventId,
      score: lifted + own,
      factors: { ...conditioning, ...factors, product: conditioning.product * factors.lead * factors.successor },
    };
  });
}

/** What took the place of an event stands where that would stand had it not been superseded. */
function liftSuccessors(
  events: readonly ConditionedScore[],
  scores: ReadonlyMap<string, number>,
  temperature: number,
): ReadonlyMap<string, number> {
  const replaced = events.filter(({ replacedBy }) => replacedBy !== undefined && scores.has(replacedBy));
  if (replaced.length === 0) return scores;
  const lost = new Map(events.map(({ eventId, conditioning }) => [eventId, temperature * Math.log(conditioning.supersession)]));
  const place = new Map(events.map(({ eventId }) => [eventId, scores.get(eventId)! - lost.get(eventId)!]));
  for (let pass = 0; pass < CHAIN; pass++) {
    const moved = replaced.filter(({ eventId, replacedBy }) => place.get(replacedBy!)! <= place.get(eventId)!);
    for (const { eventId, replacedBy } of moved) place.set(replacedBy!, Math.max(place.get(replacedBy!)!, place.get(eventId)! + AHEAD));
    if (moved.length === 0) break;
  }
  return new Map(events.map(({ eventId }) => [eventId, place.get(eventId)! + lost.get(eventId)!]));
}

/** What all exact hits need on top so that none falls behind an event that it was ahead of. */
function exactLead(events: readonly ConditionedScore[], scores: ReadonlyMap<string, number>): number {
  const exact = events.filter(({ isExact, replacedBy }) => isExact && replacedBy === undefined);
  let lead = 0;
  for (const hit of exact) {
    for (const other of events) {
      if (other.isExact && other.replacedBy === undefined) continue;
      const gap = scores.get(other.eventId)! - scores.get(hit.eventId)!;
      if (other.score <= hit.score && gap >= 0) lead = Math.max(lead, gap + AHEAD);
    }
  }
  return lead;
}
