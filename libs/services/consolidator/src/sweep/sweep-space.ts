import {
  FACT_LIMITS,
  type FactSource,
  type LedgerAct,
  type NewLedgerEntry,
  type SpaceUnits,
  type StatedFact,
  type Unit,
  type UnitDecision,
} from '@total-recall/domain';
import { LEDGER_LIMITS, type SpacePlace, type SweepResult } from '@total-recall/ports';
import { openUnitMarks, type OwnedPartition, type UnitMarks, walkSessions } from '@total-recall/runtime';
import type { ConsolidatorConfig, ConsolidatorDeps } from '../consolidator-deps.ts';
import { readSources, type ReadOptions, type ReadSource } from '../facts/read-sources.ts';
import { chainedUnits } from './chained-units.ts';
import { decideFound, standsAt, type FoundFact, type KnownFact } from './decide-facts.ts';
import { foundUnit } from './found-units.ts';
import { createPageUnits } from './page-units.ts';
import { shareRules, type ShareDeps } from './share-rules.ts';
import { ofKey, statementsOf, UNREAD } from './unit-statements.ts';

const EVENTS_A_PAGE = 200;
/** Facts are read in the beginning of a text alone, so no more of a page of them is in memory. */
const READ: ReadOptions = { skimsTools: true, charsOf: () => FACT_LIMITS.chars };
/** Most units of one key that a statement is compared with. */
const MOST_COMPARED = 256;
/** Entries of one append of a sweep, its commit among them. */
const ENTRIES_AN_APPEND = LEDGER_LIMITS.batch;

export interface SweepDeps extends ShareDeps, Pick<ConsolidatorDeps, 'sessions'> {}

/**
 * Reads what was appended to a space since the last sweep, session by session, and appends what it decides: per page of
 * events one append, whole with the cursor behind it, so that a sweep that stops anywhere is continued by the next.
 */
export async function sweepSpace(
  deps: SweepDeps,
  owned: OwnedPartition,
  place: SpacePlace,
  { eventsPerSweep, unitsPerSpace }: Pick<ConsolidatorConfig, 'eventsPerSweep' | 'unitsPerSpace'>,
): Promise<SweepResult> {
  const counts = countDecisions();
  let [read, left] = [0, 0];
  const done = (hasMore: boolean): SweepResult => ({ events: read, ...counts.of, ...(left > 0 && { left }), hasMore });
  await shareRules(deps, owned, place, unitsPerSpace);
  const behind = await sessionsBehind(deps, place);
  if (behind.length === 0) return done(false);
  const marks = await openUnitMarks(deps, place);
  for (const session of behind) {
    for (;;) {
      if (read >= eventsPerSweep) return done(true);
      const swept = await deps.inTurn(() => sweepPage(deps, owned, { ...place, session }, { marks, unitsPerSpace }));
      if (swept === 'again') continue;
      if (swept === 'end') break;
      for (const decision of swept.decisions) {
        deps.decided(decision);
        counts.add(decision);
      }
      read += swept.read;
      left += swept.leftOut;
    }
  }
  return done(false);
}

/** Counts decisions as a sweep reports them, whoever made them. */
export function countDecisions() {
  const of = { added: 0, confirmed: 0, superseded: 0 };
  const add = (decision: UnitDecision): void => {
    if (decision.do === 'add') of.added += 1;
    else if (decision.do === 'confirm') of.confirmed += 1;
    else if (decision.do === 'supersede') of.superseded += 1;
  };
  return { of, add };
}

interface SweptPage {
  readonly read: number;
  readonly leftOut: number;
  readonly decisions: readonly UnitDecision[];
}

/** Decides about the next page of a session; `again` where an erasure may have taken some of it. */
async function sweepPage(
  deps: SweepDeps,
  owned: OwnedPartition,
  { session, ...place }: SpacePlace & { readonly session: string },
  { marks, unitsPerSpace }: { readonly marks: UnitMarks; readonly unitsPerSpace: number },
): Promise<SweptPage | 'again' | 'end'> {
  const state = await deps.stateOf(place);
  const erasures = deps.erasures();
  const from = (state.cursors.get(session) ?? 0) + 1;
  const events = await deps.index.sessionEvents({ ...place, session, fromOrdinal: from, limit: EVENTS_A_PAGE });
  if (events.length === 0) return 'end';
  // Events that an erasure is taking out add nothing any more, and a session that goes whole gets no cursor.
  const isTaken = deps.takenIn?.(place);
  const goes = events.map(({ record }) => isTaken?.({ session, eventId: record.envelope.id }) === true);
  if (goes.every(Boolean)) return 'end';
  const sources = await readSources(deps, events, READ);
  const page = createPage(deps, { place, marks, state, room: unitsPerSpace - state.units.size });
  let read = 0;
  for (const source of sources) {
    // The commit needs an entry, too.
    if (page.entries.length >= ENTRIES_AN_APPEND - 1) break;
    // What a person wrote was decided then. In a space that it was imported into nobody has.
    if (source && (!source.isWritten || source.isImported) && !goes[read]) await page.take(source);
    read += 1;
  }
  const through = events[read - 1]!.accepted.ordinal;
  const commit: LedgerAct = { type: 'SweepCommitted', cursors: [{ session, through }], reader: deps.reader.version, events: read };
  // An erasure that came meanwhile may have taken what was read, so it is read again.
  const isStill = (): boolean => deps.erasures() === erasures;
  if (!(await owned.append([...page.entries, page.entry(commit)], isStill))) return 'again';
  return { read, leftOut: page.leftOut(), decisions: page.decisions };
}

