import type { EventKind } from '../../event/event-kind.ts';

/**
 * Weight of each kind regardless of phase; kinds not listed count 1. Source: 001 §5.2 (base score); the numbers are
 * ours.
 */
export const TYPE_PRIOR: Partial<Readonly<Record<EventKind, number>>> = {
  objective: 1.05,
  decision: 1.05,
  constraint: 1.05,
  knowledge: 1.05,
  task_state: 0.8,
  thinking: 0.9,
  system_note: 0.9,
};

export function typePrior(kind: EventKind): number {
  return TYPE_PRIOR[kind] ?? 1;
}
