import type { LedgerEntry, NewAnyUnit, UnitDecision } from '@total-recall/domain';
import type { LedgerView } from '@total-recall/ports';
import { MODEL_ACTOR } from '../sweep/sweep-entry.ts';

/** Actor of the reflections that a space applies by itself. */
export const REFLECTION_ACTOR = 'reflection';

/** Says who or what decided; undefined where nothing was decided about units or settings. */
export function deciderOf({ act, actor }: Pick<LedgerEntry, 'act' | 'actor'>): LedgerView['decidedBy'] {
  switch (act.type) {
    case 'UnitsDecided':
      if (act.byPerson) return 'person';
      if (act.byAgent) return 'agent';
      return actor === MODEL_ACTOR || isOfModel(act.decisions) ? 'model' : 'rules';
    case 'EntryUndone':
      return act.byAgent ? 'agent' : 'person';
    case 'SettingsReflected':
      return actor === REFLECTION_ACTOR ? 'rules' : 'person';
    case 'ModelJudged':
      return 'model';
    default:
      return undefined;
  }
}

/** Tells decisions of a model in entries of versions that named the consolidator as their actor. */
function isOfModel(decisions: readonly UnitDecision[]): boolean {
  if (decisions.some((one) => 'confidence' in one && one.confidence !== undefined)) return true;
  const adds = decisions.flatMap((one) => (one.do === 'add' ? [one.unit] : []));
  return decisions.every((one) => one.do === 'add' || one.do === 'confirm') && adds.some(isPointedAt);
}

/** Returns true for a fact whose words a model pointed at, as no rule reads them. */
function isPointedAt(unit: NewAnyUnit): boolean {
  return 'evidence' in unit && unit.evidence.points !== undefined;
}
