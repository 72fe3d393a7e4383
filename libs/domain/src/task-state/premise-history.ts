import type { PremiseVersion, TaskStateRef } from '../session/session-state.ts';
import { hashText } from '../recall/term-encoding.ts';

/** Versions of the premises that a session remembers beside the current one; an event older than these counts as of unknown premises. */
export const PREMISE_VERSIONS_KEPT = 32;

/** Name to hash of the value: enough to see what changed. */
export function hashPremises(premises: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(premises).map(([name, value]) => [name, hashText(value)]));
}

/** The history with the premises that were current until now; nothing changes where the version stays. */
export function rememberPremises(
  before: Pick<TaskStateRef, 'premiseVersion' | 'premises' | 'premiseHistory'> | undefined,
  premiseVersion: number,
): readonly PremiseVersion[] | undefined {
  if (before === undefined || before.premiseVersion === premiseVersion) return before?.premiseHistory;
  return [...(before.premiseHistory ?? []), { version: before.premiseVersion, premises: hashPremises(before.premises) }].slice(
    -PREMISE_VERSIONS_KEPT,
  );
}
