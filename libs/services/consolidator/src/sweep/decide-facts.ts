import {
  countsBefore,
  countsFrom,
  isOneAudience,
  saidAgain,
  saidBehind,
  type NewUnit,
  type StatedFact,
  type SupersedeReason,
  type Unit,
  type UnitDecision,
  type UnitEvidence,
} from '@total-recall/domain';
import type { FactReader } from '../consolidator-deps.ts';
import { mayReplace } from './may-replace.ts';

/** A unit with what it states. */
export interface KnownFact {
  readonly unit: Unit;
  readonly stated: StatedFact;
}

/** A fact that an event states, with the unit that it would become. */
export interface FoundFact {
  readonly unit: NewUnit;
  readonly stated: StatedFact;
}

export interface Deciding {
  readonly compare: FactReader['compare'];
  /** Returns true for ids that units have, of whatever key. */
  readonly isUnit: (id: string) => boolean;
}

/**
 * Decides what a found fact does to the units of its key: it confirms one, replaces one, was replaced by one that is
 * already known, or stands beside them. A statement never replaces a later one, and statements that come out of order
 * end as those that come in order: each is replaced by the next one in time, and a value that was said again behind
 * another one becomes a unit of its own there. A value that a person withdrew does not come back because it is said once
 * more, but does where another value that stands changes to it: the words say so, or that value was said since then
 * (ADR 0148). Evidence never goes to a unit of another audience: what one says for himself is a unit of his own, also where
 * all see it said (ADR 0154). What replaces a unit is seen by all who see the unit, and a person's own is replaced by nobody else's
 * words (ADR 0313). What is announced for a day to come counts
 * as said on that day: until then only words that take it back replace it (ADR 0188). Source: L2, 000 §8.3.
 */
export function decideFact(found: FoundFact, known: readonly KnownFact[], { compare, isUnit }: Deciding): UnitDecision[] {
  const { unit, stated } = found;
  const at = countsFrom(begunOf(unit));
  const inTime = known.toSorted((a, b) => countsFrom(a.unit) - countsFrom(b.unit) || a.unit.knownAt - b.unit.knownAt);
  const isBefore = (one: KnownFact): boolean => !countsBefore(begunOf(unit), one.unit) || takesBack(found, one, compare);
  const inOrder = (one: KnownFact): ReturnType<FactReader['compare']> =>
    isBefore(one) ? compare(one.stated, stated) : compare(stated, one.stated);
  const later = laterStatements(found, inTime, compare);
  const isNext = ({ unit: one }: KnownFact): boolean =>
    one.status.is === 'tombstoned' || !later.some((next) => next.at < countsFrom(one) && next.one.unit.id !== one.id);
  const ofId = (id: string): Unit | undefined => known.find((one) => one.unit.id === id)?.unit;
  const stands = (one: Unit): boolean => standsAt(one, at, ofId);
  const isOpen = (one: KnownFact): boolean =>
    !one.unit.byPerson && stands(one.unit) && !isWithdrawn(one.unit.status) && mayReplace(one, found);
  const isReplaced = (one: KnownFact): boolean => isOpen(one) && isBefore(one) && inOrder(one) === 'supersedes';
  const isOver = ({ unit: { status } }: KnownFact): boolean =>
    status.is === 'tombstoned' && inTime.some((one) => (stated.saysChange === true || one.unit.knownAt > status.at) && isReplaced(one));
  const same = inTime.filter(
    (one) =>
      isOneAudience(unit, one.unit) &&
      stands(one.unit) &&
      inOrder(one) === 'same' &&
      isNext(one) &&
      !isOver(one) &&
      !wasOver(one.unit, at) &&
      !isProlonged(one.unit, unit),
  );
  const ofOwn = same.filter((one) => one.unit.audience === unit.audience);
  // A corrected value is so wherever it was said until then, also beside the same that was said since.
  const own =
    ofOwn.find(({ unit: { status } }) => status.is === 'superseded' && isWithdrawn(status)) ??
    ofOwn.find((one) => !isWithdrawn(one.unit.status)) ??
    ofOwn[0];
  // Of one value with a later end, the former end is no more.
  const isSaidBefore = (one: KnownFact): boolean => takesBack(found, one, compare) || countsBehind(one.unit, unit) === undefined;
  const isExtended = (one: KnownFact): boolean =>
    isOpen(one) && !wasOver(one.unit, at) && isProlonged(one.unit, unit) && inOrder(one) === 'same';
  const replacing = (by: string): UnitDecision[] =>
    inTime
      .filter((one) => one.unit.id !== by && (isReplaced(one) || isExtended(one)) && isSaidBefore(one))
      .map((one) => ({ do: 'supersede', unit: one.unit.id, by, reason: reasonOf(stated) }));
  // Said again behind another value that stands beside it, it is the value from then on.
  const before =
    own && isOpen(own) && stated.saysChange === true && inTime.some((one) => countsFrom(one.unit) > countsFrom(own.unit) && isReplaced(one))
      ? own
      : undefined;
  if (own && !before) {
    const confirm = saidAgain(own.unit.id, unit.evidence);
    const replacesNone = isWithdrawn(own.unit.status) || (countsFrom(own.unit) <= at && stated.saysChange !== true);
    return replacesNone ? [confirm] : [confirm, ...replacing(own.unit.id)];
  }
  // A value that a person withdrew from all comes back to nobody because it is said once more.
  if (!before && same.some((one) => isWithdrawn(one.unit.status))) return [];
  const next = later[0]?.one;
  const again = next && isReplaced(next) ? restated(next.unit, at, isUnit) : undefined;
  return [
    { do: 'add', unit },
    ...(before ? [{ do: 'supersede', unit: before.unit.id, by: unit.id, reason: 'later_statement' } as const] : []),
    ...replacing(unit.id),
    ...(next && again
      ? [
          { do: 'supersede', unit: next.unit.id, by: unit.id, reason: reasonOf(stated) } as const,
          ...again.decisions,
          { do: 'supersede', unit: unit.id, by: again.id, reason: reasonOf(next.stated) } as const,
          ...againReplaced(next.unit, again.id),
        ]
      : []),
    ...(next && !again ? [{ do: 'supersede', unit: unit.id, by: next.unit.id, reason: reasonOf(next.stated) } as const] : []),
  ];
}

