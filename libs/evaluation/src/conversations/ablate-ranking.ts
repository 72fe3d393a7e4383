import { RANK_PARTS, type RankPart } from '@total-recall/domain';
import { figuresOf, type RankingFigures, type ScoredQuestion } from './score-answers.ts';

/** What the same questions come to without some parts of the ranking. */
export interface AblatedRanking {
  readonly without: readonly RankPart[];
  readonly turn: RankingFigures;
  readonly session: RankingFigures;
}

const VECTORS: readonly RankPart[] = ['vector', 'late'];

/** From words alone up, then all but one: what each part is worth by itself and beside the others. */
const ABLATIONS: readonly (readonly RankPart[])[] = [
  RANK_PARTS,
  [...VECTORS, 'context'],
  VECTORS,
  ...RANK_PARTS.map((part): readonly RankPart[] => [part]),
];

/** Figures for each ablation, beside what is left out anyway. */
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
