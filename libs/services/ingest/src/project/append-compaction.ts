import {
  sessionKey,
  type CompactionRecord,
  type EventBody,
  type EventEnvelope,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import { CURRENT_SCHEMA_VERSION, deriveUlid, originHash } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * Derives the id of a cycle's compaction. It is the same for every decider, so a stale process's decision has
 * the id of the valid one.
 */
export function compactionId(state: SessionState): string {
  return deriveUlid(state.lastAt, originHash([sessionKey(state), 'compaction', state.cycle + 1]));
}

function idOf(state: SessionState, compaction: CompactionRecord): string {
  const cycle = state.cycle + 1;
  if (compaction.type === 'ContextCompacted') return compactionId(state);
  const parts =
    compaction.type === 'CompactionStopped'
      ? ['stop', cycle, state.stops.length, compaction.reason]
      : compaction.type === 'KnowledgeChosen'
        ? ['knowledge', cycle]
        : ['recount', cycle, state.ordinal, compaction.family, compaction.entries[0]?.id ?? ''];
  return deriveUlid(state.lastAt, originHash([sessionKey(state), ...parts]));
}

export type AppendCompactionDeps = Pick<IngestDeps, 'keys' | 'sealer' | 'log' | 'clock'>;

/** Appends a decision about a session to the log and returns its offset. */
export async function appendCompaction(
  deps: AppendCompactionDeps,
  state: SessionState,
  policy: SessionPolicy,
  compaction: CompactionRecord,
): Promise<number> {
  const dataKey = await deps.keys.sessionKey(state);
  const envelope: EventEnvelope = {
    schemaVersion: CURRENT_SCHEMA_VERSION,
    id: idOf(state, compaction),
    tenant: state.tenant,
    space: state.space,
    session: state.session,
    kind: 'compaction',
    // The time of the compaction must not influence the session's content (I-15).
    occurredAt: state.lastAt,
    recordedAt: deps.clock.now(),
    tokens: { whole: 0, stripped: 0, preview: 0 },
    family: policy.family,
    keyId: dataKey.keyId,
  };
  const body: EventBody = { text: '', meta: {}, compaction };
  const [position] = await deps.log.append([{ key: sessionKey(state), envelope, sealed: deps.sealer.seal(envelope, body, dataKey.key) }]);
  return position!.offset;
}
