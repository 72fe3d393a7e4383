import { hashPremises } from '../../task-state/premise-history.ts';
import type { AskingTask, ConditionedEvent } from './conditioning-input.ts';

const LEAST = 0.1;

/**
 * Share of the premises an event was written under that still hold, at least 0.1. 1 where its version is the current one or not known: no
 * version, version 0 (nothing was assumed yet), or one that is not remembered any more. A premise that came later takes nothing away.
 * Source: 002 §5.2, 001 A.3.
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
