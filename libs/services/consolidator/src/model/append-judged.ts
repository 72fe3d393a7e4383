import type { LedgerAct, ModelJudged, NewLedgerEntry, SpaceUnits, UnitDecision } from '@total-recall/domain';
import type { ModelUsage, SpacePlace } from '@total-recall/ports';
import type { OwnedPartition } from '@total-recall/runtime';
import type { ModelSweepDeps } from './model-deps.ts';
import type { SweepPurse } from './model-purse.ts';
import { MODEL_ACTOR, sweepEntry } from '../sweep/sweep-entry.ts';

export interface AppendDeps extends ModelSweepDeps {
  readonly owned: OwnedPartition;
  readonly purse: SweepPurse;
  readonly decided: (decision: UnitDecision) => void;
}

/** State that was read before a model was asked; it must still be so when its answer is appended. */
export interface ReadMoment {
  readonly state: SpaceUnits;
  readonly erasures: number;
}

export type Judgement = Omit<ModelJudged, 'type' | 'model' | 'inputTokens' | 'outputTokens'> & { readonly usage: ModelUsage };

/**
 * Appends what an answer decided with the judgement behind it, whole or not at all. Returns false, and changes nothing,
 * where the units of the space have changed since they were read, or an erasure has come: the next sweep asks anew.
 */
export async function appendJudged(
  deps: AppendDeps,
  place: SpacePlace,
  moment: ReadMoment,
  { usage, ...judgement }: Judgement,
  decisions: readonly (readonly UnitDecision[])[] = [],
): Promise<boolean> {
  const entry = (act: LedgerAct): NewLedgerEntry => sweepEntry(deps, place, act, MODEL_ACTOR);
  const { language } = deps;
  const acts: readonly LedgerAct[] = [
    ...decisions.map((own): LedgerAct => ({ type: 'UnitsDecided', decisions: own })),
    { type: 'ModelJudged', model: language.model.name, ...usage, ...judgement },
  ];
  // Loads it where it is not in memory, so that the check below can look at it.
  await deps.stateOf(place);
  const isStill = (): boolean => deps.erasures() === moment.erasures && deps.heldState(place)?.sequence === moment.state.sequence;
  if (!(await deps.inTurn(place, () => deps.owned.append(acts.map(entry), isStill)))) return false;
  deps.purse.recorded({ calls: judgement.calls, usage });
  for (const decision of decisions.flat()) deps.decided(decision);
  for (const [outcome, own] of Map.groupBy(judgement.proposals, (one) => one.outcome))
    language.observer.judged(judgement.stage, outcome, own.length);
  return true;
}
