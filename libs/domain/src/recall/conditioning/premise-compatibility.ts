import { hashPremises } from '../../task-state/premise-history.ts';
import type { AskingTask, ConditionedEvent } from './conditioning-input.ts';

const LEAST = 0.1;

/**
 * Computes the share of the premises at the time of the event that still hold, at least 0.1. Returns 1 where its
 * version is the current one or unknown: no version, version 0 (no premises yet), or a version no longer remembered.
 * Premises added later do not count. Source: 002 §5.2, 001 A.3.
 */
export function premiseCompatibility(
  { premiseVersion }: Pick<ConditionedEvent, 'premiseVersion'>,
  task: Pick<AskingTask, 'premises' | 'premiseVersion' | 'premiseHistory'>,
): number {
  if (premiseVersion === undefined || premiseVersion === 0 || premiseVersion === task.premiseVersion) return 1;
  const then = task.premiseHistory.find((known) => known.version === premiseVersion)?.premises;
  if (then === undefined) return 1;
  const names = Object.keys(then);
  if (names.length === 0) return 1;
  const now = hashPremises(task.premises);
  const kept = names.filter((name) => Object.hasOwn(now, name) && now[name] === then[name]).length;
  return Math.max(LEAST, kept / names.length);
}
