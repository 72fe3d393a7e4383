import { openUnitMarks } from '@total-recall/runtime';
import {
  byImportance,
  DIGEST_LIMITS,
  holdsAt,
  isOneAttribute,
  knownUnit,
  renderDigest,
  type KnownUnit,
  type SpaceUnits,
  type Unit,
  type UnitMoment,
} from '@total-recall/domain';
import type { Consolidator, Fact, FactsQuery, SpacePlace } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { comparedCost, type Spending } from '../work-costs.ts';
import type { ReadDeps } from './read-sources.ts';
import type { UnitOrder } from './unit-order.ts';
import type { Replacing } from './so-again.ts';
import { asSaid, viewFacts } from './view-facts.ts';

export interface ListDeps extends ReadDeps, Pick<ConsolidatorDeps, 'keys' | 'clock'> {
  /** Units of a space as this entry of the ledger left them, for which the turn is spent, or as they are now. */
  readonly unitsAt: (place: SpacePlace, entryId?: string, turn?: Spending) => Promise<SpaceUnits>;
  readonly inOrder: UnitOrder;
}

/** Units read at a time to find those that hold the words of a query. */
export const SEARCHED_AT_ONCE = 16;
/** Units that one call reads: a search that finds little goes on with the next page. */
export const SEARCHED = 2_000;

