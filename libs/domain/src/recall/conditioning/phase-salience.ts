import { KIND_RULES, rulesOf } from '../../event/kind-rules.ts';
import type { TaskPhase } from '../../task-state/task-state.ts';
import type { ConditionedEvent } from './conditioning-input.ts';

const LEAST = 0.1;
const MOST = 2.0;
/** Salience in the report phase of events marked for the final report. */
const FOR_REPORT = 2.0;
/** Factor for a temporary debug note outside debugging. */
const TEMPORARY = 0.5;

/**
 * Computes the salience of an event in a phase, including the writer's hints; 1 where no phase is known. Source: 002
 * §5.2, 001 §5.2 (utility hints).
 */
export function phaseSalience({ kind, hints }: Pick<ConditionedEvent, 'kind' | 'hints'>, phase: TaskPhase | undefined): number {
  if (phase === undefined) return 1;
  const own = rulesOf(kind).salience[phase] ?? 1;
  let salience = Math.max(own, hints.includes('decision_record') ? KIND_RULES.decision.salience[phase] : 0);
  if (phase === 'report' && hints.includes('needed_for_final_report')) salience = FOR_REPORT;
  if (phase !== 'debug' && hints.includes('temporary_debug')) salience *= TEMPORARY;
  return Math.min(MOST, Math.max(LEAST, salience));
}
