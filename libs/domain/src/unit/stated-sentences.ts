import { endOf, knownUnits, type KnownUnit, type UnitMoment } from './known-units.ts';
import type { SpaceUnits } from './space-units.ts';
import type { UnitEvidence } from './unit.ts';

/** A sentence of an event that states a fact, with when that was true. Times are epoch milliseconds. */
export interface StatedSentence extends Pick<UnitEvidence, 'from' | 'to'> {
  readonly since: number;
  /** True where the text itself names the begin; it is when it was first said where not. */
  readonly isDated: boolean;
  /** Absent while it holds. */
  readonly until?: number;
  /** Id of the event that says the end; absent where the sentence says it itself. */
  readonly endedBy?: string;
}

/**
 * Returns the sentences that state a fact, by the id of their event. Nothing is told of facts that are private to a person,
 * that a person forgot or corrected, or that others stand for.
 */
export function statedSentences(state: Pick<SpaceUnits, 'units'>, { asOf }: Pick<UnitMoment, 'asOf'> = {}): Map<string, StatedSentence[]> {
  const stated = new Map<string, StatedSentence[]>();
  for (const unit of knownUnits(state, asOf === undefined ? {} : { asOf })) {
    if (!tellsTime(unit)) continue;
    const { by } = endOf(state.units, unit, asOf);
    for (const { eventId, from, to } of unit.evidence) {
      const sentence: StatedSentence = {
        from,
        to,
        since: unit.since,
        isDated: unit.validFrom !== undefined,
        ...(unit.until !== undefined && { until: unit.until }),
        ...(by !== undefined && { endedBy: by.evidence[0]!.eventId }),
      };
      const own = stated.get(eventId);
      if (own === undefined) stated.set(eventId, [sentence]);
      else own.push(sentence);
    }
  }
  return stated;
}

/** Returns true for a fact whose times may be told to everybody who may read the space. */
export function tellsTime({ status, audience }: Pick<KnownUnit, 'status' | 'audience'>): boolean {
  if (audience !== undefined) return false;
  return status.is === 'current' || (status.is === 'superseded' && status.reason !== 'corrected');
}
