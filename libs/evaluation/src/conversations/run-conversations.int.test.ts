import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BEAM_QUESTIONS,
  HAYSTACK_LABELS,
  inventedBeam,
  inventedLocomo,
  inventedLongMemEval,
  LOCOMO_QUESTIONS,
} from '../../testing/invented-conversations.ts';
import { createMemoryTarget, type MemoryTarget } from '../../testing/memory-target.ts';
import type { EvaluationTarget } from '../evaluation-target.ts';
import {
  runBeam,
  runConfidence,
  runLocomo,
  runLongMemEval,
  type ConversationOptions,
  type ConversationResult,
} from './run-conversations.ts';

let memory: MemoryTarget;
beforeEach(async () => {
  memory = await createMemoryTarget();
});
afterEach(() => memory.close());

describe('conversations', () => {
  it('are stored, asked and scored at both levels', async () => {
    const result = await runLocomo(memory.target, inventedLocomo(), { runName: 'locomo' });
    expect(result).toMatchObject({
      dataset: 'locomo',
      n: 4,
      withoutEvidence: 1,
      unit: 'turn',
      store: { spaces: 2, sessions: 4, events: 12, largest: 6 },
    });
    expect(result.turn).toMatchObject({ n: 4, 'any@5': 1 });
    expect(result.session['any@5']).toBe(1);
    expect(Object.keys(result.byCategory)).toEqual(['1 multi-hop', '2 temporal', '4 single-hop', '1-4', '1-5']);
    expect(result.questions[1]).toMatchObject({
      id: 'conv-a:2',
      gold: ['D2:2'],
      ranks: [1],
      goldSessions: ['session-2'],
      sessionRanks: [1],
    });
    expect(result.intervals.turn['any@5']).toEqual({ low: 1, high: 1 });
    expect(memory.failures).toEqual([]);
  });

  it('are swept once all of them are stored, each space once, and only where that is wanted', async () => {
    const swept: string[] = [];
    const consolidate = async (space: string): Promise<void> => void swept.push(space);
    await expect(runLocomo(memory.target, inventedLocomo(), { runName: 'a', consolidate: true })).rejects.toThrow('consolidates nothing');
    await runLocomo({ ...memory.target, consolidate }, inventedLocomo(), { runName: 'b' });
    expect(swept).toEqual([]);
    await runLocomo({ ...memory.target, consolidate }, inventedLocomo(), { runName: 'c', consolidate: true });
    expect(swept).toEqual(['c.1', 'c.2']);
  });

  it('stand in one space where pooled, and evidence counts in its own conversation only', async () => {
    const result = await runLocomo(memory.target, inventedLocomo(), { runName: 'pool', pool: true });
    expect(result.store).toMatchObject({ spaces: 1, sessions: 4, events: 12, largest: 12 });
    // Both conversations hold the same text, so the first hit is the evidence of only one of the two questions.
    const ranks = result.questions.filter(({ id }) => id.endsWith(':1')).map((question) => question.ranks[0]!);
    expect(ranks[0]).not.toBe(ranks[1]);
    expect(ranks.toSorted()).toEqual([1, 2]);
  });

  it('are asked again without parts of the ranking, which needs a target with such a switch', async () => {
    const asked: string[] = [];
    const target: EvaluationTarget = {
      ...memory.target,
      recallWithout: (parts) => (request) => {
        asked.push(parts.join(' '));
        return memory.target.retriever.recall(request);
      },
    };
    const result = await runLocomo(target, inventedLocomo(), { runName: 'parts', without: ['dates'], ablate: true });
    expect(result.config['without']).toEqual(['dates']);
    expect(result.ablation!.map(({ without }) => without.join(' '))).toContain('dates vector late');
    expect(result.ablation!.map(({ turn }) => turn)).toEqual(result.ablation!.map(() => result.turn));
    expect([...new Set(asked)]).toEqual(
      ['dates', ...new Set(result.ablation!.map(({ without }) => without.join(' ')))].filter((name, at, all) => all.indexOf(name) === at),
    );
    await expect(runLocomo(memory.target, inventedLocomo(), { runName: 'all', without: ['dates'] })).rejects.toThrow(/all parts/);
  });

  it('keep abstention apart', async () => {
    const haystack = await runLongMemEval(memory.target, inventedLongMemEval(), { runName: 'haystack' });
    expect(haystack).toMatchObject({ n: 1, abstention: { n: 1 }, turn: { n: 1, 'any@1': 1 }, session: { n: 1, 'all@5': 1 } });
    const beam = await runBeam(memory.target, inventedBeam(), { runName: 'beam' });
    expect(beam).toMatchObject({ n: 2, unit: 'message', abstention: { n: 1 }, withoutEvidence: 1 });
    expect(beam.byCategory['contradiction_resolution']!.turn['fraction@5']).toBe(1);
  });
});

