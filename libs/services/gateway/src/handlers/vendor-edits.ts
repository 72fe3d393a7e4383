import { editsOf, type VendorEdit } from '@total-recall/contracts';
import type { CompactResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

export interface DoneEdit {
  readonly edit: VendorEdit;
  readonly result: CompactResult;
}

/** Returns the edits that a request asks for; none where it names none. Refuses one that asks only for those of others. */
export function editsToDo(asked: Parameters<typeof editsOf>[0]): ReturnType<typeof editsOf> {
  if (asked.edit && asked.context_management)
    throw new TotalRecallError('invalid_request', 'Name an edit or context_management, not both: either says which edit it is.');
  const wanted = editsOf(asked);
  if (wanted.edits.length === 0 && wanted.others.length > 0)
    throw new TotalRecallError(
      'invalid_request',
      'body.context_management.edits: has none that is done here: clear_tool_uses_20250919, compact_20260112 or compaction.',
    );
  return wanted;
}

/**
 * Does edits one after the other. Where one fails behind another that compacted, which stays, it and those behind it are
 * left. Throws its error where nothing was compacted.
 */
export async function doEdits(
  edits: readonly VendorEdit[],
  compact: (edit: VendorEdit) => Promise<CompactResult>,
): Promise<{ readonly done: readonly DoneEdit[]; readonly left: readonly VendorEdit[] }> {
  const done: DoneEdit[] = [];
  for (const [at, edit] of edits.entries()) {
    try {
      done.push({ edit, result: await compact(edit) });
    } catch (error) {
      if (!done.some(({ result }) => result.kind === 'compacted')) throw error;
      return { done, left: edits.slice(at) };
    }
  }
  return { done, left: [] };
}

/** Returns the result of several edits as that of one: the last that did something, with the sums of all. */
export function joinEdits(done: readonly DoneEdit[]): CompactResult {
  const compacted = done.map(({ result }) => result).filter((result) => result.kind === 'compacted');
  const last = compacted.at(-1);
  if (last === undefined) return done.at(-1)!.result;
  const sum = (of: 'freedTokens' | 'evictedEvents' | 'shrunkEvents' | 'clearedToolUses'): number =>
    compacted.reduce((total, result) => total + result[of], 0);
  return {
    ...last,
    freedTokens: sum('freedTokens'),
    evictedEvents: sum('evictedEvents'),
    shrunkEvents: sum('shrunkEvents'),
    clearedToolUses: sum('clearedToolUses'),
  };
}
