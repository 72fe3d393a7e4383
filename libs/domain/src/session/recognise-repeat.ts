import type { EventBody } from '../event/event-body.ts';
import type { EventRecord } from '../event/event-record.ts';
import { IDEMPOTENCY_KEYS_KEPT, REPEAT_LOOKBACK } from './session-limits.ts';
import type { SessionState } from './session-state.ts';
import { addSequence, hasSequence, progressOf } from './source-progress.ts';

/** Returns the body for the fold: the whole body, or the rest that an erasure left. */
export function saidOf({ body, rest }: EventRecord): EventBody | undefined {
  return typeof body === 'string' ? rest : body;
}

/** Returns true for an event that the session has already: by its source and sequence, its idempotency key, or its id. */
export function isRepeat(state: SessionState, record: EventRecord): boolean {
  const { envelope } = record;
  const origin = saidOf(record)?.origin;
  if (origin) {
    const { source, sequence, idempotencyKey } = origin;
    if (source !== undefined && sequence !== undefined) return hasSequence(progressOf(state.sources, source), sequence);
    if (idempotencyKey !== undefined && sequence !== undefined) {
      return state.idempotencyKeys.some((known) => known.key === idempotencyKey && sequence <= known.count);
    }
  }
  for (let at = state.entries.length - 1, left = REPEAT_LOOKBACK; at >= 0 && left > 0; at--, left--) {
    if (state.entries[at]!.id === envelope.id) return true;
  }
  return state.taskState?.eventId === envelope.id;
}

/** Remembers by what repeats of an accepted record will be recognised. */
export function rememberOrigin(state: SessionState, record: EventRecord): Pick<SessionState, 'sources' | 'idempotencyKeys'> {
  const origin = saidOf(record)?.origin;
  const { sources, idempotencyKeys } = state;
  if (origin?.source !== undefined && origin.sequence !== undefined) {
    // A computed key creates an own property even for `__proto__`.
    const progress = addSequence(progressOf(sources, origin.source), origin.sequence);
    return { sources: { ...sources, [origin.source]: progress }, idempotencyKeys };
  }
  if (origin?.idempotencyKey === undefined || origin.sequence === undefined) return { sources, idempotencyKeys };
  const { idempotencyKey, fingerprint = '', sequence } = origin;
  return { sources, idempotencyKeys: rememberKey(idempotencyKeys, idempotencyKey, fingerprint, sequence, record.envelope.id) };
}

function rememberKey(
  known: SessionState['idempotencyKeys'],
  key: string,
  fingerprint: string,
  sequence: number,
  id: string,
): SessionState['idempotencyKeys'] {
  // Appends with two keys may interleave, so an earlier key may continue after another.
  const at = known.findLastIndex((old) => old.key === key);
  if (at >= 0) return known.with(at, { ...known[at]!, count: Math.max(known[at]!.count, sequence) });
  return [...known, { key, fingerprint, count: sequence, firstId: id }].slice(-IDEMPOTENCY_KEYS_KEPT);
}