/**
 * Decides the same of any fact. What ends something only where it is known adds nothing where it ends none: a fact that was over
 * by then is none, and of several it is not known which one is meant. An order is lifted wherever it was given.
 */
export function decideFound(found: FoundFact, known: readonly KnownFact[], deciding: Deciding): UnitDecision[] {
  const { unit, stated } = found;
  if (stated.endsKnown === undefined) return decideFact(found, known, deciding);
  const decided = decideFact(
    found,
    known.filter((one) => !wasOver(one.unit, unit.evidence.at) && lastSaidAt(one.unit) < (stated.overBy ?? Infinity)),
    deciding,
  );
  const ended = decided.filter((one) => one.do === 'supersede' && one.by === unit.id).length;
  return ended === 0 || (ended > 1 && stated.endsKnown === 'fact') ? [] : decided;
}

function lastSaidAt({ evidence, lastAt = 0 }: Unit): number {
  return Math.max(lastAt, ...evidence.map(({ at }) => at));
}

/** Decides about a fact that is known already, and holds: the next statement since that replaces it does, if there is one. */
export function replacedSince(known: KnownFact, others: readonly KnownFact[], compare: FactReader['compare']): UnitDecision[] {
  const { unit, stated } = known;
  if (unit.byPerson || unit.status.is !== 'current') return [];
  const at = lastSaidAt(unit);
  const said = { unit: { ...unit, evidence: { ...unit.evidence[0]!, at } }, stated };
  const next = laterStatements(said, others, compare).find(({ one }) => one.unit.id !== unit.id)?.one;
  return next ? [{ do: 'supersede', unit: unit.id, by: next.unit.id, reason: reasonOf(next.stated) }] : [];
}

interface Later {
  readonly one: KnownFact;
  /** When it was said first behind the found fact. */
  readonly at: number;
}

/**
 * Returns known facts said behind a found one that replace it, the next one first. What was over by then replaces nothing, and
 * "now" said before it changes nothing behind it, where the same was said again.
 */
function laterStatements({ unit, stated }: FoundFact, inTime: readonly KnownFact[], compare: FactReader['compare']): Later[] {
  return inTime
    .flatMap((one): Later[] => {
      const at = countsBehind(one.unit, unit);
      const { status, validTo = Infinity } = one.unit;
      const isGone = status.is === 'tombstoned' || status.is === 'archived' || validTo <= countsFrom(begunOf(unit));
      if (isGone || takesBack({ unit, stated }, one, compare)) return [];
      if (at === undefined || !mayReplace({ unit, stated }, one)) return [];
      const said = countsBefore(begunOf(unit), one.unit) ? one.stated : withoutChange(one.stated);
      return compare(stated, said) === 'supersedes' ? [{ one, at }] : [];
    })
    .sort((a, b) => a.at - b.at);
}

function withoutChange(stated: StatedFact): StatedFact {
  const { saysChange: _saysChange, replaces: _replaces, ...rest } = stated;
  return rest;
}

