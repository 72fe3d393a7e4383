import {
  asRead,
  type DecidedBy,
  type FactSource,
  type LedgerAct,
  type NewLedgerEntry,
  type SpaceUnits,
  type StatedFact,
  type Unit,
  type UnitDecision,
} from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { UnitMarks } from '@total-recall/runtime';
import type { ReadSource } from '../facts/read-sources.ts';
import { chainedUnits } from './chained-units.ts';
import { decideFound, standsAt, type FoundFact, type KnownFact } from './decide-facts.ts';
import { foundUnit } from './found-units.ts';
import { decideImported, isOfPerson } from './imported-facts.ts';
import { createPageUnits } from './page-units.ts';
import type { ShareDeps } from './share-rules.ts';
import { ofKey, statementsOf, UNREAD } from './unit-statements.ts';
import { sweepEntry } from './sweep-entry.ts';

/** Most units of one key that a statement is compared with. */
const MOST_COMPARED = 256;

type PageDeps = Omit<ShareDeps, 'sharing'>;

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
  const standing = units.filter((unit) => standsAt(unit, at, (id) => byId.get(id)));
  if (standing.length <= MOST_COMPARED) return standing;
  return standing.sort((a, b) => Number(b.byPerson) - Number(a.byPerson) || b.knownAt - a.knownAt).slice(0, MOST_COMPARED);
}

/** Collects the decisions about one page of events, over the units of the space and those that the page adds. */
export function createPageDecisions(deps: PageDeps, { place, marks, state, room }: PageOptions) {
  const entries: NewLedgerEntry[] = [];
  const decisions: UnitDecision[] = [];
  const pageUnits = createPageUnits(state.units);
  /** Statements of the units that were read or added so far, by id. */
  const statedBy = new Map<string, StatedFact | typeof UNREAD>();
  let left = room;
  let leftOut = 0;

  const entry = (act: LedgerAct): NewLedgerEntry => sweepEntry(deps, place, act);
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
    async take(read: ReadSource): Promise<void> {
      const { source, facts, isImported } = read;
      const own: UnitDecision[] = [];
      let by: DecidedBy = read.isByAgent ? { byAgent: true } : {};
      for (const stated of facts) {
        const says = isImported ? asRead(stated) : stated;
        const found = foundUnit(source, says, { reader: deps.reader, marks });
        if (pageUnits.has(found.unit.id)) continue;
        const known = [...(await knownOf(found.unit.key, found.unit.evidence.at, says)), ...(await chainedTo(found, source))];
        const byRules = decideFound(found, known, { compare: deps.reader.compare, isUnit: pageUnits.has });
        // An event that was written as a fact states that one alone.
        const written = isOfPerson(read, found) ? decideImported(found, known, byRules) : undefined;
        if (written !== undefined) by = { byPerson: true };
        const decided = written ?? byRules;
        const adds = decided.filter((one) => one.do === 'add').length;
        if (adds > 0 && adds > left) {
          leftOut += 1;
          continue;
        }
        left -= pageUnits.note(decided, by);
        statedBy.set(found.unit.id, says);
        own.push(...decided);
      }
      if (own.length === 0) return;
      entries.push(entry({ type: 'UnitsDecided', decisions: own, ...by }));
      decisions.push(...own);
    },
  };
}
