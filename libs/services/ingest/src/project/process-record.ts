import { artifactsOf, documentSteps, type EventRecord, type SessionFold } from '@total-recall/domain';
import type { IndexedEvent, IndexWrite, LogRecord } from '@total-recall/ports';
import { inSlices, LIMITS, SET_ASIDE_BODY, type CallReader, type Slices } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { setAsideOnFailure } from './set-aside.ts';

/** References of an event to other events, of its own or another session. */
export interface EventEffect {
  readonly recordedAt: number;
  readonly supersessions: readonly { readonly eventId: string; readonly by: string; readonly tenant: string; readonly space: string }[];
  readonly pinning?: { readonly tenant: string; readonly space: string; readonly eventIds: readonly string[]; readonly pinned: boolean };
}

export interface Working {
  /** The session so far, to which the record is added. */
  readonly session: SessionFold;
  readonly record: LogRecord;
  readonly opened: EventRecord;
  /** Slices of the batch, whose work must not hold up others. */
  readonly slices: Slices;
}

export interface ProcessedRecord {
  /** Absent for a record that was dropped. */
  readonly write?: IndexWrite;
  readonly effect?: EventEffect;
  /** Reason for setting it aside; absent if it was processed. */
  readonly aside?: string;
}

type WorkDeps = Pick<IngestDeps, 'content' | 'analyser'>;

/**
 * Processes one record: its session, its index entry, and its references to other events. A record that cannot be
 * processed only advances the offset.
 */
export async function processRecord(deps: WorkDeps, calls: CallReader, working: Working): Promise<ProcessedRecord> {
  const { session, opened } = working;
  const { result, aside } = await setAsideOnFailure(opened, (tried) => fold(deps, calls, { ...working, opened: tried }));
  if (!result) session.pass(opened.offset);
  return { ...result, ...(aside !== undefined && { aside }) };
}

/**
 * Folds a record. One that is set aside is indexed without its body; reads report it until the index is filled again.
 */
async function fold(
  deps: WorkDeps,
  calls: CallReader,
  { session, record, opened, slices }: Working,
): Promise<Omit<ProcessedRecord, 'aside'>> {
  const { accepted } = session.add(opened);
  if (!accepted) return {};
  const kept = opened.body === 'damaged' ? { ...record, sealed: SET_ASIDE_BODY } : record;
  try {
    const write = await toWrite(deps, calls, { event: { record: kept, accepted }, opened, slices });
    const effect = effectOf(opened);
    return { write, ...(effect && { effect }) };
  } catch (error) {
    session.takeBack();
    throw error;
  }
}

interface Writing extends Pick<Working, 'opened' | 'slices'> {
  readonly event: IndexedEvent;
}

async function toWrite(deps: WorkDeps, calls: CallReader, { event, opened, slices }: Writing): Promise<IndexWrite> {
  const { envelope, body } = opened;
  const { accepted } = event;
  if (typeof body === 'string') return { event, documents: [] };
  const artifactIds = artifactsOf(body);
  const held = artifactIds.length === 0 ? {} : { artifactIds };
  if (!accepted.indexed) return { event, documents: [], ...held };
  calls.keep(envelope, accepted, body);
  const call = await calls.labelFor(envelope, accepted, body);
  const content = await deps.content.read(envelope, body);
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent };
  const documents = await inSlices(documentSteps(envelope.kind, content, deps.analyser, limits, call), slices);
  return {
    event,
    documents: documents.map((document) => ({ eventId: envelope.id, ...document })),
    ...held,
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
    ...(body.meta.pinned ? { pinned: true } : {}),
  };
}

function effectOf({ envelope, body: own, rest }: EventRecord): EventEffect | undefined {
  const body = typeof own === 'string' ? rest : own;
  if (!body) return undefined;
  const { tenant, space, id, recordedAt } = envelope;
  const supersessions = (body.meta.supersedes ?? []).map((eventId) => ({ eventId, by: id, tenant, space }));
  if (supersessions.length === 0 && !body.pin) return undefined;
  return { recordedAt, supersessions, ...(body.pin && { pinning: { tenant, space, ...body.pin } }) };
}
