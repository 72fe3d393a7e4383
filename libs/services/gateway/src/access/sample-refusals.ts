import type { ErrorCode } from '@total-recall/contracts';
import type { ApiKey, Clock } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';

type NoteRefused = (key: Pick<ApiKey, 'tenant' | 'id'>, action: string, target: string, code: ErrorCode) => void;

const EVERY_MS = 60_000;
const KEPT = 10_000;

/**
 * Passes on at most one refusal a minute for each key, action and code: the first at once. The next one states in its
 * target how many were left out. Metrics still count all of them.
 */
export function sampleRefusals(clock: Pick<Clock, 'monotonicMs'>, note: NoteRefused): NoteRefused {
  const seen = createLruMap<{ readonly untilMs: number; readonly leftOut: number }>(KEPT);
  return (key, action, target, code) => {
    const name = `${key.id} ${action} ${code}`;
    const now = clock.monotonicMs();
    const last = seen.get(name);
    if (last && now < last.untilMs) return void seen.set(name, { ...last, leftOut: last.leftOut + 1 });
    seen.set(name, { untilMs: now + EVERY_MS, leftOut: 0 });
    note(key, action, last && last.leftOut > 0 ? `${target} (${last.leftOut} more before)` : target, code);
  };
}
