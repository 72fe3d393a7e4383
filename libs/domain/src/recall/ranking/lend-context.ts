/** An event among the candidates, in the context of its session. */
interface ContextEvent {
  readonly session: string;
  readonly ordinal: number;
  /** Share of the context that it takes, 0..1. */
  readonly shortness: number;
  /** Score of its best passage, before context. */
  readonly own: number;
}

/** Weights of the other events of the session. Source: design/answers, recipe 8. */
const PREVIOUS = 0.2;
const NEXT = 0.1;
const TWO_AWAY = 0.1;
const BEST = 0.6;
const CONTEXT_WEIGHT = PREVIOUS + NEXT + 2 * TWO_AWAY + BEST;
/**
 * Exponent between a sum (0), which lifts every short event above every long one, and a mean (1), which puts short
 * isolated events behind long answers on the same subject. Measured, see ADR 0058.
 */
const EVENNESS = 0.8;

/** Number of terms up to which an event takes its full context; with more it takes less, in proportion. */
const SHORT_TERMS = 40;

export function shortnessOf(terms: number): number {
  return Math.min(1, SHORT_TERMS / Math.max(1, terms));
}

/**
 * Computes the context of each event from its neighbours in the session and the session's best event. A neighbour that
 * is no candidate counts as `floor`.
 */
export function lendContext(events: readonly ContextEvent[], floor: number): number[] {
  const context = events.map(() => 0);
  for (const members of Map.groupBy(events.keys(), (at) => events[at]!.session).values()) {
    const places = new Map(members.map((at) => [events[at]!.ordinal, events[at]!.own]));
    const best = members.reduce((most, at) => Math.max(most, events[at]!.own), floor);
    const ownAt = (ordinal: number): number => places.get(ordinal) ?? floor;
    for (const at of members) {
      const { ordinal } = events[at]!;
      context[at] =
        PREVIOUS * ownAt(ordinal - 1) + NEXT * ownAt(ordinal + 1) + TWO_AWAY * (ownAt(ordinal - 2) + ownAt(ordinal + 2)) + BEST * best;
    }
  }
  return context;
}

/** Adds an event's share of the context to its score. */
export function withContext(own: number, context: number, shortness: number): number {
  return (own + shortness * context) / (1 + shortness * CONTEXT_WEIGHT) ** EVENNESS;
}
