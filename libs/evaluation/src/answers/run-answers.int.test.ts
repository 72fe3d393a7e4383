import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryTarget, type MemoryTarget } from '../../testing/memory-target.ts';
import { halfOf, type AnswerSet } from './answer-set.ts';
import { runAnswers } from './run-answers.ts';

let memory: MemoryTarget;
beforeEach(async () => {
  memory = await createMemoryTarget();
});
afterEach(() => memory.close());

const KEEPER = 'Who tends the lamp on the north mole?';
const UNSAID = 'Which xylophone did the quartermaster bring?';

/** Builds a store in which one event answers one question and nothing answers the other. */
function smallSet(answers: readonly string[]): AnswerSet {
  const texts = ['We repainted the slipway.', 'The lamp on the north mole is tended by Jorun Vale.', 'Bring more rope on Friday.'];
  const events = texts.map((text) => ({ kind: 'user_message' as const, text }));
  return {
    stores: [{ name: 'harbour', sessions: [{ name: 'talk', events, units: ['1', '2', '3'] }] }],
    questions: [
      { id: 'keeper', store: 'harbour', text: KEEPER },
      { id: 'unsaid', store: 'harbour', text: UNSAID },
    ],
    labels: new Map([
      ['keeper', { kind: 'needle', answers, units: ['2'], half: halfOf(KEEPER) }],
      ['unsaid', { kind: 'none', answers: [], units: [], half: halfOf(UNSAID) }],
    ]),
    withoutPlace: [],
  };
}

describe('runAnswers', () => {
  it('looks for the answer in what the model reads, at every budget', async () => {
    const result = await runAnswers(memory.target, smallSet(['Jorun Vale']), { runName: 'found' });
    expect(result.answerable).toMatchObject({ n: 1, 'in@4000': { mean: 1 }, 'in@1000': { mean: 1 }, firstFive: { mean: 1 } });
    expect(result.unanswerable).toMatchObject({ n: 1, 'in@4000': { mean: null }, outcomes: { answered: { mean: 0 } } });
    expect(result.byKind).toHaveProperty('needle.n', 1);
    expect(result.byHalf.look.n + result.byHalf.keep.n).toBe(2);
    expect(result.questions[0]).toMatchObject({ id: 'keeper', rank: 1, held: { default: true, 4000: true, 1000: true } });
    expect(memory.failures).toEqual([]);
  });

  it('misses an answer that stands nowhere, whatever is ranked first', async () => {
    const result = await runAnswers(memory.target, smallSet(['Tobias Renn']), { runName: 'missed' });
    expect(result.answerable).toMatchObject({ 'in@4000': { mean: 0 }, firstFive: { mean: 1 } });
  });

  it('hands no label to the service', async () => {
    const handed: unknown[] = [];
    const { ingest, retriever } = memory.target;
    const target = {
      ...memory.target,
      ingest: { ...ingest, append: (request: Parameters<typeof ingest.append>[0]) => (handed.push(request), ingest.append(request)) },
      retriever: {
        ...retriever,
        recall: (request: Parameters<typeof retriever.recall>[0]) => (handed.push(request), retriever.recall(request)),
      },
    };
    await runAnswers(target, smallSet(['Quartz']), { runName: 'blind' });
    expect(JSON.stringify(handed)).not.toMatch(/Quartz|needle|look|keep/);
  });
});
