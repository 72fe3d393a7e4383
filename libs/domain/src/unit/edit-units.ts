import { addedUnit, type Deciding, type FindUnit } from './added-unit.ts';
import { MOST_EVENTS, MOST_MEMBERS, type Group, type GroupEvent } from './group.ts';
import { keptEvidence, lastSaid } from './last-said.ts';
import type { UnitLink } from './unit-link.ts';
import type { ArchiveReason } from './unit-status.ts';
import { MOST_MARKS, MOST_PARTS, type AnyUnit, type NewAnyUnit, type Unit, type UnitDecision, type UnitEvidence } from './unit.ts';
import { isOneAudience, withLinks } from './with-links.ts';

type Edit<K extends UnitDecision['do']> = Extract<UnitDecision, { do: K }>;

/** Returns true for a unit that this entry may edit: it is current, and no person decided about it, or a person decides now. */
function mayEdit(unit: AnyUnit, { byPerson }: Deciding): boolean {
  return unit.status.is === 'current' && (byPerson || !unit.byPerson);
}

/** Archives a unit behind others, which must be current themselves, of its kind and seen by all who see the unit. */
export function archived(
  find: FindUnit,
  unit: AnyUnit,
  by: readonly string[],
  deciding: Deciding & { readonly reason: ArchiveReason },
): readonly AnyUnit[] {
  if (!mayEdit(unit, deciding)) return [];
  const heads = by.slice(0, MOST_PARTS).map(find);
  if (heads.length === 0 || !heads.every((head) => head && mayStandFor(head, unit))) return [];
  return [archive(unit, by.slice(0, MOST_PARTS), deciding)];
}

function mayStandFor(head: AnyUnit, unit: AnyUnit): boolean {
  return head.id !== unit.id && head.status.is === 'current' && isSameKind(head, unit) && isOneAudience(unit, head);
}

function archive(unit: AnyUnit, by: readonly string[], { at, byPerson, reason }: Deciding & { readonly reason: ArchiveReason }): AnyUnit {
  return { ...unit, byPerson: unit.byPerson || byPerson, status: { is: 'archived', behind: by, at, reason } };
}

function isSameKind(a: AnyUnit | NewAnyUnit, b: AnyUnit | NewAnyUnit): boolean {
  return ('kind' in a ? a.kind : undefined) === ('kind' in b ? b.kind : undefined);
}

/** Splits a unit into parts of its own evidence. They have its links to what is about the same things. Source: 003 B.2.1. */
export function split(find: FindUnit, { unit: id, into }: Edit<'split'>, by: Deciding): readonly AnyUnit[] {
  const unit = find(id);
  const ids = new Set(into.map((part) => part.id));
  if (!unit || !mayEdit(unit, by) || into.length < 2 || into.length > MOST_PARTS || ids.size < into.length) return [];
  if (!into.every((part) => !find(part.id) && isPartOf(part, unit))) return [];
  const added = into.map((part) => addedUnit(find, part, by));
  if (!added.every((part) => part !== undefined)) return [];
  const findNow: FindUnit = (of) => added.find((part) => part.id === of) ?? find(of);
  const semantic = (unit.links ?? []).filter(({ type }) => type === 'semantic');
  const siblings = added.map((part): UnitLink => ({ type: 'sibling', to: part.id }));
  const linked = added.map((part) => linkedTo(part, [...siblings, ...semantic], findNow));
  return [...linked, archive(unit, [...ids], { ...by, reason: 'split' })];
}

function linkedTo(unit: AnyUnit, links: readonly UnitLink[], find: FindUnit): AnyUnit {
  const own = withLinks(unit, links, find);
  return own ? { ...unit, links: own } : unit;
}

/** A part says nothing that the whole does not say, and is shown to nobody else. */
function isPartOf(part: NewAnyUnit, whole: AnyUnit): boolean {
  if (part.audience !== whole.audience) return false;
  if ('kind' in part) {
    if (!('kind' in whole) || part.kind !== whole.kind || part.events.length + part.members.length === 0) return false;
    const events = new Set(whole.events.map(({ eventId }) => eventId));
    return part.events.every(({ eventId }) => events.has(eventId)) && part.members.every((id) => whole.members.includes(id));
  }
  const { eventId, from, to } = part.evidence;
  return !('kind' in whole) && whole.evidence.some((one) => one.eventId === eventId && one.from <= from && to <= one.to);
}

/**
 * Makes one unit of several, and archives them behind it. It has their links to what is about the same things. Source:
 * 003 B.2.2.
 */
