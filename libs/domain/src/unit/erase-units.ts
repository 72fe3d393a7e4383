import type { ErasureTargets } from '../erasure/erasure-scope.ts';
import type { Group, GroupEvent } from './group.ts';
import { findUnit } from './space-units.ts';
import { SPECULATIVE, type UnitLink } from './unit-link.ts';
import type { AnyUnit, Unit, UnitEvidence } from './unit.ts';
import type { UnitsDraft } from './units-draft.ts';

type IsErased = (of: Pick<UnitEvidence, 'eventId' | 'session'>) => boolean;

/**
 * Takes out what an erasure takes: evidence in its events, units that have no other, and what was derived from their
 * words. Nothing that is left names an erased event.
 */
export function withoutErased(draft: UnitsDraft, targets: ErasureTargets): void {
  const { space, units, groups } = draft;
  if (targets.spaces.includes(space)) {
    for (const all of [draft.cursors, units, draft.episodeCursors, groups]) all.clear();
    draft.tail = [];
    return;
  }
  const events = new Set(targets.events.filter((of) => of.space === space).flatMap(({ eventIds }) => eventIds));
  const sessions = new Set(targets.sessions.filter((of) => of.space === space).map(({ session }) => session));
  if (events.size + sessions.size === 0) return;
  const isErased: IsErased = ({ eventId, session }) => events.has(eventId) || sessions.has(session);
  const isUntouched = (unit: AnyUnit | undefined): boolean => unit === undefined || placesOf(unit).every((one) => !isErased(one));
  // An entry that knew an erased event can no longer be undone, as that would bring back what it said of it.
  draft.tail = draft.tail.filter(({ before }) => before.every(([id, unit]) => isUntouched(unit ?? findUnit(draft, id))));
  const lost = new Set<string>();
  for (const unit of units.values()) {
    const evidence = unit.evidence.filter((one) => !isErased(one));
    if (evidence.length === unit.evidence.length) continue;
    lost.add(unit.id);
    if (evidence.length > 0) units.set(unit.id, withEvidence(unit, evidence));
    else units.delete(unit.id);
  }
  for (const group of groups.values()) {
    const kept = group.events.filter((one) => !isErased(one));
    if (kept.length === group.events.length) continue;
    lost.add(group.id);
    if (kept.length > 0) groups.set(group.id, withEvents(group, kept));
    else groups.delete(group.id);
  }
  withoutLost(draft, lost);
  for (const session of sessions) for (const cursors of [draft.cursors, draft.episodeCursors]) cursors.delete(session);
}

function placesOf(unit: AnyUnit): readonly Pick<UnitEvidence, 'eventId' | 'session'>[] {
  return 'kind' in unit ? unit.events : unit.evidence;
}

/** Takes units that are gone out of groups and links, and with them what groups knew of those that lost something. */
function withoutLost(draft: UnitsDraft, lost: Set<string>): void {
  if (lost.size === 0) return;
  const { units, groups } = draft;
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const group of groups.values()) {
      if (!group.members.some((id) => lost.has(id))) continue;
      const members = group.members.flatMap((id) => findUnit(draft, id) ?? []);
      // A group that lost something is as it should be, unless a unit that it is made of is gone since.
      if (lost.has(group.id) && members.length === group.members.length) continue;
      isDone = false;
      lost.add(group.id);
      const times = [...group.events.map(({ at }) => at), ...members.map((one) => one.knownAt)];
      if (times.length === 0) groups.delete(group.id);
      else groups.set(group.id, { ...withoutMarks(group), members: members.map(({ id }) => id), knownAt: Math.min(...times) });
    }
  }
  const isGone = (id: string): boolean => lost.has(id) && findUnit(draft, id) === undefined;
  // A guess that was read from what is erased goes with it, also where some of its episode stays.
  const isCut = ({ id }: AnyUnit, { type, to }: UnitLink): boolean =>
    isGone(to) || (type === SPECULATIVE && (lost.has(id) || lost.has(to)));
  const unlinked = <T extends AnyUnit>(unit: T): T =>
    unit.links?.some((link) => isCut(unit, link)) ? { ...unit, links: unit.links.filter((link) => !isCut(unit, link)) } : unit;
  for (const unit of units.values()) units.set(unit.id, unlinked(unit));
  for (const group of groups.values()) groups.set(group.id, unlinked(group));
  draft.tail = draft.tail.filter(({ before }) => before.every(([id, unit]) => !lost.has(id) && !namesLost(unit, lost)));
}

function namesLost(unit: AnyUnit | null, lost: ReadonlySet<string>): boolean {
  return unit !== null && 'kind' in unit && unit.members.some((id) => lost.has(id));
}

/** Returns the unit as the rest of its evidence states it. Its dates are words of its first sentence, and go with it. */
function withEvidence(unit: Unit, evidence: readonly UnitEvidence[]): Unit {
  const { validFrom, validTo, lastAt, ...left } = unit;
  const statements = unit.statements - (unit.evidence.length - evidence.length);
  const isFirstKept = evidence[0] === unit.evidence[0];
  return {
    ...(isFirstKept ? left : withoutMarks(left)),
    ...(isFirstKept && validFrom !== undefined && { validFrom }),
    ...(isFirstKept && validTo !== undefined && { validTo }),
    // A sentence that is counted alone is not known to be of an erased event.
    ...(lastAt !== undefined && statements > evidence.length && { lastAt }),
    evidence,
    statements,
    knownAt: Math.min(...evidence.map(({ at }) => at)),
  };
}

/** Returns the rest of an episode. Its words were those of all its events; the next sweep finds them anew. */
function withEvents(group: Group, events: readonly GroupEvent[]): Group {
  return { ...withoutMarks(group), events, knownAt: Math.min(...events.map(({ at }) => at)) };
}

function withoutMarks<T extends { readonly marks?: readonly string[] }>(unit: T): Omit<T, 'marks'> {
  const { marks: _marks, ...rest } = unit;
  return rest;
}
