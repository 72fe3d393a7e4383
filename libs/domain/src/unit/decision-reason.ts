import type { UnitDecision } from './unit.ts';

/** Reasons of decisions, a closed set; `none` for decisions that need no reason. */
export const DECISION_REASONS = ['later_statement', 'ended', 'corrected', 'withheld', 'withdrawn', 'covered', 'none'] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

/**
 * Returns why a decision was made: why a fact was replaced; whether a fact was withdrawn with its evidence (`withheld`) or
 * alone (`withdrawn`); that other units stand for one (`covered`).
 */
export function decisionReason(decision: UnitDecision | { readonly do: 'undo' | 'reflect' }): DecisionReason {
  switch (decision.do) {
    case 'supersede':
      return decision.reason;
    case 'tombstone':
      return decision.withholds ? 'withheld' : 'withdrawn';
    case 'archive':
      return 'covered';
    case 'update':
      return decision.archives === undefined ? 'none' : 'covered';
    default:
      return 'none';
  }
}
