import { CLOCK_AHEAD_MS } from '../event/order-times.ts';
import type { SpaceUnits } from './space-units.ts';
import type { UnitStatus } from './unit-status.ts';
import type { Unit, UnitEvidence } from './unit.ts';

/** The moment that a question is about; absent parts mean now. Times are epoch milliseconds. Source: R17. */
export interface UnitMoment {
  /** Only evidence that had occurred by then is known. */
  readonly asOf?: number;
  /** Only what was true then. */
  readonly validAt?: number;
}

/** A unit as it stood at a moment. */
export interface KnownUnit extends Omit<Unit, 'status'> {
  readonly status: UnitStatus;
  /** Since when it is true: by the text's own date, else since it was first said. */
  readonly since: number;
  /**
   * Until when it was true: by the text's own date, else until what replaced it began, by its own date or when it was
   * said; absent while it holds.
   */
  readonly until?: number;
}

/** Most supersessions that are followed to find when something else began to hold. */
const MOST_STEPS = 64;

/**
 * Returns the units that were known at a moment, in the order of their ids within the order in which they were first said. What
 * was forgotten stays forgotten at every moment: a person withdrew it.
 */
export function knownUnits({ units }: Pick<SpaceUnits, 'units'>, moment: UnitMoment = {}): KnownUnit[] {
  const known: KnownUnit[] = [];
  for (const unit of units.values()) {
    const one = knownUnit(units, unit, moment);
    if (one !== undefined) known.push(one);
  }
  return known.sort(byFirstSaid);
}

/** The unit as it stood at a moment; undefined where it was not known, or not true, then. */
export function knownUnit(units: SpaceUnits['units'], unit: Unit, { asOf, validAt }: UnitMoment): KnownUnit | undefined {
  if (asOf !== undefined && unit.knownAt > asOf) return undefined;
  const seen = { ...unit, ...(asOf !== undefined && evidenceBy(unit, asOf)), status: statusAt(units, unit.status, asOf) };
  const since = unit.validFrom ?? unit.knownAt;
  const until = untilOf(units, unit, asOf);
  // A fact that a person corrected was never true.
  const isValid = (time: number): boolean => since <= time && (until === undefined || time < until) && !isCorrected(seen);
  if (validAt !== undefined && !isValid(validAt)) return undefined;
  return { ...seen, since, ...(until !== undefined && { until }) };
}

/** Orders units by when they were first said, which is the same at every moment, then by id. */
export function byFirstSaid(a: Pick<Unit, 'id' | 'knownAt'>, b: Pick<Unit, 'id' | 'knownAt'>): number {
  return a.knownAt - b.knownAt || (a.id < b.id ? -1 : 1);
}

/** Orders units by when they were first said, the latest first, then by id. */
export function byLatestFirstSaid(a: Pick<Unit, 'id' | 'knownAt'>, b: Pick<Unit, 'id' | 'knownAt'>): number {
  return b.knownAt - a.knownAt || (a.id < b.id ? -1 : 1);
}

/** The evidence that had occurred by a time. */
function evidenceBy({ evidence, statements }: Unit, time: number): Pick<Unit, 'evidence' | 'statements'> {
  const known = evidence.filter(({ at }) => at <= time);
  // A unit may not be listed any more under what it was known by.
  return known.length === 0 ? { evidence, statements } : { evidence: known, statements: statements - (evidence.length - known.length) };
}

/** Returns the status as of a time: what was said since then replaces nothing, but what it took the place of does. */
function statusAt(units: SpaceUnits['units'], status: UnitStatus, asOf = Infinity): UnitStatus {
  let then: UnitStatus | undefined = status;
  for (let steps = 0; steps < MOST_STEPS && then?.is === 'superseded' && then.at > asOf; steps += 1) then = units.get(then.by)?.status;
  if (status.is !== 'superseded') return status;
  return then?.is === 'superseded' && then.at <= asOf ? then : { is: 'current' };
}

function isCorrected({ status }: { readonly status: UnitStatus }): boolean {
  return status.is === 'superseded' && status.reason === 'corrected';
}

/** Returns until when a unit was true, as it was known at a moment: not before it began; undefined while it holds. */
export function untilOf(units: SpaceUnits['units'], unit: Unit, asOf?: number): number | undefined {
  return endOf(units, unit, asOf).until;
}

/** Returns the same, with the unit whose statement ended it; without one where its own words say the end. */
export function endOf(units: SpaceUnits['units'], unit: Unit, asOf?: number): { readonly until?: number; readonly by?: Unit } {
  const since = unit.validFrom ?? unit.knownAt;
  let until = unit.validTo ?? Infinity;
  let endedBy: Unit | undefined;
  let status = statusAt(units, unit.status, asOf);
  for (let steps = 0; steps < MOST_STEPS && status.is === 'superseded'; steps += 1) {
    const by = units.get(status.by);
    const begins = status.reason === 'corrected' ? status.at : (by?.validFrom ?? status.at);
    if (begins < until) endedBy = by;
    until = Math.min(until, begins);
    // A later fact may have been replaced itself before it began.
    if (by === undefined || begins <= status.at) break;
    status = statusAt(units, by.status, asOf);
  }
  return until === Infinity ? {} : { until: Math.max(since, until), ...(endedBy && { by: endedBy }) };
}

/**
 * Returns true for what holds at a time: it has begun, is not over, and nothing replaced it, or only what begins later by
 * its own date. What was said at a time still to come has not begun. `until`: until when it is true.
 */
export function holdsAt(
  { status, validFrom, knownAt }: Pick<Unit, 'status' | 'validFrom' | 'knownAt'>,
  until: number | undefined,
  time: number,
): boolean {
  if (validFrom === undefined ? knownAt > time + CLOCK_AHEAD_MS : validFrom > time) return false;
  const isToCome = status.is === 'superseded' && !isCorrected({ status }) && status.at > time + CLOCK_AHEAD_MS;
  if (status.is === 'current' || isToCome) return until === undefined || until > time;
  return status.is === 'superseded' && !isCorrected({ status }) && until !== undefined && until > Math.max(time, status.at);
}

/** Ids of events that a person withheld from recall by forgetting a fact that they state. */
export function withheldEvents(state: Pick<SpaceUnits, 'units'>): Set<string> {
  return new Set(withheldEvidence(state).map(({ eventId }) => eventId));
}

/** Returns the sentences for which these events are withheld. */
export function withheldEvidence({ units }: Pick<SpaceUnits, 'units'>): UnitEvidence[] {
  const withheld: UnitEvidence[] = [];
  for (const { status, evidence } of units.values()) if (status.is === 'tombstoned' && status.withholds) withheld.push(...evidence);
  return withheld;
}
