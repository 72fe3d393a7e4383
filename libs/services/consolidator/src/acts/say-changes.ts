import { knownUnits, type SpaceUnits } from '@total-recall/domain';
import type { Consolidator, LedgerView, SpacePlace } from '@total-recall/ports';
import type { ReadsLedger } from '@total-recall/runtime';
import type { ListDeps } from '../facts/list-facts.ts';
import { viewFacts } from '../facts/view-facts.ts';
import type { UnitList } from '../surface/list-units.ts';
import { comparedCost, type Spending } from '../work-costs.ts';
import { viewLedger } from './view-ledger.ts';

/** Most facts, and most units of several events, of which one page says what they are; an entry may change thousands. */
const MOST_SAID = { facts: 500, groups: 100 } as const;

/** Lists the decisions about a space, the latest first, with what the units say that they changed where that is asked for. */
export async function readLedger(
  deps: ListDeps & ReadsLedger & Pick<UnitList, 'titles'>,
  query: Parameters<Consolidator['ledger']>[0],
  turn: Spending,
): ReturnType<Consolidator['ledger']> {
  const page = await viewLedger(deps, query);
  await turn.spend(comparedCost(page.entries.reduce((sum, { changes }) => sum + 1 + changes.length, 0)));
  return query.says === true ? { ...page, entries: await sayChanges(deps, query, page.entries, turn) } : page;
}

/**
 * Adds to entries of the ledger what the units say that they changed, the latest first: of a fact its sentence, of an
 * episode, a topic or an insight the words that it is about. The ledger itself holds ids alone; all is read from events,
 * so nothing is said of what was erased, and nothing of what is private to a person, as in the list of facts.
 */
async function sayChanges(
  deps: ListDeps & Pick<UnitList, 'titles'>,
  place: SpacePlace,
  entries: readonly LedgerView[],
  turn: Spending,
): Promise<LedgerView[]> {
  const state = await deps.unitsAt(place);
  const ids = [...new Set(entries.flatMap(({ changes }) => changes.map(({ fact }) => fact)))];
  const said = new Map([...(await factsOf(deps, place, { state, ids }, turn)), ...(await deps.titles(place, groupsOf(state, ids), turn))]);
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => {
      const [kind, says] = [kindOf(state, change.fact), said.get(change.fact)];
      return { ...change, ...(kind !== undefined && { kind }), ...(says !== undefined && { says }) };
    }),
  }));
}

interface Changed {
  readonly state: SpaceUnits;
  readonly ids: readonly string[];
}

async function factsOf(deps: ListDeps, place: SpacePlace, { state: { units }, ids }: Changed, turn: Spending): Promise<[string, string][]> {
  const own = ids.flatMap((id) => {
    const unit = units.get(id);
    return unit === undefined || unit.audience !== undefined ? [] : [[id, unit] as const];
  });
  const facts = await viewFacts(deps, place, knownUnits({ units: new Map(own.slice(0, MOST_SAID.facts)) }), turn);
  return facts.map(({ id, text }) => [id, text]);
}

function groupsOf({ groups }: SpaceUnits, ids: readonly string[]): string[] {
  return ids.filter((id) => groups.has(id)).slice(0, MOST_SAID.groups);
}

function kindOf({ units, groups }: SpaceUnits, id: string): 'fact' | 'episode' | 'topic' | 'insight' | undefined {
  return units.has(id) ? 'fact' : groups.get(id)?.kind;
}
