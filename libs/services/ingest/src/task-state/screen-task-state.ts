import type { PolicySettings, TaskStateFields } from '@total-recall/domain';
import type { ScreeningFinding } from '@total-recall/runtime';
import { screenValue } from '../append/screen-value.ts';

/** Names in a task state, which are compared with those of events. */
const NAMES: ReadonlySet<string> = new Set(['taskId', 'filters.agents']);

/**
 * Screens every text of a task state, at any depth of an extension. The task, agents, and names of premises and fields
 * stay. Source: E14.
 */
export function screenTaskState(
  fields: TaskStateFields,
  settings: PolicySettings,
): { readonly fields: TaskStateFields; readonly redactions: readonly ScreeningFinding[] } {
  const action = settings.redaction ?? 'off';
  if (action === 'off') return { fields, redactions: [] };
  const { value, findings } = screenValue(fields, action, { keeps: NAMES });
  return { fields: value, redactions: findings };
}
