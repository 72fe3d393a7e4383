import type { ImportReport } from './import-report.ts';
import type { SessionDraft } from './session-draft.ts';

/**
 * Adds the content of a line, and reports a line that is unreadable or empty. `add` returns false where the line is no
 * part of the conversation.
 */
export function addLine(draft: SessionDraft, line: number, report: ImportReport, add: () => boolean): void {
  const before = draft.size;
  try {
    if (!add()) return;
  } catch (error) {
    report.skip(line, `unreadable record: ${error instanceof Error ? error.message : 'unknown error'}`);
    return;
  }
  if (draft.size === before) report.skip(line, 'empty content');
}
