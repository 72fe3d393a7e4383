/** What was counted over a time, by day, by session or in all. Sums only, so that counts add up. */
export interface DemandCounts {
  /** A day (UTC), a session, or `all`. */
  readonly key: string;
  readonly turns: number;
  /** Turns of a model: those in which it could have recalled. */
  readonly modelTurns: number;
  /** Turns with the result of at least one recall. */
  readonly recallTurns: number;
  /** Recalls answered, by the retrieval log. */
  readonly retrievals: number;
  /** Those that tried further queries, and those that said that there is nothing. */
  readonly escalated: number;
  readonly unanswered: number;
  readonly tokens: number;
  /** Over the recalls that have one. */
  readonly completenessSum: number;
  readonly completenessCount: number;
  /** Recalls whose result stands in a session, and of those: with any use; pieces of evidence; used ones by kind. */
  readonly received: number;
  readonly receivedUsed: number;
  readonly evidence: number;
  readonly cited: number;
  readonly exact: number;
  readonly near: number;
}

/** A group in which nothing was counted. */
export const NO_DEMAND: Omit<DemandCounts, 'key'> = {
  turns: 0,
  modelTurns: 0,
  recallTurns: 0,
  retrievals: 0,
  escalated: 0,
  unanswered: 0,
  tokens: 0,
  completenessSum: 0,
  completenessCount: 0,
  received: 0,
  receivedUsed: 0,
  evidence: 0,
  cited: 0,
  exact: 0,
  near: 0,
};

/** Counts and what follows from them; a share of nothing is null, never 0 or 1. Source: R10, 002 H7. */
export interface DemandFigures extends Omit<DemandCounts, 'completenessSum' | 'completenessCount'> {
  /** Turns with a recall, of all and of the model's own. The aim is under 0.3 of the turns. */
  readonly pullFrequency: number | null;
  readonly pullFrequencyOfModelTurns: number | null;
  readonly escalationRate: number | null;
  /** Used pieces of what was received, and received recalls with any use. */
  readonly evidenceUseRate: number | null;
  readonly recallUseRate: number | null;
  readonly completeness: number | null;
  readonly tokensPerRetrieval: number | null;
}

export function demandFigures(counts: DemandCounts): DemandFigures {
  const { completenessSum, completenessCount, ...rest } = counts;
  return {
    ...rest,
    pullFrequency: share(counts.recallTurns, counts.turns),
    pullFrequencyOfModelTurns: share(counts.recallTurns, counts.modelTurns),
    escalationRate: share(counts.escalated, counts.retrievals),
    evidenceUseRate: share(counts.cited + counts.exact + counts.near, counts.evidence),
    recallUseRate: share(counts.receivedUsed, counts.received),
    completeness: share(completenessSum, completenessCount),
    tokensPerRetrieval: share(counts.tokens, counts.retrievals),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(4));
}
