import { openUnitMarks } from '@total-recall/runtime';
import { knownUnits, renderDigest, type KnownUnit, type SpaceUnits, type UnitMoment } from '@total-recall/domain';
import type { Consolidator, Fact, FactsQuery, Profile, ProfileEntry, SpacePlace } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import type { ReadDeps } from './read-sources.ts';
import { viewFacts } from './view-facts.ts';

export interface ListDeps extends ReadDeps, Pick<ConsolidatorDeps, 'keys'> {
  /** Units of a space as this entry of the ledger left them, or as they are now. */
  readonly unitsAt: (place: SpacePlace, entryId?: string) => Promise<SpaceUnits>;
}

/** Units read at a time to find those that hold the words of a query. */
const SEARCHED_AT_ONCE = 200;
/** Most subjects and facts of one answer of `profile`. */
const PROFILE_FACTS = 1_000;

/** Lists facts of a space, the first said first. */
export async function listFacts(deps: ListDeps, query: FactsQuery): ReturnType<Consolidator['facts']> {
  const words = (query.text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const units = await unitsFor(deps, query);
  const start = query.after === undefined ? 0 : await placeBehind(deps, query, units);
  const facts: Fact[] = [];
  for (let from = start; from < units.length; from += SEARCHED_AT_ONCE) {
    for (const fact of await viewFacts(deps, query, units.slice(from, from + SEARCHED_AT_ONCE))) {
      if (!holds(fact, words)) continue;
      if (facts.length === query.limit) return { facts, next: facts.at(-1)!.id };
      facts.push(fact);
    }
  }
  return { facts };
}

/**
 * Returns the begin of the page behind a fact. The fact itself may have been replaced or forgotten meanwhile; what
 * comes behind it is told by the order of all units. Nothing does behind one that was erased: the list would begin anew
 * without an end.
 */
async function placeBehind(deps: ListDeps, query: FactsQuery, units: readonly KnownUnit[]): Promise<number> {
  const all = knownUnits(await deps.unitsAt(query, query.atEntry));
  const behind = new Set(all.slice(all.findIndex(({ id }) => id === query.after) + 1 || all.length).map(({ id }) => id));
  const start = units.findIndex(({ id }) => behind.has(id));
  return start === -1 ? units.length : start;
}

function holds({ text, subject, attribute = '' }: Fact, words: readonly string[]): boolean {
  const all = `${subject} ${attribute} ${text}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

type UnitsQuery = SpacePlace & UnitMoment & Pick<FactsQuery, 'label' | 'subject' | 'history' | 'atEntry'>;

/** Units that a query is about and whose audience it names. */
async function unitsFor(deps: ListDeps, query: UnitsQuery): Promise<KnownUnit[]> {
  const { subject, label, history = false } = query;
  const state = await deps.unitsAt(query, query.atEntry);
  // Asking for a key makes one, and a question about a space that is not there must leave nothing behind.
  if (state.units.size === 0) return [];
  const mark = subject === undefined ? undefined : (await openUnitMarks(deps, query)).subject(subject);
  return knownUnits(state, query).filter(
    (unit) =>
      (history || unit.status.is === 'current' || (query.validAt !== undefined && unit.status.is === 'superseded')) &&
      (label === undefined || unit.label === label) &&
      (mark === undefined || unit.subject === mark || unit.audience === mark) &&
      // Facts that are private to a person are shown to a question about that person alone.
      (unit.audience === undefined || unit.audience === mark),
  );
}

/** Returns what is known about each subject, or about one: by what is told, the current value first. */
export async function profileOf(deps: ListDeps, query: Parameters<Consolidator['profile']>[0]): ReturnType<Consolidator['profile']> {
  const units = (await unitsFor(deps, { ...query, history: true }))
    .filter(({ status }) => status.is !== 'tombstoned')
    .slice(-PROFILE_FACTS);
  const keys = new Map(units.map(({ id, key }) => [id, key]));
  const facts = await viewFacts(deps, query, units);
  const profiles: Profile[] = [];
  for (const [subject, own] of Map.groupBy(facts, (fact) => fact.subject)) {
    const entries = [...Map.groupBy(own, ({ id }) => keys.get(id)!).values()].map(entryOf);
    // Facts that hold stand first, then by when they were said last.
    profiles.push({ subject, entries: entries.sort((a, b) => Number(!a.current) - Number(!b.current)) });
  }
  return { profiles: profiles.sort((a, b) => b.entries.length - a.entries.length || (a.subject < b.subject ? -1 : 1)) };
}

function entryOf(facts: readonly Fact[]): ProfileEntry {
  const inOrder = facts.toSorted((a, b) => b.since - a.since || (a.id < b.id ? 1 : -1));
  const current = inOrder.filter(({ status }) => status.is === 'current').toSorted((a, b) => Number(b.byPerson) - Number(a.byPerson))[0];
  const attribute = inOrder.find((fact) => fact.attribute !== undefined)?.attribute;
  return {
    ...(attribute !== undefined && { attribute }),
    ...(current && { current }),
    history: inOrder.filter((fact) => fact !== current),
  };
}

/** Writes the digest of what holds in a space; facts that are private to a person are not in it. */
export async function digestOf(deps: ListDeps, place: SpacePlace): ReturnType<Consolidator['digest']> {
  return renderDigest(await viewFacts(deps, place, await unitsFor(deps, place)));
}
