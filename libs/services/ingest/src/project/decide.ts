import {
  checkCompaction,
  composeCompaction,
  planCompaction,
  sessionKey,
  type CompactionPlan,
  type CompactionRecord,
  type CompactionTrigger,
  type EventBody,
  type EventEnvelope,
  type Marks,
  type SessionPolicy,
  type SessionState,
  type StopReason,
} from '@total-recall/domain';
import { CURRENT_SCHEMA_VERSION, deriveUlid, originHash } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

export type Decided =
  | { readonly kind: 'appended'; readonly record: CompactionRecord; readonly offset: number; readonly evicted: readonly string[] }
  | { readonly kind: 'stopped'; readonly reason: StopReason };

export interface DecideInput {
  readonly state: SessionState;
  readonly marks: Marks;
  readonly trigger: CompactionTrigger;
  readonly targetTokens?: number;
}

/** Decides one compaction and appends its outcome to the log; the fold takes it like any other record. */
export async function decideCompaction(deps: IngestDeps, input: DecideInput): Promise<Decided> {
  const startedMs = deps.clock.monotonicMs();
  const { state, trigger } = input;
  const { policy } = await deps.policies.resolve(state);
  const seconds = () => (deps.clock.monotonicMs() - startedMs) / 1000;
  const decision = planCompaction({ ...input, policy });
  if (decision.kind === 'stopped') {
    if (decision.reason !== 'below_trigger')
      deps.observer.decided({ result: 'stopped', trigger, reason: decision.reason, seconds: seconds() });
    if (!decision.log) return { kind: 'stopped', reason: decision.reason };
    await appendCompaction(deps, state, policy, { type: 'CompactionStopped', ...decision.log });
    return { kind: 'stopped', reason: decision.reason };
  }
  const eventId = compactionId(state);
  const bodies = await readBodies(deps, state, decision);
  const record = composeCompaction({
    plan: decision,
    state,
    policy,
    bodies,
    eventId,
    countTokens: (text) => deps.tokens.countNow(policy.family, text),
  });
  if (!record) {
    deps.observer.decided({ result: 'stopped', trigger, reason: 'nothing_evictable', seconds: seconds() });
    if (!state.stops.some((stop) => stop.reason === 'nothing_evictable')) {
      const { tokensBefore } = decision;
      const signature = `compose.${tokensBefore}.${policy.version}`;
      await appendCompaction(deps, state, policy, {
        type: 'CompactionStopped',
        cycle: state.cycle + 1,
        trigger,
        reason: 'nothing_evictable',
        signature,
        tokensBefore,
        policyVersion: policy.version,
      });
    }
    return { kind: 'stopped', reason: 'nothing_evictable' };
  }
  for (const violation of checkCompaction(state, record, policy, input.marks)) deps.observer.violated(violation);
  const offset = await appendCompaction(deps, state, policy, record);
  deps.observer.decided({
    result: 'compacted',
    trigger,
    freedTokens: record.tokensBefore - record.tokensAfter,
    evictedEvents: record.evicted.length,
    seconds: seconds(),
  });
  return { kind: 'appended', record, offset, evicted: record.evicted };
}

/** The same for every decider of the same cycle, so that a zombie's decision has the id of the one that counts. */
function compactionId(state: SessionState): string {
  return deriveUlid(state.lastAt, originHash([sessionKey(state), 'compaction', state.cycle + 1]));
}

async function readBodies(deps: IngestDeps, { tenant, space }: SessionState, plan: CompactionPlan): Promise<Map<string, EventBody>> {
  const events = await deps.index.events(
    tenant,
    space,
    plan.evicted.map((entry) => entry.id),
  );
  const records = events.flatMap((event) => (event ? [event.record] : []));
  const opened = await deps.sealer.openAll(records);
  return new Map(opened.flatMap(({ envelope, body }) => (typeof body === 'string' ? [] : [[envelope.id, body] as const])));
}

async function appendCompaction(
  deps: IngestDeps,
  state: SessionState,
  policy: SessionPolicy,
  compaction: CompactionRecord,
): Promise<number> {
  const dataKey = await deps.keys.sessionKey(state);
  const id =
    compaction.type === 'ContextCompacted'
      ? compactionId(state)
      : deriveUlid(state.lastAt, originHash([sessionKey(state), 'stop', state.cycle + 1, compaction.reason]));
  const envelope: EventEnvelope = {
    schemaVersion: CURRENT_SCHEMA_VERSION,
    id,
    tenant: state.tenant,
    space: state.space,
    session: state.session,
    kind: 'compaction',
    // What a session holds must not hang on when it was compacted (I-15).
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
