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
  /** Until when it was true: by the text's own date, else until something replaced it; absent while it holds. */
  readonly until?: number;
}

/**
 * The units that were known at a moment, in the order of their ids within the order in which they were first said. What
 * was forgotten stays forgotten at every moment: a person withdrew it.
 */
export function knownUnits({ units }: Pick<SpaceUnits, 'units'>, moment: UnitMoment = {}): KnownUnit[] {
  const known: KnownUnit[] = [];
  for (const unit of units.values()) {
    const one = knownUnit(unit, moment);
    if (one !== undefined) known.push(one);
  }
  return known.sort(byFirstSaid);
}

/** The unit as it stood at a moment; undefined where it was not known, or not true, then. */
export function knownUnit(unit: Unit, { asOf, validAt }: UnitMoment): KnownUnit | undefined {
  if (asOf !== undefined && unit.knownAt > asOf) return undefined;
  const one = withTimes({ ...unit, ...(asOf !== undefined && evidenceBy(unit, asOf)), status: statusAt(unit.status, asOf) });
  if (validAt !== undefined && !(one.since <= validAt && (one.until === undefined || validAt < one.until))) return undefined;
  return one;
}

/** Orders units by when they were first said, which is the same at every moment, then by id. */
export function byFirstSaid(a: Pick<Unit, 'id' | 'knownAt'>, b: Pick<Unit, 'id' | 'knownAt'>): number {
  return a.knownAt - b.knownAt || (a.id < b.id ? -1 : 1);
}

/** The evidence that had occurred by a time. */
function evidenceBy({ evidence, statements }: Unit, time: number): Pick<Unit, 'evidence' | 'statements'> {
  const known = evidence.filter(({ at }) => at <= time);
  // A unit may not be listed any more under what it was known by.
  return known.length === 0 ? { evidence, statements } : { evidence: known, statements: statements - (evidence.length - known.length) };
}

function statusAt(status: UnitStatus, asOf: number | undefined): UnitStatus {
  return asOf !== undefined && status.is === 'superseded' && status.at > asOf ? { is: 'current' } : status;
}

function withTimes(unit: Unit): KnownUnit {
  const { status, validFrom, validTo, knownAt } = unit;
  const since = validFrom ?? knownAt;
  const replaced = status.is === 'superseded' ? status.at : undefined;
  const until = validTo === undefined ? replaced : replaced === undefined ? validTo : Math.min(validTo, replaced);
  return { ...unit, since, ...(until !== undefined && { until }) };
}

/** Ids of events that a person withheld from recall by forgetting a fact that they state. */
export function withheldEvents(state: Pick<SpaceUnits, 'units'>): Set<string> {
  return new Set(withheldEvidence(state).map(({ eventId }) => eventId));
}

/** The sentences for which these events are withheld. */
export function withheldEvidence({ units }: Pick<SpaceUnits, 'units'>): UnitEvidence[] {
  const withheld: UnitEvidence[] = [];
  for (const { status, evidence } of units.values()) if (status.is === 'tombstoned' && status.withholds) withheld.push(...evidence);
  return withheld;
}
