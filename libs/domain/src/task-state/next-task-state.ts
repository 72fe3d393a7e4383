import type { TaskState, TaskStateUpdate } from './task-state.ts';

export type NextTaskState =
  | { readonly kind: 'next'; readonly state: TaskState }
  | { readonly kind: 'conflict'; readonly currentVersion: number };

/**
 * Applies an update to the current version: replaces the named fields and keeps the others. Changed premises raise
 * their own version.
 */
export function nextTaskState(current: TaskState | undefined, update: TaskStateUpdate): NextTaskState {
  const currentVersion = current?.version ?? 0;
  if (update.expectedVersion !== undefined && update.expectedVersion !== currentVersion) return { kind: 'conflict', currentVersion };
  const premisesChanged = update.fields.premises !== undefined && !samePremises(current?.premises, update.fields.premises);
  const premiseVersion = (current?.premiseVersion ?? 0) + (premisesChanged ? 1 : 0);
  return { kind: 'next', state: { ...current, ...update.fields, version: currentVersion + 1, premiseVersion } };
}

function samePremises(before: Readonly<Record<string, string>> = {}, after: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(after);
  return names.length === Object.keys(before).length && names.every((name) => before[name] === after[name]);
}
