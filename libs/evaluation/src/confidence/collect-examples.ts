import { FIRST_HITS, type Features } from '@total-recall/domain';
import type { ConversationSet } from '../conversations/conversation-set.ts';
import { fillStores, unitKey } from '../conversations/fill-stores.ts';
import type { EvaluationProgress, EvaluationTarget } from '../evaluation-target.ts';

/** An answer with the features of its confidence, and the truth about it and about each hit. */
export interface AnswerExample {
  readonly kind: string;
  readonly answerable: boolean;
  readonly right: boolean;
  readonly confidence: number;
  readonly features: Features;
  readonly hits: readonly { readonly features: Features; readonly right: boolean; readonly confidence: number }[];
  readonly signals: readonly string[];
}

/** Number of hits to learn from: nearly all later ones are wrong. */
export const HITS_LEARNT = 10;

/**
 * Asks every question of its own store and, with `strangers`, the answerable ones also of the next store, which cannot
 * know the answer.
 */
export async function collectExamples(
  target: EvaluationTarget,
  set: ConversationSet,
  options: { readonly runName: string; readonly strangers: boolean; readonly onProgress?: EvaluationProgress },
): Promise<AnswerExample[]> {
  const { onProgress } = options;
  const filled = await fillStores(target, set.stores, { runName: options.runName, pool: false, ...(onProgress && { onProgress }) });
  const examples: AnswerExample[] = [];
  for (const [at, question] of set.questions.entries()) {
    onProgress?.(at, set.questions.length, 'asking');
    const labels = set.labels.get(question.id)!;
    const gold = new Set(labels.units.map((unit) => unitKey(question.store, unit)));
    const ask = async (store: string, kind: string): Promise<void> => {
      const space = filled.spaceOf.get(store)!;
      const answer = await target.retriever.recall({
        tenant: target.tenant,
        space,
        queries: [question.text],
        limit: HITS_LEARNT,
        explain: true,
      });
      const hits = answer.hits.map(({ eventId, confidence, evidence = {} }) => ({
        features: evidence,
        confidence,
        right: gold.has(filled.unitOf.get(eventId)?.key ?? ''),
      }));
      const right = hits.slice(0, FIRST_HITS).some((hit) => hit.right);
      examples.push({
        kind,
        answerable: store === question.store && gold.size > 0,
        right,
        confidence: answer.confidence,
        features: answer.evidence ?? {},
        hits,
        signals: answer.signals,
      });
    };
    await ask(question.store, labels.category);
    if (options.strangers && gold.size > 0) {
      const next = set.stores[(set.stores.findIndex(({ name }) => name === question.store) + 1) % set.stores.length]!;
      await ask(next.name, `${labels.category}, of another store`);
    }
  }
  return examples;
}
