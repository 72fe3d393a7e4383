import { ABLATION_CONDITIONS, summariseAblation, type AblationAnswer } from '@total-recall/evaluation';
import { describe, expect, it } from 'vitest';
import { describeMachine } from '../service/describe-machine.ts';
import { ablationJson, answerLines, renderAblation, renderMaterial } from './render-ablation.ts';
import type { Style } from './terminal.ts';

const plain: Style = (_name, text) => text;

/** Builds two questions: one is lost without premises, and conditioning pushes a right event of the other out. */
function answers(): AblationAnswer[] {
  const ranked = (name: string) => ({ full: [name], premise: name === 'g1' ? ['w'] : [name, 'g3'] });
  return ['g1', 'g2'].map((name, at) => ({
    trace: 'single-1',
    tasks: 1,
    id: `finding-${at}`,
    topic: 'finding',
    contests: ['premise'],
    usualPhase: true,
    namesKeyEvent: false,
    gold: name === 'g1' ? ['g1'] : ['g2', 'g3'],
    ranked: { ...Object.fromEntries(ABLATION_CONDITIONS.map((condition) => [condition, [name]])), ...ranked(name) },
    latencyMs: Object.fromEntries(ABLATION_CONDITIONS.map((condition) => [condition, 3])),
  }));
}
const result = summariseAblation(answers(), { dataset: 'd', seed: 1, config: { signals: ['text'] }, store: { spaces: 1, events: 9 } });

describe('the ablation as it is shown', () => {
  it('has a row a condition, with what is lost and what is pushed out', () => {
    const shown = renderAblation(result, describeMachine(), { style: plain });
    expect(shown).toMatch(/All questions, n 2 +recall@1/);
    expect(shown).toMatch(/without premise .* 25\.0 \(-50\.0 to 100\.0\) .* 33\.3 %/);
    expect(shown).toMatch(/told by premises, n 2/);
    expect(shown).toMatch(/H6 .* not asked/);
    expect(shown).not.toContain('Spaces of several tasks');
  });

  it('is one object, with its questions in a file of their own', () => {
    expect(ablationJson(result, describeMachine())).not.toHaveProperty('answers');
    expect(ablationJson(result, describeMachine())).toMatchObject({ dataset: 'd', sha256: null, n: 2 });
    expect(answerLines(result).trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('recorded sessions', () => {
  const none = { sessions: 2, events: 9, taskStates: 0, premises: 0, phases: 0, taskIds: 0, supersessions: 0, constraints: 0, outcomes: 0 };
  it('are said to hold nothing, or sent to the replay', () => {
    expect(renderMaterial(none)).toContain('nothing to switch off');
    expect(renderMaterial({ ...none, taskStates: 1 })).toContain('eval replay');
  });
});
