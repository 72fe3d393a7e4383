import { describe, expect, it } from 'vitest';
import { askingFor, askingTask, eventFacts, premisesAt } from '../../../testing/conditioning-facts.ts';
import { EVENT_KINDS } from '../../event/event-kind.ts';
import { KIND_RULES, rulesOf } from '../../event/kind-rules.ts';
import { TASK_PHASES } from '../../task-state/task-state.ts';
import { accessFrequency } from './access-frequency.ts';
import { conditionEvent } from './condition-event.ts';
import { DEFAULT_CONDITIONING } from './conditioning-input.ts';
import { forgetting } from './forgetting.ts';
import { phaseSalience } from './phase-salience.ts';
import { premiseCompatibility } from './premise-compatibility.ts';
import { recency } from './recency.ts';
import { selfAssessment } from './self-assessment.ts';
import { sensitivityPenalty } from './sensitivity-penalty.ts';
import { supersession } from './supersession.ts';
import { taskRelevance } from './task-relevance.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('premise compatibility', () => {
  const task = {
    premises: { runtime: 'node 24', store: 'files', region: 'north' },
    premiseVersion: 3,
    premiseHistory: [premisesAt(1, { runtime: 'node 22', store: 'sql' }), premisesAt(2, { runtime: 'node 24', store: 'sql' })],
  };
  it.each([
    ['the current version', 3, 1],
    ['no version', undefined, 1],
    ['before any premise', 0, 1],
    ['a version that is not remembered', 99, 1],
    ['half of them kept, one new', 2, 0.5],
    ['none kept', 1, 0.1],
  ])('%s', (_, premiseVersion, expected) => {
    expect(premiseCompatibility({ premiseVersion }, task)).toBe(expected);
  });

  it('a value that came back holds again; a premise that is gone does not', () => {
    const back = {
      premises: { a: '1' },
      premiseVersion: 3,
      premiseHistory: [premisesAt(1, { a: '1' }), premisesAt(2, { a: '2', b: '1' })],
    };
    expect(premiseCompatibility({ premiseVersion: 1 }, back)).toBe(1);
    expect(premiseCompatibility({ premiseVersion: 2 }, back)).toBe(0.1);
  });
});

describe('phase salience', () => {
  it('lies within 0.1 and 2.0 for every kind, phase and hint, and is 1 without a phase', () => {
    for (const phase of TASK_PHASES)
      for (const kind of EVENT_KINDS)
        for (const hints of [[], ['needed_for_final_report'], ['temporary_debug'], ['decision_record']] as const) {
          const salience = phaseSalience({ kind, hints }, phase);
          expect(salience).toBeGreaterThanOrEqual(0.1);
          expect(salience).toBeLessThanOrEqual(2);
          expect(phaseSalience({ kind, hints }, undefined)).toBe(1);
        }
  });

  it('prefers decisions when planning and tool output when debugging', () => {
    const order = (phase: (typeof TASK_PHASES)[number]): number =>
      phaseSalience({ kind: 'decision', hints: [] }, phase) - phaseSalience({ kind: 'tool_result', hints: [] }, phase);
    expect(order('plan')).toBeGreaterThan(0);
    expect(order('debug')).toBeLessThan(0);
    expect(phaseSalience({ kind: 'decision', hints: [] }, 'plan')).toBe(2);
  });

  it('follows the hints of the writer', () => {
    const result = (hint: 'needed_for_final_report' | 'temporary_debug' | 'decision_record') => ({
      kind: 'tool_result' as const,
      hints: [hint],
    });
    expect(phaseSalience(result('needed_for_final_report'), 'report')).toBe(2);
    expect(phaseSalience(result('needed_for_final_report'), 'plan')).toBe(KIND_RULES.tool_result.salience.plan);
    expect(phaseSalience(result('temporary_debug'), 'debug')).toBe(KIND_RULES.tool_result.salience.debug);
    expect(phaseSalience(result('temporary_debug'), 'execute')).toBe(KIND_RULES.tool_result.salience.execute / 2);
    expect(phaseSalience(result('decision_record'), 'plan')).toBe(KIND_RULES.decision.salience.plan);
  });
});

