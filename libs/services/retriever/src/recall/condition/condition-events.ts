import {
  ALL_IDENTIFIERS,
  conditionEvent,
  conditionScores,
  type Asking,
  type AskingTask,
  type ConditionedEvent,
  type ConditioningSwitches,
  type RecallRequest,
  type SessionState,
} from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';

/** Most live constraints of the asking session that join the candidates; the newest win. */
const CONSTRAINTS = 32;

/** Builds the task of a recall from the asking session's task state and the request; undefined without a task state. */
export function askingTaskOf(request: RecallRequest, state: SessionState | undefined): AskingTask | undefined {
  const card = state?.taskState;
  if (card === undefined) return undefined;
  return {
    ...(card.taskId === undefined ? {} : { taskId: card.taskId }),
    ...(card.phase === undefined ? {} : { phase: card.phase }),
    premises: card.premises,
    premiseVersion: card.premiseVersion,
    premiseHistory: card.premiseHistory ?? [],
    requiresSelfAssessment: card.requiresSelfAssessment === true,
    allowsOtherTasks: card.crossTask === true || looksFurther(request.scope),
  };
}

/** Returns true when the scope explicitly covers other tasks: the whole space, named sessions or named tasks. */
function looksFurther(scope: RecallRequest['scope']): boolean {
  return scope?.within === 'space' || scope?.sessions !== undefined || scope?.taskIds !== undefined;
}

/**
 * Returns true when superseded events rank like all others, because the request, or else the task
 * state, asks for history.
 */
export function wantsHistory(request: RecallRequest, state: SessionState | undefined): boolean {
  return request.history ?? state?.taskState?.requestHistorical === true;
}

/** Lists the session's constraints that nothing superseded. They are never evicted, so the state holds them all. */
export function liveConstraints(state: SessionState | undefined): string[] {
  return (state?.entries ?? [])
    .filter((entry) => entry.kind === 'constraint' && entry.superseded !== true)
    .slice(-CONSTRAINTS)
    .map((entry) => entry.id);
}

/** Returns true when factors may reorder the whole list. Superseded events are demoted in any case. */
export function isConditioned(conditioning: ConditioningSwitches, task: AskingTask | undefined): boolean {
  return task !== undefined || conditioning.forgetting;
}

interface ConditionInput {
  readonly conditioning: ConditioningSwitches;
  readonly temperature: number;
  readonly asking: Asking;
  readonly state: SessionState | undefined;
}

/**
 * Ranks opened events again by their value to the asking task, and drops those it must not see. Without a task, only
 * superseded events move. Every factor is listed in `ranked.factors`: score = base + temperature × ln(product).
 * Source: 002 §5.2 A.3, ADR 0010.
 */
export function conditionEvents(
  opened: readonly OpenedEvent[],
  { conditioning: on, temperature, asking, state }: ConditionInput,
): OpenedEvent[] {
  const newest = opened.reduce((latest, { envelope }) => Math.max(latest, envelope.occurredAt), state?.lastAt ?? 0);
  const uses = new Map(state?.usedEvidence?.map((used) => [used.eventId, used.uses]));
  const named = new Set(state?.taskState?.refs);
  const factsOf = ({ envelope, event, body, supersededBy }: OpenedEvent): ConditionedEvent => ({
    kind: envelope.kind,
    ...(event.accepted.taskId === undefined ? {} : { taskId: event.accepted.taskId }),
    ownSession: envelope.session === state?.session,
    ...(envelope.session === state?.session ? { premiseVersion: event.accepted.premiseVersion } : {}),
    tags: body.meta.tags ?? [],
    hints: body.meta.hints ?? [],
    superseded: supersededBy !== undefined,
    sensitive: (body.meta.sensitivity ?? []).length > 0,
    named: named.has(envelope.id),
    ageMs: newest - envelope.occurredAt,
    uses: uses.get(envelope.id) ?? 0,
  });
  const scored = opened.map((event) => {
    const conditioning = conditionEvent(factsOf(event), asking, on);
    return {
      eventId: event.envelope.id,
      score: event.ranked.score,
      isExact: (event.ranked.factors['exact'] ?? 0) >= ALL_IDENTIFIERS,
      ...(event.supersededBy !== undefined && conditioning.supersession < 1 ? { replacedBy: event.supersededBy } : {}),
      conditioning,
    };
  });
  const byId = new Map(opened.map((event) => [event.envelope.id, event]));
  return conditionScores(scored, temperature)
    .map(({ eventId, score, factors }) => explained(byId.get(eventId)!, score, factors))
    .sort((a, b) => b.ranked.score - a.ranked.score || (a.envelope.id < b.envelope.id ? -1 : 1));
}

function explained(event: OpenedEvent, score: number, factors: object): OpenedEvent {
  const { ranked } = event;
  return { ...event, ranked: { ...ranked, score, factors: { ...ranked.factors, base: ranked.score, ...factors } } };
}
