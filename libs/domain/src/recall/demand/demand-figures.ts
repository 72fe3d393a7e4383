/** Counts over a time range, by day, by session or in total. Sums only, so that counts can be added. */
export interface DemandCounts {
  /** A day (UTC), a session, or `all`. */
  readonly key: string;
  readonly turns: number;
  /** Turns of the model, in which it could have recalled. */
  readonly modelTurns: number;
  /** Turns that hold the result of at least one recall. */
  readonly recallTurns: number;
  /** Recalls answered, from the retrieval log. */
  readonly retrievals: number;
  /** Recalls that tried further queries; `unanswered` found nothing. */
  readonly escalated: number;
  readonly unanswered: number;
  readonly tokens: number;
  /** Sum over the recalls that have a completeness, and their number. */
  readonly completenessSum: number;
  readonly completenessCount: number;
  /**
   * Recalls whose result is in a session; of these, recalls with any use, pieces of evidence, and used pieces by kind.
   */
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

/** Counts and the rates derived from them. A rate over nothing is null, never 0 or 1. Source: R10, 002 H7. */
export interface DemandFigures extends Omit<DemandCounts, 'completenessSum' | 'completenessCount'> {
  /** Turns with a recall, as a share of all turns and of the model's. The aim is under 0.3 of all turns. */
  readonly pullFrequency: number | null;
  readonly pullFrequencyOfModelTurns: number | null;
  readonly escalationRate: number | null;
  /** Used pieces as a share of received ones, and received recalls with any use. */
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