describe('the other factors', () => {
  it('supersession is 0.1 unless history is asked for', () => {
    expect(supersession({ superseded: true }, { wantsHistory: false })).toBe(0.1);
    expect(supersession({ superseded: true }, { wantsHistory: true })).toBe(1);
    expect(supersession({ superseded: false }, { wantsHistory: false })).toBe(1);
  });

  it.each([
    ['its own task', 'a', false, false, false, 1],
    ['no task', undefined, false, false, false, 1],
    ['another task', 'b', false, false, false, 0],
    ['another task in the asking session', 'b', false, true, false, 0.5],
    ['another task that the card names', 'b', true, false, false, 1],
    ['another task where others are allowed', 'b', false, false, true, 0.5],
  ])('task relevance of %s', (_, taskId, named, ownSession, allowsOtherTasks, expected) => {
    expect(taskRelevance({ taskId, named, ownSession }, { taskId: 'a', allowsOtherTasks })).toBe(expected);
  });

  it('a card without a task id leaves all tasks alone', () => {
    expect(taskRelevance({ taskId: 'b', named: false, ownSession: false }, { allowsOtherTasks: false })).toBe(1);
  });

  it('self-assessment doubles mistakes, successes and lessons', () => {
    for (const tag of ['mistake', 'success', 'lesson'])
      expect(selfAssessment({ tags: ['x', tag] }, { requiresSelfAssessment: true })).toBe(2);
    expect(selfAssessment({ tags: ['x'] }, { requiresSelfAssessment: true })).toBe(1);
    expect(selfAssessment({ tags: ['lesson'] }, { requiresSelfAssessment: false })).toBe(1);
  });

  it('recency falls from 1 towards 0.9, half of it in a week', () => {
    expect([recency(0), recency(7 * DAY), recency(10_000 * DAY)].map((value) => Number(value.toFixed(4)))).toEqual([1, 0.95, 0.9]);
  });

  it('use raises a little and never beyond 1.25', () => {
    expect([0, 1, 3, 1e9].map(accessFrequency)).toEqual([1, 1.05, 1.1, 1.25]);
  });

  it('kinds have a mild prior, labels a penalty', () => {
    for (const kind of EVENT_KINDS) expect(Math.abs(rulesOf(kind).prior - 1)).toBeLessThanOrEqual(0.2);
    expect([sensitivityPenalty(true), sensitivityPenalty(false)]).toEqual([0.8, 1]);
  });

  it('forgetting follows a power law by kind and never deletes', () => {
    expect(forgetting('tool_result', 0)).toBe(1);
    expect(forgetting('tool_result', 31 * DAY)).toBeCloseTo(32 ** -0.2, 12);
    expect(forgetting('constraint', 1e6 * DAY)).toBe(1);
    expect(forgetting('thinking', 1e6 * DAY)).toBe(0.1);
  });
});

describe('conditionEvent', () => {
  it('lifts a live constraint to 3, not a superseded one, and none of another task', () => {
    const task = askingTask({ phase: 'debug' });
    const live = conditionEvent(eventFacts({ kind: 'constraint' }), askingFor(task), DEFAULT_CONDITIONING);
    expect(live).toMatchObject({ phase: 1.2, modifier: 3 });
    expect(live.phase * live.constraint).toBeCloseTo(3, 12);
    expect(
      conditionEvent(eventFacts({ kind: 'constraint', superseded: true }), askingFor(task), DEFAULT_CONDITIONING).modifier,
    ).toBeCloseTo(0.12, 12);
    expect(conditionEvent(eventFacts({ kind: 'constraint', taskId: 'other' }), askingFor(task), DEFAULT_CONDITIONING).product).toBe(0);
  });

  it('asks for no compatibility with the present where history is wanted', () => {
    const task = askingTask({ premiseVersion: 2, premises: { a: '2' }, premiseHistory: [premisesAt(1, { a: '1' })] });
    const old = eventFacts({ premiseVersion: 1, superseded: true });
    const factors = (wantsHistory: boolean) => conditionEvent(old, { task, wantsHistory }, DEFAULT_CONDITIONING);
    expect(factors(false)).toMatchObject({ premise: 0.1, supersession: 0.1 });
    expect(factors(true)).toMatchObject({ premise: 1, supersession: 1, product: 1 });
  });

  it('holds the modifier at 4', () => {
    const task = askingTask({ phase: 'plan', requiresSelfAssessment: true });
    const lesson = conditionEvent(eventFacts({ kind: 'decision', tags: ['lesson'] }), askingFor(task), DEFAULT_CONDITIONING);
    expect(lesson).toMatchObject({ phase: 2, selfAssessment: 2, cap: 1, modifier: 4 });
    const guarded = conditionEvent(eventFacts({ kind: 'constraint', tags: ['lesson'] }), askingFor(task), DEFAULT_CONDITIONING);
    expect(guarded).toMatchObject({ phase: 1.6, selfAssessment: 2, constraint: 1 });
    expect(guarded.modifier).toBeCloseTo(3.2, 12);
  });

  it.each(Object.keys(DEFAULT_CONDITIONING) as (keyof typeof DEFAULT_CONDITIONING)[])('switches %s off', (name) => {
    const task = askingTask({
      phase: 'report',
      requiresSelfAssessment: true,
      premiseVersion: 2,
      premises: { a: '2' },
      premiseHistory: [premisesAt(1, { a: '1' })],
      allowsOtherTasks: true,
    });
    const all = { ...DEFAULT_CONDITIONING, recency: true, frequency: true, typePrior: true, forgetting: true };
    const event = eventFacts({
      kind: name === 'constraints' ? 'constraint' : 'thinking',
      superseded: name !== 'constraints',
      taskId: 'other',
      tags: ['mistake'],
      premiseVersion: 1,
      sensitive: true,
      ageMs: 90 * DAY,
      uses: 3,
    });
    const factor = name === 'constraints' ? 'constraint' : name;
    expect(conditionEvent(event, askingFor(task), all)[factor]).not.toBe(1);
    expect(conditionEvent(event, askingFor(task), { ...all, [name]: false })[factor]).toBe(1);
  });
});
