import { DAY_MS } from '../time/utc-day.ts';
import type { SpaceUnits } from './space-units.ts';
import type { UnitEvidence } from './unit.ts';

/** A sentence of an event that says of something until when it is so, or when it takes place. */
export interface EndingSentence extends Pick<UnitEvidence, 'from' | 'to'> {
  /** Epoch milliseconds, excluded. */
  readonly until: number;
}

/** An end on the day on which it is said belongs to something that happened, which is not called over. */
const LEAST_MS = DAY_MS;

/** Returns the sentences whose facts had an end to come when they were said, by the id of their event. What was replaced is not among them. */
export function endingSentences({ units }: Pick<SpaceUnits, 'units'>): Map<string, EndingSentence[]> {
  const ending = new Map<string, EndingSentence[]>();
  for (const { status, validTo, evidence } of units.values()) {
    if (status.is !== 'current' || validTo === undefined) continue;
    for (const { eventId, from, to, at } of evidence) {
      if (validTo - at <= LEAST_MS) continue;
      const own = ending.get(eventId);
      if (own === undefined) ending.set(eventId, [{ from, to, until: validTo }]);
      else own.push({ from, to, until: validTo });
    }
  }
  return ending;
}
