import type { EventKind } from '../../event/event-kind.ts';

/**
 * Exponents of the power law by kind: messages fade faster than decisions, and hard rules not at all. The numbers are
 * ours.
 */
export const FORGETTING_EXPONENTS: Readonly<Record<EventKind, number>> = {
  user_message: 0.1,
  agent_message: 0.15,
  thinking: 0.3,
  tool_call: 0.2,
  tool_result: 0.2,
  objective: 0.05,
  decision: 0.05,
  constraint: 0,
  persona: 0,
  knowledge: 0.02,
  system_note: 0.2,
  task_state: 0.2,
  compaction: 0.2,
  delegation: 0.1,
  report: 0.05,
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lower bound: forgetting never removes an event. */
const LEAST = 0.1;

/**
 * Computes the strength of a memory: (1 + days) to the power of minus its kind's exponent, at least 0.1. Source: 002
 * §14.2.
 */
export function forgetting(kind: EventKind, ageMs: number): number {
  return Math.max(LEAST, (1 + Math.max(0, ageMs) / DAY_MS) ** -FORGETTING_EXPONENTS[kind]);
}
