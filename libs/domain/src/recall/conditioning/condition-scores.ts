import type { Conditioning } from './condition-event.ts';

/** A modifier m moves an event by this many standard deviations times ln m. Measured, see ADR 0010. */
export const CONDITIONING_TEMPERATURE = 0.5;

/** An event of a ranking with its factors. */
export interface ConditionedScore {
  readonly eventId: string;
  /** Score before conditioning, in standard deviations. */
  readonly score: number;
  /** True when the event holds every identifier of the query. */
  readonly isExact: boolean;
  /** Event that superseded this one. Present unless history is asked for. */
  readonly replacedBy?: string;
  readonly conditioning: Conditioning;
}

/** Score of an event after conditioning: the score before it plus the temperature times ln(`factors.product`). */
export interface ConditionedResult {
  readonly eventId: string;
  readonly score: number;
  readonly factors: Conditioning & ListFactors;
}

/** Factors that depend on the other events of the list. */
export interface ListFactors {
  /** Keeps hits by identifier ahead of events that they preceded before conditioning. */
  readonly lead: number;
  /** Raises an event to the place of the one that it replaced. */
  readonly successor: number;
}

/** Difference that only decides an order. */
const AHEAD = 1e-3;
/** Longest chain of replacements that is followed. */
const CHAIN = 8;

/**
 * Conditions a ranking. Scores are in standard deviations and may be negative, so it works in logarithms: base =
 * exp(score / temperature), hence score' = score + temperature × ln(product). Events with a product of 0 are left out.
 * A replacement takes the place of the event it replaced, and exact hits stay ahead of what they preceded. Keeps the
 * order of the input; O(events²).
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

/** Raises each replacement to the place that the replaced event would have if it were not superseded. */
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

/** Computes the lead that exact hits need so that none falls behind an event it preceded. */
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
