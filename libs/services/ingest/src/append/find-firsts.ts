import { encodePosition, idEnding, type EventRecord, type SessionAddress } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Originated } from './event-origin.ts';
import { differs } from './fingerprint.ts';
import { conflictOf } from './origin-conflict.ts';

/**
 * Repeats of what the fold knows, with the id and place of the first: it is found by the end of its id, and its record holds the fingerprint for as
 * long as there is a log. Other content under the same origin is refused. Costs a read a request, of repeats alone.
 */
export async function findFirsts(
  deps: Pick<IngestDeps, 'index' | 'sealer'>,
  { tenant, space }: SessionAddress,
  repeats: readonly Originated[],
): Promise<Originated[]> {
  const found = await deps.index.eventsByEnding(
    tenant,
    space,
    repeats.map(({ id }) => idEnding(id)),
  );
  const opened = await deps.sealer.openAll(found.flatMap((event) => (event ? [event.record] : [])));
  const byId = new Map(opened.map((record) => [record.envelope.id, record]));
  return repeats.map((repeat, at) => (found[at] ? answerWith(repeat, found[at], byId.get(found[at].record.envelope.id)!) : repeat));
}

function answerWith(repeat: Originated, first: IndexedEvent, record: EventRecord): Originated {
  const { id } = record.envelope;
  if (isOther(repeat, record)) throw conflictOf(repeat.origin!, id);
  return { ...repeat, id, position: encodePosition(first.record.position) };
}

/** Records of before there were fingerprints are told by what can be compared: the kind, and a text that stands as it came. */
function isOther({ event, origin }: Originated, { envelope, body }: EventRecord): boolean {
  if (envelope.kind !== event.kind) return true;
  if (typeof body === 'string') return false;
  if (body.origin?.fingerprint !== undefined) return differs(body.origin.fingerprint, origin!.fingerprint!);
  return body.text !== '' && body.redactions === undefined && body.text !== (event.text ?? '').toWellFormed();
}
