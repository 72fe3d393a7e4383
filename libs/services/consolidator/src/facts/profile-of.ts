import { chooseProfileFacts, holdsAt, type KnownUnit } from '@total-recall/domain';
import type { Consolidator, Fact, Profile, ProfileEntry, SpacePlace } from '@total-recall/ports';
import { comparedCost, type Spending } from '../work-costs.ts';
import {
  asOfTime,
  isListed,
  passesOf,
  SEARCHED,
  SEARCHED_AT_ONCE,
  tells,
  unitsFor,
  type FoundUnits,
  type ListDeps,
  type Named,
} from './list-facts.ts';
import { asSaid, UNKNOWN, viewFacts } from './view-facts.ts';

/**
 * Returns what is known about each subject, or about one: by what is told, the current value first. Made of the facts that
 * `chooseProfileFacts` gives, with counts of those that found no room; where an attribute is asked for, of those that tell
 * it.
 */
export async function profileOf(
  deps: ListDeps,
  query: Parameters<Consolidator['profile']>[0],
  turn: Spending,
): ReturnType<Consolidator['profile']> {
  const found = await unitsFor(deps, { ...query, history: true }, turn);
  const moment = query.asOf ?? deps.clock.now();
  const stands = (unit: KnownUnit): boolean => isListed(unit, query.validAt, moment);
  const all = [...newestFirst(found)];
  await turn.spend(comparedCost(found.units.length) * passesOf(query));
  const asked = query.attribute === undefined ? undefined : await keysOf(deps, { ...query, attribute: query.attribute }, all, turn);
  const units = asked === undefined ? all : all.filter(({ key }) => asked.keys.has(key));
  const { shown, left, historyLeft } = chooseProfileFacts(units, stands);
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  // A search finds nothing that was not true at the time that is asked for.
  const isHeld = (unit: KnownUnit): boolean => query.validAt !== undefined || holdsAt(unit, unit.until, moment);
  const held = new Set(shown.filter(isHeld).map(({ id }) => id));
  const facts = (await viewFacts(deps, query, shown, turn, found.replacing)).map(asOfTime(query.validAt ?? moment));
  const profiles: Profile[] = [];
  // A name is one person's in whatever letters it was written, and a rule that is private is its person's.
  const about = ({ label, audience, subject }: KnownUnit): string => (label === 'feedback' ? audience : undefined) ?? subject;
  for (const own of Map.groupBy(facts, ({ id }) => about(byId.get(id)!)).values()) {
    const grouped = [...Map.groupBy(own, ({ id }) => lastKey(byId, byId.get(id)!)).values()].map((one) => entryOf(one, held));
    const entries = grouped.filter((entry) => tells(nameOf(entry), query.attribute)).map(entryAsSaid);
    if (entries.length === 0) continue;
    // Facts that hold stand first, then by when they were said last.
    const { subject } = own.find((fact) => fact.subject !== UNKNOWN) ?? own[0]!;
    profiles.push({ subject, entries: entries.sort((a, b) => Number(!a.current) - Number(!b.current)) });
  }
  const unread = (asked?.unread ?? []).filter(stands).length;
  const leftOut = left + unread;
  const historyLeftOut = historyLeft + (asked?.unread.length ?? 0) - unread;
  return {
    profiles: profiles.sort((a, b) => b.entries.length - a.entries.length || (a.subject < b.subject ? -1 : 1)),
    ...(leftOut > 0 && { left: leftOut }),
    ...(historyLeftOut > 0 && { historyLeft: historyLeftOut }),
  };
}

/** Most changes from one program to the next that a profile follows. */
const MOST_CHANGES = 64;

/** Returns the key of what replaced a fact in the end: changes from one program to the next have a key each. */
function lastKey(byId: ReadonlyMap<string, KnownUnit>, unit: KnownUnit): string {
  let last = unit;
  for (let steps = 0; steps < MOST_CHANGES && last.status.is === 'superseded'; steps += 1) {
    const next = byId.get(last.status.by);
    if (next === undefined || next.subject !== unit.subject) break;
    last = next;
  }
  return last.key;
}

function* newestFirst({ units, known }: FoundUnits): Generator<KnownUnit> {
  for (let at = units.length - 1; at >= 0; at -= 1) {
    const unit = known(units[at]!);
    if (unit && unit.status.is !== 'tombstoned') yield unit;
  }
}

interface AskedKeys {
  readonly keys: ReadonlySet<string>;
  /** Facts of which it is not known whether they tell what is asked for, as `SEARCHED` others were read first. */
  readonly unread: readonly KnownUnit[];
}

/** Returns the keys of facts that tell an attribute. Opens facts of each key, the newest first, until one names it. */
async function keysOf(
  deps: ListDeps,
  query: SpacePlace & { readonly attribute: string },
  newest: readonly KnownUnit[],
  turn: Spending,
): Promise<AskedKeys> {
  const told = new Map<string, boolean>();
  const look = async (some: readonly KnownUnit[]): Promise<void> => {
    const keyOf = new Map(some.map(({ id, key }) => [id, key]));
    for (const fact of await viewFacts(deps, query, some, turn))
      if (fact.attribute !== undefined) told.set(keyOf.get(fact.id)!, tells(fact, query.attribute));
  };
  let some: KnownUnit[] = [];
  let searched = 0;
  let at = 0;
  for (; at < newest.length && searched < SEARCHED; at += 1) {
    const unit = newest[at]!;
    if (told.has(unit.key)) continue;
    some.push(unit);
    searched += 1;
    if (some.length < SEARCHED_AT_ONCE) continue;
    await look(some);
    some = [];
  }
  await look(some);
  return {
    keys: new Set([...told].flatMap(([key, isAsked]) => (isAsked ? [key] : []))),
    unread: newest.slice(at).filter(({ key }) => !told.has(key)),
  };
}

function entryOf(facts: readonly Fact[], held: ReadonlySet<string>): ProfileEntry {
  const inOrder = facts.toSorted((a, b) => b.since - a.since || (a.id < b.id ? 1 : -1));
  // A fact that ends another value than the one that holds has no value of its own; one that nobody knows the time of may be old.
  const standing = inOrder.filter(({ id }) => held.has(id));
  const current = standing.toSorted(
    (a, b) =>
      Number(b.byPerson) - Number(a.byPerson) ||
      Number(a.isUntimed === true) - Number(b.isUntimed === true) ||
      Number(a.value === undefined) - Number(b.value === undefined),
  )[0];
  const attribute = inOrder.find((fact) => fact.attribute !== undefined)?.attribute;
  return {
    ...(attribute !== undefined && { attribute }),
    ...(current && { current }),
    history: inOrder.filter((fact) => fact !== current),
  };
}

/** Returns what an entry tells, with the sentence that it is shown with first. */
function nameOf({ attribute, current, history }: ProfileEntry): Named {
  const { text } = current ?? history[0]!;
  return { text, ...(attribute !== undefined && { attribute }) };
}

function entryAsSaid(entry: ProfileEntry): ProfileEntry {
  const { attribute } = asSaid(nameOf(entry));
  const { current, history } = entry;
  return {
    ...(attribute !== undefined && { attribute }),
    ...(current && { current: asSaid(current) }),
    history: history.map(asSaid),
  };
}
