import {
  deriveFacts,
  NO_FACTS,
  renderDerivedWithout,
  type DerivedTaskState,
  type FactEvent,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

/** Most events read for one card; of a longer stretch the newest. */
const MOST_EVENTS = 4_000;
const PAGE = 500;

export interface DerivedTasks {
  /** The current one. */
  readonly before?: DerivedTaskState;
  /** Renders the one updated by the events since, for the window that a compaction leaves. */
  readonly next?: ReturnType<typeof renderDerivedWithout>;
}

type DeriveTaskDeps = Pick<IngestDeps, 'index' | 'sealer' | 'tokens'>;

/**
 * Derives the task state of a session before and after the events since its last compaction. Returns none if the caller
 * keeps one, or if it is off.
 */
export async function deriveTask(deps: DeriveTaskDeps, state: SessionState, policy: SessionPolicy): Promise<DerivedTasks> {
  const before = await taskBefore(deps, state);
  if (state.taskState !== undefined || !policy.derivedTaskState) return {};
  const known = before?.facts ?? NO_FACTS;
  const facts = deriveFacts(known, await eventsAfter(deps, state, known.throughOrdinal));
  const next = renderDerivedWithout(facts, state, {
    budgetTokens: policy.budgets.task,
    countTokens: (text) => deps.tokens.countNow(policy.family, text),
  });
  return { ...(before ? { before } : {}), next };
}

async function taskBefore(deps: DeriveTaskDeps, { tenant, space, derivedTask }: SessionState): Promise<DerivedTaskState | undefined> {
  if (!derivedTask) return undefined;
  const [event] = await deps.index.events(tenant, space, [derivedTask.eventId]);
  const opened = event && (await deps.sealer.open(event.record));
  if (!opened || typeof opened.body === 'string') return undefined;
  const { compaction } = opened.body;
  return compaction?.type === 'ContextCompacted'
    ? compaction.taskState && { ...compaction.taskState, tokens: derivedTask.tokens }
    : undefined;
}

async function eventsAfter(deps: DeriveTaskDeps, state: SessionState, ordinal: number): Promise<FactEvent[]> {
  const { tenant, space, session } = state;
  const found: FactEvent[] = [];
  for (let from = Math.max(ordinal + 1, state.ordinal - MOST_EVENTS + 1); from <= state.ordinal; from += PAGE) {
    const toOrdinal = Math.min(state.ordinal, from + PAGE - 1);
    const events = await deps.index.sessionEvents({ tenant, space, session, fromOrdinal: from, toOrdinal, limit: PAGE });
    const opened = await deps.sealer.openAll(events.map(({ record }) => record));
    opened.forEach(({ envelope, body }, at) => {
      if (typeof body !== 'string') found.push({ id: envelope.id, ordinal: events[at]!.accepted.ordinal, kind: envelope.kind, body });
    });
  }
  return found;
}