export function merged(find: FindUnit, { units: ids, into }: Edit<'merge'>, by: Deciding): readonly AnyUnit[] {
  const sources = [...new Set(ids)].map(find).filter((unit) => unit !== undefined);
  if (sources.length < 2 || sources.length < ids.length || sources.length > MOST_PARTS || find(into.id)) return [];
  if (!sources.every((unit) => mayEdit(unit, by) && isSameKind(unit, into) && unit.audience === into.audience)) return [];
  const whole = wholeOf(find, sources, into, by);
  if (!whole) return [];
  const links = sources.flatMap((unit) => unit.links ?? []).filter(({ type, to }) => type === 'semantic' && !ids.includes(to));
  return [linkedTo(whole, links, find), ...sources.map((unit) => archive(unit, [into.id], { ...by, reason: 'merged' }))];
}

function wholeOf(find: FindUnit, sources: readonly AnyUnit[], into: NewAnyUnit, by: Deciding): AnyUnit | undefined {
  if ('kind' in into) {
    const groups = sources.filter((unit): unit is Group => 'kind' in unit);
    const events = eventsOf(groups.flatMap((group) => group.events));
    const members = [...new Set(groups.flatMap((group) => group.members))];
    if (events.length > MOST_EVENTS || members.length > MOST_MEMBERS) return undefined;
    return addedUnit(find, { ...into, events, members }, by);
  }
  const facts = sources.filter((unit): unit is Unit => !('kind' in unit));
  const evidence = facts.flatMap((fact) => fact.evidence);
  // It tells the same thing as one of them, in the words of one of them.
  const isOne = facts.some((fact) => fact.key === into.key && fact.subject === into.subject && fact.label === into.label);
  const first = evidence.find((one) => isSamePlace(one, into.evidence));
  const added = isOne && first ? addedUnit(find, { ...into, evidence: first }, by) : undefined;
  if (!added) return undefined;
  const others = evidence
    .filter((one, at) => !isSamePlace(one, into.evidence) && evidence.findIndex((other) => isSamePlace(one, other)) === at)
    .sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1));
  const statements = facts.reduce((sum, fact) => sum + fact.statements, 0);
  const knownAt = Math.min(...facts.map((fact) => fact.knownAt));
  const lastAt = Math.max(...facts.map(lastSaid));
  return { ...(added as Unit), ...keptEvidence([first!, ...others], { lastAt }), statements, knownAt };
}

function isSamePlace(a: UnitEvidence, b: UnitEvidence): boolean {
  return a.eventId === b.eventId && a.from === b.from;
}

/** Returns the events in the order of their sessions, each once. */
function eventsOf(events: readonly GroupEvent[]): GroupEvent[] {
  const once = new Map(events.map((event) => [event.eventId, event]));
  return [...once.values()].sort((a, b) =>
    a.session === b.session ? a.ordinal - b.ordinal : a.at - b.at || (a.session < b.session ? -1 : 1),
  );
}

/** Changes what a group is made of, and archives what it stands for now. Source: 003 B.2.3. */
export function updated(find: FindUnit, { unit: id, events, members, marks, archives }: Edit<'update'>, by: Deciding): readonly AnyUnit[] {
  const unit = find(id);
  if (!unit || !mayEdit(unit, by)) return [];
  const old = archives === undefined ? undefined : find(archives);
  if (archives !== undefined && !(old && mayEdit(old, by) && mayStandFor(unit, old))) return [];
  const found = marks && { marks: marks.slice(0, MOST_MARKS) };
  const after = 'kind' in unit ? withParts(find, unit, { ...(events && { events }), ...(members && { members }) }) : unit;
  if (!after) return [];
  const isChanged = after !== unit || found !== undefined || old !== undefined;
  return isChanged ? [{ ...after, ...found }, ...(old ? [archive(old, [id], { ...by, reason: 'updated' })] : [])] : [];
}

interface Parts {
  readonly events?: readonly GroupEvent[];
  readonly members?: readonly string[];
}

/** Returns the group with more events and these members; undefined where that is too much, or nothing. */
function withParts(find: FindUnit, group: Group, { events = [], members }: Parts): Group | undefined {
  if (events.length === 0 && members === undefined) return group;
  const all = eventsOf([...group.events, ...events]);
  const units = (members ?? group.members).flatMap((id) => find(id) ?? []);
  const times = [...all.map(({ at }) => at), ...units.map(({ knownAt }) => knownAt)];
  if (all.length > MOST_EVENTS || units.length > MOST_MEMBERS || times.length === 0) return undefined;
  return { ...group, events: all, members: units.map((one) => one.id), knownAt: Math.min(...times) };
}
