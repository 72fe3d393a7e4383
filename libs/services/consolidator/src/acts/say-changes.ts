import { knownUnits, undoableEntries, type AnyUnit, type SpaceUnits } from '@total-recall/domain';
import type { Consolidator, LedgerView, SpacePlace } from '@total-recall/ports';
import { openUnitMarks, type ReadsLedger } from '@total-recall/runtime';
import type { ListDeps } from '../facts/list-facts.ts';
import { viewFacts } from '../facts/view-facts.ts';
import type { UnitList } from '../surface/list-units.ts';
import { comparedCost, type Spending } from '../work-costs.ts';
import { withToldReason, type ShownUnits } from './told-reasons.ts';
import { viewLedger } from './view-ledger.ts';

/** Most facts, and most units of several events, of which one page says what they are; an entry may change thousands. */
const MOST_SAID = { facts: 500, groups: 100 } as const;

type LedgerQuery = Parameters<Consolidator['ledger']>[0];
type ReadDeps = ListDeps & ReadsLedger & Pick<UnitList, 'titles'>;

/**
 * Lists the decisions about a space, the latest first: which of them can be undone, and what the units say that they changed
 * where that is asked for. Of what is private to a person other than `subject` it gives ids alone, and no reason in
 * anybody's words.
 */
export async function readLedger(deps: ReadDeps, query: LedgerQuery, turn: Spending): ReturnType<Consolidator['ledger']> {
  const page = await viewLedger(deps, query);
  await turn.spend(comparedCost(page.entries.reduce((sum, { view }) => sum + 1 + view.changes.length, 0)));
  if (page.entries.length === 0) return { ...page, entries: [] };
  const state = await deps.unitsAt(query);
  const shown: ShownUnits = { state, mayShow: await shownTo(deps, query, state) };
  const undoable = undoableEntries(state);
  const entries: LedgerView[] = [];
  for (const viewed of page.entries)
    entries.push({
      ...(await withToldReason(deps, query, shown, viewed)),
      ...(undoable.has(viewed.entry.id) && { undoable: true as const }),
      changes: viewed.view.changes.flatMap((change) => forReader(shown, change)),
    });
  return { ...page, entries: query.says === true ? await sayChanges(deps, query, { shown, entries }, turn) : entries };
}

type Change = LedgerView['changes'][number];

/** Leaves of a change only ids and the kind of its reason where its unit is gone, or is private to another person; and no link to or from one. */
function forReader({ state, mayShow }: ShownUnits, change: Change): readonly Change[] {
  const isShown = (id: string): boolean => {
    const unit = unitOf(state, id);
    return unit !== undefined && mayShow(unit);
  };
  if (change.did === 'linked') return [change.fact, change.to!].every(isShown) ? [change] : [];
  if (isShown(change.fact)) return [change];
  const { evidence: _evidence, ...rest } = change;
  return [rest];
}

/** Units that are private to a person are shown to questions about that person alone. */
async function shownTo(deps: ListDeps, query: LedgerQuery, { units, groups }: SpaceUnits): Promise<ShownUnits['mayShow']> {
  // Asking for a key makes one, and a question about a space that is not there must leave nothing behind.
  const isEmpty = units.size + groups.size === 0;
  const mark = query.subject === undefined || isEmpty ? undefined : (await openUnitMarks(deps, query)).subject(query.subject);
  return ({ audience }) => audience === undefined || audience === mark;
}

function unitOf({ units, groups }: SpaceUnits, id: string): AnyUnit | undefined {
  return units.get(id) ?? groups.get(id);
}

/**
 * Adds to entries of the ledger what the units say that they changed, the latest first: of a fact its sentence, of an
 * episode, a topic or an insight the words that it is about. The ledger itself holds ids alone; all is read from events,
 * so nothing is said of what was erased, and nothing of what is private to a person whom the question does not name, as in
 * the list of facts.
 */
async function sayChanges(
  deps: ReadDeps,
  query: LedgerQuery,
  { shown, entries }: { readonly shown: ShownUnits; readonly entries: readonly LedgerView[] },
  turn: Spending,
): Promise<LedgerView[]> {
  const { state } = shown;
  const ids = [...new Set(entries.flatMap(({ changes }) => changes.map(({ fact }) => fact)))];
  const titles = await deps.titles(query, groupsOf(shown, ids), turn);
  const said = new Map([...(await factsOf(deps, query, { ...shown, ids }, turn)), ...titles]);
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => {
      const [kind, says] = [kindOf(state, change.fact), said.get(change.fact)];
      return { ...change, ...(kind !== undefined && { kind }), ...(says !== undefined && { says }) };
    }),
  }));
}

interface Changed extends ShownUnits {
  readonly ids: readonly string[];
}

async function factsOf(
  deps: ListDeps,
  place: SpacePlace,
  { state: { units }, mayShow, ids }: Changed,
  turn: Spending,
): Promise<[string, string][]> {
  const own = ids.flatMap((id) => {
    const unit = units.get(id);
    return unit !== undefined && mayShow(unit) ? [[id, unit] as const] : [];
  });
  const facts = await viewFacts(deps, place, knownUnits({ units: new Map(own.slice(0, MOST_SAID.facts)) }), turn);
  return facts.map(({ id, text }) => [id, text]);
}

function groupsOf({ state: { groups }, mayShow }: ShownUnits, ids: readonly string[]): string[] {
  const shown = ids.filter((id) => {
    const group = groups.get(id);
    return group !== undefined && mayShow(group);
  });
  return shown.slice(0, MOST_SAID.groups);
}

function kindOf({ units, groups }: SpaceUnits, id: string): 'fact' | 'episode' | 'topic' | 'insight' | undefined {
  return units.has(id) ? 'fact' : groups.get(id)?.kind;
}
