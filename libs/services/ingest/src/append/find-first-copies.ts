import {
  canonicalArguments,
  encodePosition,
  idEnding,
  type EventBody,
  type EventRecord,
  type NewEvent,
  type SessionAddress,
} from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IdentifiedEvent } from './assign-ids.ts';
import { callFingerprintOf, fingerprintOf, provesOtherContent } from './fingerprint.ts';
import { originConflict } from './origin-conflict.ts';

/**
 * Resolves repeats to the id and position of the first copy, found by the end of its id. The first copy's
 * record holds the fingerprint, so other content under the same origin is refused. Costs one read per request,
 * and only if it has repeats.
 */
export async function findFirstCopies(
  deps: Pick<IngestDeps, 'index' | 'sealer'>,
  { tenant, space }: SessionAddress,
  repeats: readonly IdentifiedEvent[],
): Promise<IdentifiedEvent[]> {
  const found = await deps.index.eventsByEnding(
    tenant,
    space,
    repeats.map(({ id }) => idEnding(id)),
  );
  const opened = await deps.sealer.openAll(found.flatMap((event) => (event ? [event.record] : [])));
  const byId = new Map(opened.map((record) => [record.envelope.id, record]));
  return repeats.map((repeat, at) => (found[at] ? identifyAs(repeat, found[at], byId.get(found[at].record.envelope.id)!) : repeat));
}

function identifyAs(repeat: IdentifiedEvent, first: IndexedEvent, record: EventRecord): IdentifiedEvent {
  const { id } = record.envelope;
  refuseOtherContent(repeat, record);
  return { ...repeat, id, position: encodePosition(first.record.position) };
}

/** Refuses an event that is other content than the record under its origin. Errors: `sequence_conflict`, `idempotency_key_reused`. */
export function refuseOtherContent(event: IdentifiedEvent, record: EventRecord): void {
  if (hasOtherContent(event, record)) throw originConflict(event.origin!, record.envelope.id);
}

/** Compares with a record older than fingerprints by what is left to compare: the kind, and a text stored unchanged. */
function hasOtherContent({ event, origin }: IdentifiedEvent, { envelope, body }: EventRecord): boolean {
  if (envelope.kind !== event.kind) return true;
  if (typeof body === 'string') return false;
  const first = body.origin?.fingerprint;
  if (first !== undefined) return provesOtherContent(first, origin!.fingerprint!) && !isSameCall(first, event, body);
  return body.text !== '' && body.redactions === undefined && body.text !== (event.text ?? '').toWellFormed();
}

/** True for a call that is the first copy but for how its arguments are written. */
function isSameCall(first: string, event: NewEvent, { call, origin }: EventBody): boolean {
  if (origin?.source === undefined || !event.call) return false;
  if (origin.callFingerprint !== undefined) return origin.callFingerprint === callFingerprintOf(event);
  if (canonicalOf(call) !== canonicalOf(event.call)) return false;
  return fingerprintOf([{ ...event, call: { ...event.call, arguments: call?.arguments } }]) === first;
}

function canonicalOf(call: EventBody['call']): string {
  return canonicalArguments(call?.arguments ?? '');
}
