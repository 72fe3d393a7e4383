import type { TextFilter, TextHit, VectorHit } from '@total-recall/ports';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import type { QueryVectors } from './embed-query.ts';
import { createVectorScores, type Place, type VectorScores } from './vector-signals.ts';

interface MeaningInput {
  readonly tenant: string;
  readonly space: string;
  readonly filter: TextFilter;
}

export interface Meaning {
  readonly model: string;
  readonly scores: VectorScores;
  /** Candidates by their vectors. */
  readonly found: readonly VectorHit[];
  /** Finds the vectors of these candidates; `asked` are those of their places where they were asked for before. */
  cover(hits: readonly TextHit[], asked?: Promise<readonly VectorHit[]>): Promise<void>;
  /** Vectors by place, none where they cannot be read. */
  vectorsAt(places: readonly Place[]): Promise<readonly VectorHit[]>;
  /** Compares the token vectors of the events that `chosen` names. */
  compare(chosen: () => readonly string[]): Promise<void>;
  /** Something went wrong on the way; no signal is given then. */
  failed(): boolean;
}

/** What the space's vectors say of a query; undefined where there are none, or they cannot be read. */
export async function searchMeaning(
  { vectors }: Pick<RetrieverDeps, 'vectors'>,
  config: RecallConfig,
  { tenant, space, filter }: MeaningInput,
  embedding: Promise<QueryVectors | undefined>,
): Promise<Meaning | undefined> {
  const query = await embedding;
  if (vectors === undefined || query === undefined) return undefined;
  let isFailed = false;
  const guard = async (work: () => Promise<void>): Promise<void> => {
    if (isFailed) return;
    await work().catch((error: unknown) => {
      isFailed = true;
      vectors.observed?.('failed', error);
    });
  };
  const all = createVectorScores(vectors.index, { tenant, space }, query);
  const scores: VectorScores = { ...all, signals: () => (isFailed ? [] : all.signals()) };
  let found: readonly VectorHit[] = [];
  await guard(async () => {
    if (!config.ranking.vector) return;
    found = await vectors.index.searchVectors({
      tenant,
      space,
      model: query.model,
      vector: query.vector,
      limit: config.vectorCandidates,
      filter,
    });
  });
  if (found.length === 0 && config.ranking.vector) {
    if (!isFailed) vectors.observed?.('none');
    return undefined;
  }
  scores.add(found);
  return {
    model: query.model,
    scores,
    found,
    failed: () => isFailed,
    cover: (hits, asked) => guard(() => scores.cover(hits, asked)),
    async vectorsAt(places) {
      let beside: readonly VectorHit[] = [];
      await guard(async () => void (beside = await scores.at(places)));
      return beside;
    },
    compare: (chosen) => guard(() => (config.ranking.late ? scores.compareTokens(chosen()) : Promise.resolve())),
  };
}
