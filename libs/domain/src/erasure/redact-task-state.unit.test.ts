import { describe, expect, it } from 'vitest';
import type { TaskState } from '../task-state/task-state.ts';
import { redactTaskState } from './redact-task-state.ts';

const saysErased = (text: string) => text.includes('secret');
const CARD: TaskState = {
  version: 3,
  premiseVersion: 2,
  taskId: 'harbour',
  goals: ['open the gate'],
  openLoops: [{ text: 'paint the mast', eventIds: ['e1'] }],
  keyEvents: ['e2'],
  premises: { depth: '4 m' },
  phase: 'execute',
  requiresSelfAssessment: true,
  extensions: { ship: { crew: 4, lost: null } },
};

describe('a task state after an erasure', () => {
  it('is the same object where nothing of it is only in erased events', () => {
    expect(redactTaskState(CARD, saysErased)).toBe(CARD);
  });

  it('holds no word of them, at any depth, in values and in names', () => {
    const card: TaskState = {
      ...CARD,
      goals: ['open the gate', 'hide the secret'],
      openLoops: [{ text: 'a secret berth', eventIds: ['e1'] }],
      premises: { 'secret depth': '4 m' },
      extensions: { ship: { crew: 4, lost: null, cargo: ['rope', 'secret'] } },
    };
    expect(redactTaskState(card, saysErased)).toEqual({
      ...CARD,
      goals: ['open the gate', '[erased]'],
      openLoops: [{ text: '[erased]', eventIds: ['e1'] }],
      premises: { '[erased]': '4 m' },
      extensions: { ship: { crew: 4, lost: null, cargo: ['rope', '[erased]'] } },
    });
  });

  it('keeps what the fold needs, as the rest of an erased event does: versions, phase, key events and the name of its task', () => {
    const card: TaskState = { ...CARD, taskId: 'secret-7', keyEvents: ['secret'], goals: ['secret'] };
    expect(redactTaskState(card, saysErased)).toEqual({ ...card, goals: ['[erased]'] });
    const named: TaskState = { version: 1, premiseVersion: 0, taskId: 'secret-7' };
    expect(redactTaskState(named, saysErased)).toBe(named);
  });
});
