import { FIRST_HITS, type RecallAnswer } from '@total-recall/domain';
import type { AnswerLabels, AnswerSet } from '../answers/answer-set.ts';
import { holdsAnswer } from '../answers/holds-answer.ts';
import { fillStores, unitKey } from '../conversations/fill-stores.ts';
import type { EvaluationProgress, EvaluationTarget } from '../evaluation-target.ts';
import { HITS_LEARNT, type AnswerExample } from './collect-examples.ts';

/**
 * Asks plain questions as examples: an answer is right where the text given to the model holds it. An answer withheld
 * as `nothing_found` is judged by the text of its best hits, so that new constants do not depend on the old ones.
 */
export async function collectAnswerExamples(
  target: EvaluationTarget,
  set: AnswerSet,
  options: { readonly runName: string; readonly onProgress?: EvaluationProgress },
): Promise<AnswerExample[]> {
  const { runName, onProgress } = options;
  const filled = await fillStores(target, set.stores, { runName, pool: false, ...(onProgress && { onProgress }) });
  const examples: AnswerExample[] = [];
  for (const [at, { id, store, text }] of set.questions.entries()) {
    onProgress?.(at, set.questions.length, 'asking');
    const labels = set.labels.get(id)!;
    const gold = new Set(labels.units.map((unit) => unitKey(store, unit)));
    const answer = await target.retriever.recall({
      tenant: target.tenant,
      space: filled.spaceOf.get(store)!,
      queries: [text],
      limit: HITS_LEARNT,
      explain: true,
    });
    examples.push({
      kind: `${store.split('-')[0]!}: ${labels.kind}`,
      answerable: labels.kind !== 'none',
      right: isGiven(answer, labels),
      confidence: answer.confidence,
      features: answer.evidence ?? {},
      hits: answer.hits.map(({ eventId, confidence, evidence = {} }) => ({
        features: evidence,
        confidence,
        right: gold.has(filled.unitOf.get(eventId)?.key ?? ''),
      })),
      signals: answer.signals,
    });
  }
  return examples;
}

function isGiven({ rendered, hits, outcome }: RecallAnswer, { answers }: AnswerLabels): boolean {
  const withheld = outcome === 'nothing_found' ? hits.slice(0, FIRST_HITS).map(({ passage }) => passage?.text ?? '') : [];
  return [rendered, ...withheld].some((text) => answers.some((answer) => holdsAnswer(text, answer)));
}
