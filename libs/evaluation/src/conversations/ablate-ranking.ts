import { RANK_PARTS, type RankPart } from '@total-recall/domain';
import { figuresOf, type RankingFigures, type ScoredQuestion } from './score-answers.ts';

/** Figures of the same questions without some parts of the ranking. */
export interface AblatedRanking {
  readonly without: readonly RankPart[];
  readonly turn: RankingFigures;
  readonly session: RankingFigures;
}

const VECTORS: readonly RankPart[] = ['vector', 'late'];

/**
 * Parts left out of each ablation: first from words alone upwards, then all but one. They show the worth of each part
 * alone and beside the others.
 */
const ABLATIONS: readonly (readonly RankPart[])[] = [
  RANK_PARTS,
  [...VECTORS, 'context'],
  VECTORS,
  ...RANK_PARTS.map((part): readonly RankPart[] => [part]),
];

/** Computes the figures of each ablation. Parts in `always` are left out of every one. */
export async function ablateRanking(
  always: readonly RankPart[],
  ask: (without: readonly RankPart[]) => Promise<readonly ScoredQuestion[]>,
): Promise<AblatedRanking[]> {
  const ablated: AblatedRanking[] = [];
  for (const parts of ABLATIONS) {
    const without = [...new Set([...always, ...parts])];
    const scored = (await ask(without)).filter((question) => !question.abstention);
    ablated.push({ without, turn: figuresOf(scored, 'measures'), session: figuresOf(scored, 'sessionMeasures') });
  }
  return ablated;
}