describe('confidence', () => {
  it('is judged on own questions, and on the same asked of a store that cannot know', async () => {
    const { confidence } = await runLocomo(memory.target, inventedLocomo(), { runName: 'sure' });
    expect(confidence).toMatchObject({ n: 8, answerable: 4, unanswerable: 4, marked: 0, strangers: 4 });
    expect(confidence.bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(8);
    const { answered, unsure, nothing_found: nothing } = confidence.outcomes;
    expect(answered.right + unsure.right + nothing.right).toBe(4);
    const pooled = await runLocomo(memory.target, inventedLocomo(), { runName: 'pooled', pool: true });
    expect(pooled.confidence).toMatchObject({ answerable: 4, unanswerable: 0, strangers: 0, auc: null });
    const haystack = await runLongMemEval(memory.target, inventedLongMemEval(), { runName: 'marked' });
    expect(haystack.confidence).toMatchObject({ answerable: 1, unanswerable: 2, marked: 1, strangers: 1 });
  });

  it('tells generated questions with an answer from those without', async () => {
    const { confidence, n } = await runConfidence(memory.target, { runName: 'made', seed: 5, stores: 1 });
    expect(confidence.answerable).toBe(n);
    expect(confidence.unanswerable).toBeGreaterThan(20);
    expect(confidence.strangers).toBe(0);
    expect(confidence.auc!).toBeGreaterThan(0.75);
    expect(confidence.ece!).toBeLessThan(0.2);
    expect(memory.failures).toEqual([]);
  });
});

/** Records everything that a run passes to the target. */
async function handedOver(
  run: (target: EvaluationTarget, options: ConversationOptions) => Promise<ConversationResult>,
): Promise<{ appended: unknown[]; asked: unknown[] }> {
  const { target } = memory;
  const appended: unknown[] = [];
  const asked: unknown[] = [];
  const recording: EvaluationTarget = {
    ...target,
    ingest: { ...target.ingest, append: (request) => (appended.push(structuredClone(request)), target.ingest.append(request)) },
    retriever: { ...target.retriever, recall: (request) => (asked.push(structuredClone(request)), target.retriever.recall(request)) },
  };
  await run(recording, { runName: 'same' });
  await memory.close();
  memory = await createMemoryTarget();
  return { appended, asked };
}

describe('labels', () => {
  it('never reach the target: all of them changed, the same is stored and asked', async () => {
    const locomo = LOCOMO_QUESTIONS.slice(0, 3);
    const relabelled = locomo.map(({ question }, at) => ({ question, answer: `other ${at}`, evidence: ['D1:1'], category: 5 }));
    const haystack = { ids: ['answer_1', 'talk_2'], answers: ['answer_1'], marked: false, type: 'multi-session', answer: 'a stork' };
    const beam = Object.fromEntries(Object.entries(BEAM_QUESTIONS).filter(([name]) => name !== 'summarization'));
    const rebeam = Object.fromEntries(
      Object.entries(beam).map(([name, list]) => [
        name,
        list.map(({ question }) => ({ question, source_chat_ids: [3], rubric: ['changed'] })),
      ]),
    );
    const pairs: [
      (target: EvaluationTarget, options: ConversationOptions) => Promise<ConversationResult>,
      (target: EvaluationTarget, options: ConversationOptions) => Promise<ConversationResult>,
    ][] = [
      [
        (target, options) => runLocomo(target, inventedLocomo(locomo), options),
        (target, options) => runLocomo(target, inventedLocomo(relabelled), options),
      ],
      [
        (target, options) => runLongMemEval(target, inventedLongMemEval(HAYSTACK_LABELS), options),
        (target, options) => runLongMemEval(target, inventedLongMemEval(haystack), options),
      ],
      [
        (target, options) => runBeam(target, inventedBeam(beam), options),
        (target, options) => runBeam(target, inventedBeam(rebeam), options),
      ],
    ];
    for (const [labelled, changed] of pairs) {
      const [before, after] = [await handedOver(labelled), await handedOver(changed)];
      expect(before.appended.length).toBeGreaterThan(0);
      expect(after.appended).toEqual(before.appended);
      expect(after.asked).toEqual(before.asked);
    }
  });
});
