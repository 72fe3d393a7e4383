import type { EventOrigin, NewEvent, SessionAddress, SessionState } from '@total-recall/domain';
import { hasSequence, progressOf } from '@total-recall/domain';
import type { AppendRequest } from '@total-recall/ports';
import { deriveUlid, hashHex, LIMITS, originHash, TotalRecallError } from '@total-recall/runtime';
import { originConflict } from './origin-conflict.ts';
import { provesOtherContent, fingerprintOf } from './fingerprint.ts';

/** An event with its origin, its id, and whether the session has it already. */
export interface IdentifiedEvent {
  readonly event: NewEvent;
  readonly id: string;
  readonly origin?: EventOrigin;
  readonly duplicate: boolean;
  /** Log position of the first copy of a repeat, if known. */
  readonly position?: string;
}

/**
 * Gives every event its id. The end of the id is derived from source and sequence, or from the idempotency key: the
 * same for every repeat, on any replica. The time in front of it is the event's own, or that of this attempt. A repeat
 * is answered with the first id, found by its end. Source: ADR 0042.
 */
export function assignIds(
  request: AppendRequest,
  state: SessionState,
  deps: { newId(tenant: string): string; nowMs: number },
): IdentifiedEvent[] {
  if (request.source !== undefined) return fromSource(request, request.source, state, deps.nowMs);
  if (request.events.some((event) => event.sequence !== undefined)) {
    throw new TotalRecallError(
      'invalid_request',
      'An event has a sequence but the request names no source. Name the source, or leave the sequence out.',
    );
  }
  if (request.idempotencyKey !== undefined) return fromKey(request, request.idempotencyKey, state, deps.nowMs);
  return request.events.map((event) => ({ event, id: deps.newId(request.tenant), duplicate: false }));
}

function place({ tenant, space, session }: SessionAddress): string[] {
  return [tenant, space, session];
}

function fromSource(request: AppendRequest, source: string, state: SessionState, nowMs: number): IdentifiedEvent[] {
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
    const id = deriveUlid(event.occurredAt ?? nowMs, originHash([...place(request), 'source', source, sequence]));
    return { event, id, origin: { source, sequence, fingerprint: fingerprintOf([event]) }, duplicate };
  });
}

function fromKey(request: AppendRequest, key: string, state: SessionState, nowMs: number): IdentifiedEvent[] {
  const idempotencyKey = hashHex(key).slice(0, 32);
  const fingerprint = fingerprintOf(request.events);
  const known = state.idempotencyKeys.find((old) => old.key === idempotencyKey);
  return request.events.map((event, at) => {
    const origin = { idempotencyKey, fingerprint, sequence: at + 1 };
    if (provesOtherContent(known?.fingerprint, fingerprint)) throw originConflict(origin);
    const id = deriveUlid(event.occurredAt ?? nowMs, originHash([...place(request), 'key', idempotencyKey, at + 1]));
    return { event, id, origin, duplicate: known !== undefined && at + 1 <= known.count };
  });
}
