import type { EventKind } from '../../event/event-kind.ts';
import { rulesOf } from '../../event/kind-rules.ts';
import { DAY_MS } from '../../time/utc-day.ts';

/** Lower bound: forgetting never removes an event. */
const LEAST = 0.1;

/**
 * Computes the strength of a memory: (1 + days) to the power of minus its kind's exponent, at least 0.1. Source: 002
 * §14.2.
 */
export function forgetting(kind: EventKind, ageMs: number): number {
  return Math.max(LEAST, (1 + Math.max(0, ageMs) / DAY_MS) ** -rulesOf(kind).forgetting);
}
