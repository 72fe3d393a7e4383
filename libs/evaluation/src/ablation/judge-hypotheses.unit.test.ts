import { describe, expect, it } from 'vitest';
import { ABLATION_CONDITIONS, type AblationCondition } from './ablation-conditions.ts';
import type { AblationAnswer } from './ablation-measures.ts';
import { summariseAblation } from './summarise-ablation.ts';

/** Builds answers of one space each: right under the full configuration, wrong under the named conditions. */
function answers(tasks: number, count: number, wrongUnder: readonly AblationCondition[]): AblationAnswer[] {
  const ranked = Object.fromEntries(ABLATION_CONDITIONS.map((condition) => [condition, wrongUnder.includes(condition) ? ['w'] : ['g']]));
  const latencyMs = Object.fromEntries(ABLATION_CONDITIONS.map((condition) => [condition, 2]));
  return Array.from({ length: count }, (_, at) => ({
    trace: `${tasks}-${at}`,
    tasks,
    id: 'finding-1',
    topic: 'finding' as const,
    contests: ['premise' as const],
    usualPhase: true,
    namesKeyEvent: at % 2 === 0,
    gold: ['g'],
    ranked,
    latencyMs,
  }));
}

function judged(list: readonly AblationAnswer[]): Record<string, boolean | null> {
  const { hypotheses } = summariseAblation(list, { dataset: 'd', seed: 1, config: {}, store: { spaces: 1, events: 1 } });
  return Object.fromEntries(hypotheses.map(({ id, holds }) => [id, holds]));
}

describe('the hypotheses of the paper', () => {
  it('hold where premises cost most, supersession next, phases little, and the task only among several', () => {
    const list = [
      ...answers(1, 30, ['premise', 'none']),
      ...answers(1, 10, ['supersession']),
      ...answers(1, 2, ['phase']),
      ...answers(3, 8, ['task']),
      ...answers(3, 20, []),
    ];
    expect(judged(list)).toEqual({ H6: true, H13: true, H14: true, H15: true, H16: true });
  });

  it('do not hold where it is otherwise', () => {
    const list = [...answers(1, 30, ['phase', 'task']), ...answers(3, 30, ['supersession']), ...answers(3, 20, ABLATION_CONDITIONS)];
    expect(judged(list)).toEqual({ H6: false, H13: false, H14: false, H15: false, H16: false });
  });

  it('are open where nothing was asked', () => {
    expect(judged([])).toMatchObject({ H6: null, H13: null, H14: null, H15: null, H16: null });
    expect(judged(answers(1, 4, [])).H16).toBeNull();
  });
});