/** Sessions of a space with events that no sweep has read yet: the one that was quiet for longest first, of one time by name. */
export async function sessionsBehind(
  { sessions, stateOf }: Pick<SweepDeps, 'sessions' | 'stateOf'>,
  place: SpacePlace,
  cursorsOf: (state: SpaceUnits) => ReadonlyMap<string, number> = ({ cursors }) => cursors,
): Promise<string[]> {
  const cursors = cursorsOf(await stateOf(place));
  const behind: { readonly session: string; readonly lastAt: number }[] = [];
  for await (const { session, events, lastAt } of walkSessions(sessions, place))
    if (events > (cursors.get(session) ?? 0)) behind.push({ session, lastAt });
  return behind.sort((a, b) => a.lastAt - b.lastAt || (a.session < b.session ? -1 : 1)).map(({ session }) => session);
}

interface PageOptions {
  readonly place: SpacePlace;
  readonly marks: UnitMarks;
  readonly state: SpaceUnits;
  /** Units that may still be added. */
  readonly room: number;
}

/** Units that a statement of this time may confirm or replace: those of persons, then the latest; at most `MOST_COMPARED`. */
function comparedOf(units: readonly Unit[], at: number): readonly Unit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const standing = units.filter(({ status }) => standsAt(status, at, (id) => byId.get(id)));
  if (standing.length <= MOST_COMPARED) return standing;
  return standing.sort((a, b) => Number(b.byPerson) - Number(a.byPerson) || b.knownAt - a.knownAt).slice(0, MOST_COMPARED);
}

/** Collects the decisions about one page of events, over the units of the space and those that the page adds. */
function createPage(deps: SweepDeps, { place, marks, state, room }: PageOptions) {
  const entries: NewLedgerEntry[] = [];
  const decisions: UnitDecision[] = [];
  const pageUnits = createPageUnits(state.units);
  /** Statements of the units that were read or added so far, by id. */
  const statedBy = new Map<string, StatedFact | typeof UNREAD>();
  let left = room;
  let leftOut = 0;

  const entry = (act: LedgerAct): NewLedgerEntry => ({
    ...place,
    id: deps.newId(place.tenant),
    at: deps.clock.now(),
    actor: 'consolidator',
    act,
  });
  /** Returns what stands of a key at a time. Units that were superseded before it are not read: nothing replaces them any more. */
  const knownOf = async (key: string, at: number, found: StatedFact): Promise<KnownFact[]> => {
    const units = comparedOf(pageUnits.ofKey(key), at);
    await readStated(units);
    return units.flatMap((unit) => {
      const says = statedBy.get(unit.id);
      if (says !== UNREAD) return says ? [{ unit, stated: says }] : [];
      // A fact that is not read any more is over as soon as somebody says something of the same thing.
      const { value: _none, ...ofThing } = found;
      return unit.knownAt <= at && found.ends !== true ? [{ unit, stated: { ...ofThing, ends: true } }] : [];
    });
  };
  /** Returns what the speaker of a fact said of other keys in its chain of changes. */
  const chainedTo = async (found: FoundFact, source: FactSource): Promise<KnownFact[]> => {
    const inChain = chainedUnits({ reader: deps.reader, marks }, found, source, pageUnits);
    const units = comparedOf(inChain, found.unit.evidence.at);
    await readStated(units);
    return units.flatMap((unit) => {
      const says = statedBy.get(unit.id);
      if (!says || says === UNREAD) return [];
      // The key tells whether it is the same speaker's; facts that have none say it themselves.
      const isOfSpeaker = says.attribute === undefined || ofKey(deps.reader, marks, source, unit.key)(says);
      return isOfSpeaker ? [{ unit, stated: says }] : [];
    });
  };
  const readStated = async (units: readonly Unit[]): Promise<void> => {
    const unread = units.filter(({ id }) => !statedBy.has(id));
    for (const [id, says] of await statementsOf(deps, place, marks, unread)) statedBy.set(id, says);
  };
  return {
    entries,
    decisions,
    entry,
    /** Number of facts that found no room in the space. */
    leftOut: () => leftOut,
    /** Decides about what one event states. */
    async take({ source, facts }: ReadSource): Promise<void> {
      const own: UnitDecision[] = [];
      for (const says of facts) {
        const found = foundUnit(source, says, { reader: deps.reader, marks });
        if (pageUnits.has(found.unit.id)) continue;
        const known = [...(await knownOf(found.unit.key, found.unit.evidence.at, says)), ...(await chainedTo(found, source))];
        const decided = decideFound(found, known, { compare: deps.reader.compare, isUnit: pageUnits.has });
        const adds = decided.filter((one) => one.do === 'add').length;
        if (adds > 0 && adds > left) {
          leftOut += 1;
          continue;
        }
        left -= pageUnits.note(decided);
        statedBy.set(found.unit.id, says);
        own.push(...decided);
      }
      if (own.length === 0) return;
      entries.push(entry({ type: 'UnitsDecided', decisions: own }));
      decisions.push(...own);
    },
  };
}
