import { describe, expect, it } from 'vitest';
import { nextTaskState } from './next-task-state.ts';
import { renderTaskState } from './render-task-state.ts';
import type { TaskState } from './task-state.ts';

const CARD: TaskState = {
  version: 3,
  premiseVersion: 1,
  taskId: 'T-9',
  phase: 'debug',
  goals: ['ship'],
  premises: { region: 'eu' },
  keyEvents: ['E1'],
};

describe('the next task state', () => {
  it('is version 1 of nothing, and refuses a first update that expects one', () => {
    expect(nextTaskState(undefined, { expectedVersion: 0, fields: { goals: ['a'] } })).toEqual({
      kind: 'next',
      state: { goals: ['a'], version: 1, premiseVersion: 0 },
    });
    expect(nextTaskState(undefined, { expectedVersion: 1, fields: {} })).toEqual({ kind: 'conflict', currentVersion: 0 });
  });

  it('replaces the fields it names and keeps the others', () => {
    expect(nextTaskState(CARD, { expectedVersion: 3, fields: { goals: ['test', 'ship'], phase: 'review' } })).toEqual({
      kind: 'next',
      state: { ...CARD, goals: ['test', 'ship'], phase: 'review', version: 4 },
    });
  });

  it.each([2, 4])('tells a writer who saw version %i of the one that stands', (expectedVersion) => {
    expect(nextTaskState(CARD, { expectedVersion, fields: {} })).toEqual({ kind: 'conflict', currentVersion: 3 });
  });

  it.each([
    ['the same', { region: 'eu' }, 1],
    ['another value', { region: 'us' }, 2],
    ['one more', { region: 'eu', tier: 'gold' }, 2],
    ['one less', {}, 2],
    ['another name', { zone: 'eu' }, 2],
  ])('raises the premise version on %s only where premises changed', (_name, premises, premiseVersion) => {
    expect(nextTaskState(CARD, { expectedVersion: 3, fields: { premises } })).toMatchObject({ state: { premiseVersion, premises } });
  });

  it('raises the premise version with the first premises', () => {
    expect(nextTaskState(undefined, { expectedVersion: 0, fields: { premises: { a: 'b' } } })).toMatchObject({
      state: { premiseVersion: 1 },
    });
    expect(nextTaskState(undefined, { expectedVersion: 0, fields: { premises: {} } })).toMatchObject({ state: { premiseVersion: 0 } });
  });
});

describe('the card', () => {
  it('is one line without fields', () => {
    expect(renderTaskState({ version: 1, premiseVersion: 0 })).toBe('[Task state v1]');
    expect(renderTaskState({ version: 1, premiseVersion: 0, goals: [], premises: {}, extensions: {} })).toBe('[Task state v1]');
  });

  it('shows every field in its order, byte for byte', () => {
    const whole: TaskState = {
      ...CARD,
      constraints: [{ text: 'no downtime', eventIds: ['E2'] }],
      openLoops: [{ text: 'flaky test' }],
      nextActions: ['bisect'],
      milestones: ['beta'],
      acceptanceCriteria: ['green'],
      risks: ['quota'],
      keyArtifacts: ['art_1'],
      extensions: { board: { column: 2 } },
    };
    expect(renderTaskState(whole)).toBe(
      '[Task state v3 | task T-9 | phase debug]\nGoals:\n- ship\nConstraints:\n- no downtime\nOpen loops:\n- flaky test\nNext actions:\n- bisect\nMilestones:\n- beta\nAcceptance criteria:\n- green\n' +
        'Risks:\n- quota\nPremises:\n- region = eu\nKey events:\n- E1\nKey artifacts:\n- art_1\nExtensions: {"board":{"column":2}}',
    );
  });
});
