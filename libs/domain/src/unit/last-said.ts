import { MOST_EVIDENCE, MOST_WITHHELD, type Confirmation, type Unit, type UnitEvidence } from './unit.ts';

type Said = Pick<Unit, 'evidence' | 'lastAt'>;
type Kept = Said & Pick<Unit, 'status'>;

/** Returns the time of the last sentence that states a unit, in epoch milliseconds. */
export function lastSaid({ evidence, lastAt = -Infinity }: Said): number {
  return Math.max(lastAt, ...evidence.map(({ at }) => at));
}

/** Returns the decision that another sentence says what a unit says. */
export function saidAgain(unit: string, evidence: UnitEvidence): Confirmation {
  return { do: 'confirm', unit, evidence, keeps: 'latest' };
}

/** Returns the evidence that a unit keeps of some, with the time of the last of all where that is not among it. */
export function keptEvidence(all: readonly UnitEvidence[], before: Partial<Kept> = {}, keeps?: Confirmation['keeps']): Said {
  const isForgotten = before.status?.is === 'tombstoned';
  const evidence = keeps === 'latest' && !isForgotten ? firstAndLatest(all) : all.slice(0, isForgotten ? MOST_WITHHELD : MOST_EVIDENCE);
  const last = lastSaid({ ...before, evidence: all });
  return last > lastSaid({ evidence }) ? { evidence, lastAt: last } : { evidence };
}

/** The latest are those that a retention or an erasure of old sessions takes last; the first has the words of the unit's dates. */
function firstAndLatest(all: readonly UnitEvidence[]): readonly UnitEvidence[] {
  return all.length > MOST_EVIDENCE ? [all[0]!, ...all.slice(1 - MOST_EVIDENCE)] : all;
}

/**
 * Returns when a unit was first stated behind a time, before anything replaced it; undefined where it was not. A value that
 * was said again behind a time is newer than another one of that time.
 */
export function saidBehind({ evidence, lastAt, knownAt, status }: Said & Pick<Unit, 'knownAt' | 'status'>, at: number): number | undefined {
  if (knownAt > at) return knownAt;
  const until = status.is === 'superseded' ? status.at : Infinity;
  const times = evidence.map((one) => one.at).filter((time) => time > at && time < until);
  if (times.length > 0) return Math.min(...times);
  return lastAt !== undefined && status.is !== 'superseded' && lastAt > at ? lastAt : undefined;
}

type Begun = Pick<Unit, 'knownAt' | 'validFrom'>;

/** Returns from when on a unit counts beside others: since it was first said, or from the later day that its words name. */
export function countsFrom({ knownAt, validFrom = knownAt }: Begun): number {
  return Math.max(knownAt, validFrom);
}

/** Returns true where a unit counts from an earlier time than another, or from the same one by an earlier sentence. */
export function countsBefore(a: Begun, b: Begun): boolean {
  const [begin, other] = [countsFrom(a), countsFrom(b)];
  return begin < other || (begin === other && a.knownAt < b.knownAt);
}
