import type { EventKind } from '../../event/event-kind.ts';
import type { TaskPhase } from '../../task-state/task-state.ts';
import type { ConditionedEvent } from './conditioning-input.ts';

type SalienceRow = Partial<Readonly<Record<EventKind, number>>>;

/**
 * Salience of each kind of event in a phase, 0.1 to 2.0; kinds not listed count 1. The papers give the direction
 * (planning: decisions and abstractions; debugging: fidelity, tool output; objectives and constraints always); the
 * numbers are ours. Source: 002 §5.2, 001 §5.1 §8.2.
 */
export const PHASE_SALIENCE: Readonly<Record<TaskPhase, SalienceRow>> = {
  plan: {
    objective: 1.6,
    decision: 2.0,
    constraint: 1.6,
    knowledge: 1.3,
    report: 1.3,
    delegation: 1.1,
    thinking: 0.8,
    tool_call: 0.6,
    tool_result: 0.6,
    system_note: 0.8,
  },
  execute: {
    objective: 1.2,
    decision: 1.3,
    constraint: 1.4,
    tool_call: 1.1,
    tool_result: 1.2,
    thinking: 0.7,
    system_note: 0.8,
  },
  debug: {
    decision: 1.0,
    constraint: 1.2,
    tool_call: 1.4,
    tool_result: 1.8,
    thinking: 0.9,
    objective: 0.8,
    persona: 0.5,
    report: 0.8,
  },
  review: {
    objective: 1.5,
    decision: 1.6,
    constraint: 1.6,
    report: 1.4,
    tool_result: 0.9,
    tool_call: 0.7,
    thinking: 0.7,
  },
  report: {
    objective: 1.5,
    decision: 1.7,
    constraint: 1.3,
    report: 1.8,
    knowledge: 1.2,
    tool_result: 0.7,
    tool_call: 0.5,
    thinking: 0.5,
    system_note: 0.6,
  },
};

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
  const row = PHASE_SALIENCE[phase];
  let salience = Math.max(row[kind] ?? 1, hints.includes('decision_record') ? (row.decision ?? 1) : 0);
  if (phase === 'report' && hints.includes('needed_for_final_report')) salience = FOR_REPORT;
  if (phase !== 'debug' && hints.includes('temporary_debug')) salience *= TEMPORARY;
  return Math.min(MOST, Math.max(LEAST, salience));
}
