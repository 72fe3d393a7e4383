import type { AnyUnit, LedgerAct, SpaceUnits, UnitDecision } from '@total-recall/domain';
import type { LedgerView, SpacePlace } from '@total-recall/ports';
import type { ReadsLedger } from '@total-recall/runtime';
import { changesOf } from './view-changes.ts';
import type { ViewedEntry } from './view-ledger.ts';

/** The units of a space, and which of them a reader may see. */
export interface ShownUnits {
  readonly state: SpaceUnits;
  readonly mayShow: (unit: Pick<AnyUnit, 'audience'>) => boolean;
}

/** Erasures that may have taken what is private to a person: that of a fact names its events. */
const OF_EVENTS: readonly string[] = ['subject', 'events'];

/**
 * Leaves the reason out of an entry that changed, or undid a change of, what the reader may not see: whoever decided wrote it
 * in free words, and they tell of the fact. The same holds for erasures of a data subject and of single events, and where a
 * unit is gone and nothing says who might see it.
 */
export async function withToldReason(
  deps: ReadsLedger,
  place: SpacePlace,
  shown: ShownUnits,
  { entry, view }: ViewedEntry,
): Promise<LedgerView> {
  if (view.reason === undefined) return view;
  let act: LedgerAct | undefined = entry.act;
  while (act?.type === 'EntryUndone') act = (await deps.ledger.find(place.tenant, act.entryId))?.act;
  if (act !== undefined && isTold(shown, act)) return view;
  const { reason: _reason, ...rest } = view;
  return rest;
}

function isTold(shown: ShownUnits, act: LedgerAct): boolean {
  if (act.type === 'ErasureRequested') return !OF_EVENTS.includes(act.scope.kind);
  return act.type !== 'UnitsDecided' || changesAlone(shown, act.decisions);
}

/** Returns true where all that these decisions name is shown. What was undone since is known by the decision that added it. */
function changesAlone({ state: { units, groups }, mayShow }: ShownUnits, decisions: readonly UnitDecision[]): boolean {
  const added = new Map(decisions.flatMap((one) => (one.do === 'add' ? [[one.unit.id, one.unit] as const] : [])));
  return decisions.flatMap(changesOf).every(({ fact }) => {
    const unit = units.get(fact) ?? groups.get(fact) ?? added.get(fact);
    return unit !== undefined && mayShow(unit);
  });
}
