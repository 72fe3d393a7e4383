import type { PremiseVersion, TaskStateRef } from '../session/session-state.ts';
import { hashText } from '../recall/term-encoding.ts';

/**
 * Number of former premise versions that a session remembers. An event older than these counts as having unknown
 * premises.
 */
export const PREMISE_VERSIONS_KEPT = 32;

/** Hashes each value by name: enough to detect changes. */
export function hashPremises(premises: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(premises).map(([name, value]) => [name, hashText(value)]));
}

/** Adds the former premises to the history; unchanged where the version is. */
export function rememberPremises(
  before: Pick<TaskStateRef, 'premiseVersion' | 'premises' | 'premiseHistory'> | undefined,
  premiseVersion: number,
): readonly PremiseVersion[] | undefined {
  if (before === undefined || before.premiseVersion === premiseVersion) return before?.premiseHistory;
  return [...(before.premiseHistory ?? []), { version: before.premiseVersion, premises: hashPremises(before.premises) }].slice(
    -PREMISE_VERSIONS_KEPT,
  );
}
