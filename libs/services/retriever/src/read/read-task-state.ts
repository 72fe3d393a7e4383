import { isRecalled, proposeTaskState, type ProposalEvent, type SessionState } from '@total-recall/domain';
import type { EventView, Retriever, TaskStateView } from '@total-recall/ports';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { foldedSession, type ReadDeps } from './folded-session.ts';
import { viewsOf } from './read-events.ts';

/** Newest events of a session that a proposal for a stale card is made from. */
const PROPOSAL_EVENTS = 300;

/** Reads the current card with its age, and for a stale one a proposal made from later events. Source: 002 §4.3. */
export function createTaskStateReader(given: ReadDeps, config: RetrieverConfig): Pick<Retriever, 'taskState'> {
  return {
    async taskState(address) {
      const [{ state, index }, { policy }] = await Promise.all([foldedSession(given, config, address), given.policies.resolve(address)]);
      const deps = { ...given, index };
      const ref = state.taskState;
      if (ref === undefined) return { state: null, stale: false, ...(await derivedOf(deps, state)) };
      const event = await cardOf(deps, state, ref.eventId);
      const card = event?.body?.taskState ?? null;
      const ageTurns = state.turn - ref.turn;
      const stale = ageTurns > policy.taskStateStaleTurns;
      const view = { state: card, eventId: ref.eventId, turn: ref.turn, ageTurns, stale };
      if (!stale || card === null) return view;
      return { ...view, proposal: proposeTaskState(card, await newestEvents(deps, state, event!.ordinal)) };
    },
  };
}

/** Returns the derived task state that windows show when the caller keeps no card. */
async function derivedOf(deps: RetrieverDeps, state: SessionState): Promise<Pick<TaskStateView, 'derived'>> {
  const event = state.derivedTask && (await cardOf(deps, state, state.derivedTask.eventId));
  const compaction = event?.body?.compaction;
  return compaction?.type === 'ContextCompacted' && compaction.taskState ? { derived: compaction.taskState.text } : {};
}

async function cardOf(deps: RetrieverDeps, { tenant, space }: SessionState, eventId: string): Promise<EventView | undefined> {
  const [event] = await deps.index.events(tenant, space, [eventId]);
  return event === undefined ? undefined : (await viewsOf(deps, [event]))[0];
}

async function newestEvents(deps: RetrieverDeps, state: SessionState, afterOrdinal: number): Promise<ProposalEvent[]> {
  const fromOrdinal = Math.max(afterOrdinal + 1, state.ordinal - PROPOSAL_EVENTS + 1);
  const { tenant, space, session } = state;
  const events = await deps.index.sessionEvents({ tenant, space, session, fromOrdinal, limit: PROPOSAL_EVENTS });
  const views = await viewsOf(deps, events);
  return views.flatMap(({ id, kind, turn, body, supersededBy }) =>
    body === undefined || supersededBy !== undefined || isRecalled(body)
      ? []
      : [{ id, kind, turn, text: body.text, isError: body.isError === true, supersedes: body.meta.supersedes ?? [] }],
  );
}
