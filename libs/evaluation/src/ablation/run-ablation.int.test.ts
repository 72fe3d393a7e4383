import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryTarget, type MemoryTarget } from '../../testing/memory-target.ts';
import { ABLATION_CONDITIONS } from './ablation-conditions.ts';
import { runAblation } from './run-ablation.ts';
import type { AblationResult } from './summarise-ablation.ts';

let memory: MemoryTarget;
let result: AblationResult;
beforeAll(async () => {
  memory = await createMemoryTarget();
  result = await runAblation(memory.target, { runName: 'ablation', seed: 2, size: { singleTask: 1, multiTask: 1, questions: 2 } });
});
afterAll(() => memory.close());

describe('the ablation', () => {
  it('asks every question under every condition, and knows every right event by its name', () => {
    expect(result.n).toBe(result.answers.length);
    expect(result.n).toBeGreaterThan(20);
    for (const { ranked, gold } of result.answers) {
      expect(Object.keys(ranked)).toEqual([...ABLATION_CONDITIONS]);
      expect(gold.length).toBeGreaterThan(0);
    }
    expect(result.conditions.all.full.figures['recall@10']).toBeGreaterThan(0.5);
    expect(memory.failures).toEqual([]);
  });

  it('switches factors one by one: each condition is another ranking somewhere, and what conditioning changes is gone with none', () => {
    const differs = (condition: (typeof ABLATION_CONDITIONS)[number]) =>
      result.answers.some(({ ranked }) => ranked[condition]!.join() !== ranked.full!.join());
    for (const condition of ['premise', 'supersession', 'phase', 'task', 'selfAssessment', 'constraints', 'none'] as const)
      expect([condition, differs(condition)]).toEqual([condition, true]);
    expect(differs('full')).toBe(false);
  });

  it('counts single-task and multi-task spaces apart', () => {
    const { singleTask, multiTask, all } = result.conditions;
    expect(singleTask.full.figures.n + multiTask.full.figures.n).toBe(all.full.figures.n);
    expect(singleTask.task.loss['recall@5'].mean).toBe(0);
    expect(all.full.suppression.pushedOut).toBe(0);
  });
});
