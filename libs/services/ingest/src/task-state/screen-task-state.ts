import type { PolicySettings, TaskStateFields } from '@total-recall/domain';
import type { ScreeningFinding } from '@total-recall/runtime';
import { screenValue } from '../append/screen-value.ts';

/** Screens every text of a task state, at any depth of an extension. Names of premises and fields stay. Source: E14. */
export function screenTaskState(
  fields: TaskStateFields,
  settings: PolicySettings,
): { readonly fields: TaskStateFields; readonly redactions: readonly ScreeningFinding[] } {
  const action = settings.redaction ?? 'off';
  if (action === 'off') return { fields, redactions: [] };
  const { value, findings } = screenValue(fields, action);
  return { fields: value, redactions: findings };
}
