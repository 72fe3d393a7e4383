import { evolveSession, indexDocuments, sessionKey, type EventRecord, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { IndexWrite, LogRecord } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { SessionCache } from './session-cache.ts';

export interface ProjectedBatch {
  /** Sessions the batch touched, as they stand after it. */
  readonly sessions: readonly SessionState[];
}

interface Supersession {
  readonly eventId: string;
  readonly by: string;
  readonly tenant: string;
  readonly space: string;
}

interface Pinning {
  readonly tenant: string;
  readonly space: string;
  readonly eventIds: readonly string[];
  readonly pinned: boolean;
}

/**
 * Folds a batch and writes its read model: events and text, refresh, session states; the marks are the projector's to move after that, so that
 * a crash anywhere leaves nothing that a repeat does not mend. Source: architecture §3.
 */
export async function projectBatch(
  deps: IngestDeps,
  cache: SessionCache,
  partition: number,
  records: readonly LogRecord[],
): Promise<ProjectedBatch> {
  const opened = await deps.sealer.openAll(records);
  const touched = new Map<string, SessionState>();
  const writes: IndexWrite[] = [];
  const supersessions: Supersession[] = [];
  const pinnings: Pinning[] = [];
  for (const [at, record] of opened.entries()) {
    const address: SessionAddress = record.envelope;
    const key = sessionKey(address);
    const before = touched.get(key) ?? (await cache.get(address));
    const { state, accepted } = evolveSession(before, record);
    touched.set(key, state);
    if (!accepted) continue;
    writes.push(await toWrite(deps, records[at]!, record, accepted));
    collectReferences(record, supersessions, pinnings);
  }
  if (writes.length > 0) {
    await deps.index.write(partition, writes, supersessions);
    for (const { tenant, space, eventIds, pinned } of pinnings) await deps.index.setPinned(tenant, space, eventIds, pinned);
    await deps.index.refresh(partition);
  }
  const sessions = [...touched.values()];
  await deps.sessions.save(sessions);
  for (const state of sessions) cache.set(state);
  return { sessions };
}

async function toWrite(
  deps: IngestDeps,
  record: LogRecord,
  { envelope, body }: EventRecord,
  accepted: IndexWrite['event']['accepted'],
): Promise<IndexWrite> {
  const event = { record, accepted };
  if (typeof body === 'string' || !accepted.indexed) return { event, documents: [] };
  const content = await deps.content.read(envelope, body);
  const documents = indexDocuments(envelope.kind, content, deps.analyser, {
    passageChars: LIMITS.passageChars,
    maxPassages: LIMITS.passagesPerEvent,
  });
  return {
    event,
    documents: documents.map((document) => ({ eventId: envelope.id, ...document })),
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
    ...(body.meta.pinned ? { pinned: true } : {}),
  };
}

function collectReferences({ envelope, body }: EventRecord, supersessions: Supersession[], pinnings: Pinning[]): void {
  if (typeof body === 'string') return;
  const { tenant, space, id } = envelope;
  for (const eventId of body.meta.supersedes ?? []) supersessions.push({ eventId, by: id, tenant, space });
  if (body.pin) pinnings.push({ tenant, space, eventIds: body.pin.eventIds, pinned: body.pin.pinned });
}