/** Lists facts of a space, the first said first. A page that ends before `limit` may have a next one. */
export async function listFacts(deps: ListDeps, query: FactsQuery, turn: Spending): ReturnType<Consolidator['facts']> {
  const words = (query.text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isSearch = words.length > 0 || query.attribute !== undefined;
  const { units, known, replacing } = await unitsFor(deps, query, turn);
  const facts: Fact[] = [];
  let at = query.after === undefined ? 0 : placeBehind(units, query.after);
  for (let searched = 0; at < units.length;) {
    // Without a search each unit is a fact of the page; one more tells whether there is a next page.
    const wanted = isSearch ? SEARCHED_AT_ONCE : Math.min(SEARCHED_AT_ONCE, query.limit + 1 - facts.length);
    const [from, some] = [at, [] as KnownUnit[]];
    for (; at < units.length && some.length < wanted; at += 1) {
      const unit = known(units[at]!);
      if (unit) some.push(unit);
    }
    await turn.spend(comparedCost(at - from) * passesOf(query));
    const viewed = await viewFacts(deps, query, some, turn, replacing);
    for (const fact of viewed.map(asOfTime(query.validAt ?? query.asOf ?? deps.clock.now()))) {
      if (!holds(fact, words) || !tells(fact, query.attribute)) continue;
      if (facts.length === query.limit) return { facts, next: facts.at(-1)!.id };
      facts.push(asSaid(fact));
    }
    searched += some.length;
    if (searched >= SEARCHED && at < units.length) return { facts, next: some.at(-1)!.id };
  }
  return { facts };
}

/**
 * Returns the begin of the page behind a fact. The fact itself may have been replaced or forgotten meanwhile; what
 * comes behind it is told by the order of all units. Nothing does behind one that was erased: the list would begin anew
 * without an end.
 */
function placeBehind(units: readonly Unit[], after: string): number {
  return units.findIndex(({ id }) => id === after) + 1 || units.length;
}

/** Says of facts that they are over, where their end is past at a time and nothing replaced them. */
export function asOfTime(time: number): (fact: Fact) => Fact {
  return (fact) => (fact.status.is === 'current' && fact.until !== undefined && fact.until <= time ? { ...fact, isOver: true } : fact);
}

function holds({ text, subject, attribute = '' }: Fact, words: readonly string[]): boolean {
  const all = `${subject} ${attribute} ${text}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

export type Named = Pick<Fact, 'attribute' | 'text'>;

/** Returns true where a fact tells what is asked for, by the name that the rules have for it or by the one in answers. */
export function tells(fact: Named, asked: string | undefined): boolean {
  return asked === undefined || [fact, asSaid(fact)].some(({ attribute }) => attribute !== undefined && isOneAttribute(attribute, asked));
}

type UnitsQuery = SpacePlace &
  UnitMoment &
  Pick<FactsQuery, 'label' | 'subject' | 'history' | 'atEntry'> & {
    /** The person to whom private facts are shown beside those of all; `subject` where absent. */
    readonly reader?: string;
  };

export interface FoundUnits {
  /** All units of the space, in their order. */
  readonly units: readonly Unit[];
  /** A unit as it stood at the moment of the query; undefined where the query is not about it, or does not name its audience. */
  readonly known: (unit: Unit) => KnownUnit | undefined;
  readonly replacing: Replacing;
}

export async function unitsFor(deps: ListDeps, query: UnitsQuery, turn: Spending): Promise<FoundUnits> {
  const { subject, label, history = false } = query;
  const state = await deps.unitsAt(query, query.atEntry, turn);
  // Asking for a key makes one, and a question about a space that is not there must leave nothing behind.
  if (state.units.size === 0) return { units: [], known: () => undefined, replacing: () => undefined };
  const moment = query.asOf ?? deps.clock.now();
  const { reader = subject } = query;
  const marks = reader === undefined ? undefined : await openUnitMarks(deps, query);
  const [mark, own] = [subject, reader].map((name) => (name === undefined ? undefined : marks?.subject(name)));
  const units = deps.inOrder(state);
  // A state of the past is folded, and each state is sorted once.
  if (query.atEntry !== undefined) await turn.spend(comparedCost(units.length));
  const known = (unit: Unit): KnownUnit | undefined => {
    if (label !== undefined && unit.label !== label) return undefined;
    if (mark !== undefined && unit.subject !== mark && unit.audience !== mark) return undefined;
    // Facts that are private to a person are shown to a question about that person alone, or of theirs.
    if (unit.audience !== undefined && unit.audience !== own) return undefined;
    const one = knownUnit(state.units, unit, query);
    return one === undefined || history || isListed(one, query.validAt, moment) ? one : undefined;
  };
  return { units, known, replacing: replacingIn(state, query) };
}

/** Tells what replaced a unit of a space, as it stood at a moment; what is no longer true then counts as well. */
export function replacingIn({ units }: Pick<SpaceUnits, 'units'>, { asOf }: UnitMoment): Replacing {
  const moment = asOf === undefined ? {} : { asOf };
  return ({ status }) => {
    const by = status.is === 'superseded' ? units.get(status.by) : undefined;
    return by && knownUnit(units, by, moment);
  };
}

/** A unit is looked at twice where a moment is asked about: what replaced it is followed to where it was replaced in turn. */
export function passesOf({ validAt, asOf }: UnitMoment): number {
  return validAt === undefined && asOf === undefined ? 1 : 2;
}

/** Returns true for what holds or is to come, and of a question about a time for what was true then. */
export function isListed(unit: KnownUnit, validAt: number | undefined, moment: number): boolean {
  const { status, until = Infinity } = unit;
  if (validAt !== undefined) return status.is === 'current' || status.is === 'superseded';
  return holdsAt(unit, unit.until, moment) || (status.is === 'current' && until > moment);
}

/**
 * Writes the digest of what holds in a space; of facts that are private to a person only those of `subject` are in it. Only
 * the most important ones are read, as many as find room.
 */
export async function digestOf(
  deps: ListDeps,
  { subject: reader, ...place }: Parameters<Consolidator['digest']>[0],
  turn: Spending,
): ReturnType<Consolidator['digest']> {
  const now = deps.clock.now();
  const found = await unitsFor(deps, { ...place, history: true, ...(reader !== undefined && { reader }) }, turn);
  const known = found.units.flatMap((unit) => found.known(unit) ?? []);
  const units = known.filter((unit) => holdsAt(unit, unit.until, now)).sort(byImportance);
  await turn.spend(comparedCost(2 * found.units.length));
  const facts: Fact[] = [];
  let read = 0;
  while (read < units.length && facts.length < DIGEST_LIMITS.lines) {
    const some = units.slice(read, read + DIGEST_LIMITS.lines - facts.length);
    facts.push(...(await viewFacts(deps, place, some, turn)));
    read += some.length;
  }
  return renderDigest(facts, units.length - read);
}