/** Returns true for what had been said, and was over, at a time. What a person withdrew is not over: it stays withdrawn. */
function wasOver({ knownAt, validTo = Infinity, status }: Unit, at: number): boolean {
  return status.is !== 'tombstoned' && knownAt <= at && validTo <= at;
}

/** Returns true where a later statement gives a unit a later end. */
function isProlonged({ knownAt, validTo = Infinity, status }: Unit, { evidence, validTo: end }: NewUnit): boolean {
  return status.is !== 'tombstoned' && knownAt <= evidence.at && end !== undefined && end > validTo;
}

function begunOf({ evidence, validFrom }: NewUnit): Pick<Unit, 'knownAt' | 'validFrom'> {
  return { knownAt: evidence.at, ...(validFrom !== undefined && { validFrom }) };
}

/** Returns when a unit counts first behind a found fact: as it begins, or as it was said again. */
function countsBehind(unit: Unit, found: NewUnit): number | undefined {
  const begun = begunOf(found);
  return countsBefore(begun, unit) ? countsFrom(unit) : saidBehind(unit, countsFrom(begun));
}

/** Returns true where the words of a found fact name a value that was announced for later, and end or replace it. */
function takesBack({ unit, stated }: FoundFact, one: KnownFact, compare: FactReader['compare']): boolean {
  const isAnnounced = one.unit.knownAt <= unit.evidence.at && countsFrom(one.unit) > countsFrom(begunOf(unit));
  return isAnnounced && (stated.ends === true || stated.replaces !== undefined) && compare(one.stated, stated) === 'supersedes';
}

/** Most units that begin at one place. */
const MOST_AT_A_PLACE = 16;

/** Makes a unit of what was said of another behind a time; undefined where these places are not known. */
function restated(
  { label, key, subject, audience, marks, evidence, status }: Unit,
  at: number,
  isUnit: Deciding['isUnit'],
): { readonly id: string; readonly decisions: readonly UnitDecision[] } | undefined {
  const until = status.is === 'superseded' ? status.at : Infinity;
  const [first, ...others] = evidence.filter((one) => one.at > at && one.at < until).sort((a, b) => a.at - b.at);
  if (!first) return undefined;
  const place = `${first.eventId}.${first.from}`;
  // The place may be the one that gave the other its id.
  const ids = [place, ...Array.from({ length: MOST_AT_A_PLACE - 1 }, (_, nth) => `${place}+${nth + 1}`)];
  const id = ids.find((one) => !isUnit(one));
  if (id === undefined) return undefined;
  const unit: NewUnit = { id, label, key, subject, evidence: first, ...(audience !== undefined && { audience }), ...(marks && { marks }) };
  return { id, decisions: [{ do: 'add', unit }, ...others.map((one) => saidAgain(id, one))] };
}

/** A fact that had replaced a unit replaces what was said of it last. */
function againReplaced({ status }: Unit, unit: string): UnitDecision[] {
  return status.is === 'superseded' ? [{ do: 'supersede', unit, by: status.by, reason: status.reason }] : [];
}

function reasonOf({ ends }: StatedFact): SupersedeReason {
  return ends ? 'ended' : 'later_statement';
}

/**
 * Returns true for what a statement of this time may confirm or replace: what nothing before it has replaced. A value that
 * was announced for later replaces the one before it then. What an agent withdrew is over as what another value replaced:
 * it holds again once it is said again.
 */
export function standsAt(unit: Unit, at: number, find: (id: string) => Unit | undefined): boolean {
  const { status } = unit;
  if (status.is === 'tombstoned') return !isWithdrawnByAgent(unit) || status.at > at;
  if (status.is !== 'superseded') return status.is === 'current';
  return Math.max(status.at, (isWithdrawn(status) ? undefined : find(status.by)?.validFrom) ?? status.at) > at;
}

/** Returns true for what an agent forgot, and no person decided about. */
export function isWithdrawnByAgent({ status, byPerson, byAgent }: Unit): boolean {
  return status.is === 'tombstoned' && byAgent === true && !byPerson;
}

/** Returns true for what a person, or an agent, forgot or corrected. */
export function isWithdrawn(status: Unit['status']): boolean {
  return status.is === 'tombstoned' || (status.is === 'superseded' && status.reason === 'corrected');
}

/** Returns the place of a statement, as evidence of a unit. */
export function evidenceOf(
  { eventId, session, occurredAt }: { readonly eventId: string; readonly session: string; readonly occurredAt: number },
  { from, to }: Pick<StatedFact, 'from' | 'to'>,
): UnitEvidence {
  return { eventId, session, from, to, at: occurredAt };
}
