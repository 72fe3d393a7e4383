import type { ErrorCode } from '@total-recall/contracts';
import type { ApiKey, Clock } from '@total-recall/ports';
import { sampleEntries } from '@total-recall/runtime';

type NoteRefused = (key: Pick<ApiKey, 'tenant' | 'id'>, action: string, target: string, code: ErrorCode) => void;

/**
 * Passes on at most one refusal a minute for each key, action and code: the first at once. The next one states in its
 * target how many were left out. Metrics still count all of them.
 */
export function sampleRefusals(clock: Pick<Clock, 'monotonicMs'>, note: NoteRefused): NoteRefused {
  const sample = sampleEntries(clock);
  return (key, action, target, code) => {
    const leftOut = sample(`${key.id} ${action} ${code}`);
    if (leftOut !== undefined) note(key, action, leftOut > 0 ? `${target} (${leftOut} more before)` : target, code);
  };
}
