import type { EventOrigin, NewEvent, SessionAddress, SessionState } from '@total-recall/domain';
import { hasSequence, progressOf } from '@total-recall/domain';
import type { AppendRequest } from '@total-recall/ports';
import { deriveUlid, hashHex, LIMITS, originHash, TotalRecallError } from '@total-recall/runtime';

/** Where an event comes from, the id that follows from it, and whether the session has it already. */
export interface Originated {
  readonly event: NewEvent;
  readonly id: string;
  readonly origin?: EventOrigin;
  readonly duplicate: boolean;
  /** Hash of the event as it came; set where there is an origin. */
  readonly fingerprint?: string;
}

/**
 * Gives every event its id. From source and sequence, or from the idempotency key, the id is derived: the same for every repeat,
 * from any replica. The time part is the caller's `occurredAt`; without one it is zero, since a repeat comes at another time.
 * Source: architecture §3.
 */
export function originate(request: AppendRequest, state: SessionState, newId: () => string): Originated[] {
  if (request.source !== undefined) return fromSource(request, request.source, state);
  if (request.events.some((event) => event.sequence !== undefined)) {
    throw new TotalRecallError(
      'invalid_request',
      'An event has a sequence but the request names no source. Name the source, or leave the sequence out.',
    );
  }
  if (request.idempotencyKey !== undefined) return fromKey(request, request.idempotencyKey, state);
  return request.events.map((event) => ({ event, id: newId(), duplicate: false }));
}

function place({ tenant, space, session }: SessionAddress): string[] {
  return [tenant, space, session];
}

function fromSource(request: AppendRequest, source: string, state: SessionState): Originated[] {
  const progress = progressOf(state.sources, source);
  if (progress === undefined && Object.keys(state.sources).length >= LIMITS.sourcesPerSession) {
    throw new TotalRecallError(
      'invalid_request',
      `A session remembers at most ${LIMITS.sourcesPerSession} sources. Use one source a writer, not one a request.`,
    );
  }
  const seen = new Set<number>();
  let ranges = progress?.above.length ?? 0;
  let last = progress?.mark ?? 0;
  return request.events.map((event) => {
    const { sequence } = event;
    if (sequence === undefined)
      throw new TotalRecallError('invalid_request', `The request names the source, so every event needs its sequence (1, 2, 3 ...).`);
    if (seen.has(sequence))
      throw new TotalRecallError('duplicate_event', `Sequence ${sequence} stands twice in one request.`, { details: { sequence } });
    seen.add(sequence);
    const duplicate = hasSequence(progress, sequence);
    if (!duplicate && sequence > last + 1) ranges += 1;
    if (ranges > LIMITS.sequenceRangesAbove) {
      throw new TotalRecallError(
        'sequence_gap',
        `Sequence ${sequence} leaves more than ${LIMITS.sequenceRangesAbove} gaps open in this source; the next one missing is ${(progress?.mark ?? 0) + 1}.`,
        { details: { expected: (progress?.mark ?? 0) + 1 } },
      );
    }
    last = Math.max(last, sequence);
    const id = deriveUlid(event.occurredAt ?? 0, originHash([...place(request), 'source', source, sequence]));
    return { event, id, origin: { source, sequence }, duplicate, fingerprint: fingerprintOf([event]) };
  });
}

function fromKey(request: AppendRequest, key: string, state: SessionState): Originated[] {
  const idempotencyKey = hashHex(key).slice(0, 32);
  const fingerprint = fingerprintOf(request.events);
  const known = state.idempotencyKeys.find((old) => old.key === idempotencyKey);
  if (known && known.fingerprint !== fingerprint) {
    throw new TotalRecallError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for other events of this session. Use a new key for new events.',
    );
  }
  return request.events.map((event, at) => {
    const id = deriveUlid(event.occurredAt ?? 0, originHash([...place(request), 'key', idempotencyKey, at + 1]));
    return {
      event,
      id,
      origin: { idempotencyKey, fingerprint, sequence: at + 1 },
      duplicate: known !== undefined && at + 1 <= known.count,
      fingerprint,
    };
  });
}

function fingerprintOf(events: readonly NewEvent[]): string {
  const plain = events.map((event) => ({
    ...event,
    attachments: event.attachments?.map(({ mime, data, title }) => [mime, title ?? '', hashHex(data)]),
  }));
  return hashHex(JSON.stringify(plain)).slice(0, 32);
}
