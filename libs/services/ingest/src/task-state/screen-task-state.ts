import type { PolicySettings, TaskStateFields } from '@total-recall/domain';
import { mergeFindings, screenText, type ScreeningFinding } from '@total-recall/runtime';

/** Ids of ours: they stay what they are. */
const IDS: ReadonlySet<string> = new Set(['keyEvents', 'keyArtifacts', 'eventIds']);

/** Screens every text of a task state, however deep in an extension it stands. Names of premises and fields stay. Source: E14. */
export function screenTaskState(
  fields: TaskStateFields,
  settings: PolicySettings,
): { readonly fields: TaskStateFields; readonly redactions: readonly ScreeningFinding[] } {
  const action = settings.redaction ?? 'off';
  if (action === 'off') return { fields, redactions: [] };
  const findings: (readonly ScreeningFinding[])[] = [];
  const screen = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const screened = screenText(value, action);
      findings.push(screened.findings);
      return screened.text;
    }
    if (Array.isArray(value)) return value.map(screen);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, IDS.has(name) ? part : screen(part)]));
  };
  const screened = screen(fields) as TaskStateFields;
  return { fields: screened, redactions: mergeFindings(findings) };
}
