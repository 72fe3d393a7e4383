import { aboutSpace, isAbout, type ReadsLedger } from '@total-recall/runtime';
import { TAIL_ENTRIES, type LedgerEntry, type ModelJudged } from '@total-recall/domain';
import type { Consolidator, LedgerView, SpacePlace } from '@total-recall/ports';
import { deciderOf } from './decider-of.ts';
import { changesOf } from './view-changes.ts';

/** An entry of the ledger, and as it is shown. */
export interface ViewedEntry {
  readonly entry: LedgerEntry;
  readonly view: LedgerView;
}

export interface LedgerPage {
  readonly entries: readonly ViewedEntry[];
  /** Entry that the next page begins behind; absent on the last page. */
  readonly before?: string;
}

/** Lists the decisions about a space, the latest first. */
export async function viewLedger(deps: ReadsLedger, query: Parameters<Consolidator['ledger']>[0]): Promise<LedgerPage> {
  const { before, limit } = query;
  const end = before === undefined ? undefined : await deps.ledger.find(query.tenant, before);
  if (before !== undefined && !(end && isAbout(end, query))) return { entries: [] };
  const undone = end ? await undoneAfter(deps, query, end.sequence - 1) : new Map<string, string>();
  const kept: LedgerEntry[] = [];
  for await (const entry of aboutSpace(deps, query, { before: end?.sequence ?? Number.MAX_SAFE_INTEGER })) {
    if (kept.length === limit) return { entries: viewsOf(kept, undone), before: kept.at(-1)!.id };
    if (entry.act.type === 'EntryUndone') undone.set(entry.act.entryId, entry.id);
    kept.push(entry);
  }
  return { entries: viewsOf(kept, undone) };
}

/**
 * Returns the entries that were undone after a number, with the entry that undid each. An entry is undone only while it
 * is in the tail, so none that is older than this is undone by what comes after as many decisions as the tail holds.
 */
async function undoneAfter(deps: ReadsLedger, place: SpacePlace, sequence: number): Promise<Map<string, string>> {
  const undone = new Map<string, string>();
  let decided = 0;
  for await (const { id, act } of aboutSpace(deps, place, { after: sequence })) {
    if (act.type === 'UnitsDecided' || act.type === 'SettingsReflected' || act.type === 'EntryUndone') decided += 1;
    if (act.type === 'EntryUndone' && !undone.has(act.entryId)) undone.set(act.entryId, id);
    if (decided > TAIL_ENTRIES) break;
  }
  return undone;
}

const viewsOf = (entries: readonly LedgerEntry[], undone: ReadonlyMap<string, string>): ViewedEntry[] =>
  entries.map((entry) => ({ entry, view: viewOf(entry, undone.get(entry.id)) }));

const TYPES = {
  UnitsDecided: 'decided',
  SweepCommitted: 'swept',
  EpisodesCommitted: 'swept',
  EntryUndone: 'undone',
  ErasureRequested: 'erased',
  ErasureExtended: 'erased',
  ModelJudged: 'judged',
  SettingsReflected: 'reflected',
} as const;

function judgedOf({ stage, model, calls, inputTokens, outputTokens, proposals, failure }: ModelJudged): NonNullable<LedgerView['judged']> {
  return { stage, model, calls, inputTokens, outputTokens, proposals, ...(failure !== undefined && { failure }) };
}

function viewOf(entry: LedgerEntry, undoneBy: string | undefined): LedgerView {
  const { id, at, actor, reason, act } = entry;
  const decisions = act.type === 'UnitsDecided' ? act.decisions : [];
  const type = TYPES[act.type as keyof typeof TYPES];
  const decidedBy = deciderOf(entry);
  return {
    id,
    at,
    actor,
    ...(decidedBy && { decidedBy }),
    ...(reason !== undefined && { reason }),
    type,
    changes: decisions.flatMap(changesOf),
    ...(undoneBy !== undefined && { undoneBy }),
    ...(act.type === 'EntryUndone' && { undid: act.entryId }),
    ...(act.type === 'SettingsReflected' && { reflected: { changes: act.changes, since: act.since } }),
    ...(act.type === 'ModelJudged' && { judged: judgedOf(act) }),
  };
}
