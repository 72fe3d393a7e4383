import { conditionEvent, conditionScores, type ConditionedEvent } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { OpenedEvent } from '../open/open-events.ts';

/** Share from which an event counts as holding all identifiers of the query, allowing for rounding. */
const ALL_IDENTIFIERS = 0.999;

/**
 * Ranks opened events again by their value to the asking task, and drops those it must not see. Without a task, only
 * superseded events move. Every factor is listed in `ranked.factors`: score = base + temperature × ln(product).
 * Source: 002 §5.2 A.3, ADR 0010.
 */
export function conditionEvents(
  opened: readonly OpenedEvent[],
  { conditioning: on, asking, state }: Pick<Question, 'conditioning' | 'asking' | 'state'>,
  temperature: number,
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
