import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askingTask, eventFacts, premisesAt } from '../../../testing/conditioning-facts.ts';
import { EVENT_KINDS, UTILITY_HINTS } from '../../event/event-kind.ts';
import { TASK_PHASES } from '../../task-state/task-state.ts';
import { conditionEvent } from './condition-event.ts';
import { CONDITIONING_TEMPERATURE, conditionScores, type ConditionedScore } from './condition-scores.ts';
import { DEFAULT_CONDITIONING, type ConditionedEvent, type ConditioningSwitches } from './conditioning-input.ts';

const event: fc.Arbitrary<ConditionedEvent> = fc.record(
  {
    kind: fc.constantFrom(...EVENT_KINDS),
    taskId: fc.constantFrom('own', 'other'),
    premiseVersion: fc.integer({ min: 0, max: 4 }),
    tags: fc.subarray(['mistake', 'success', 'lesson', 'blue']),
    hints: fc.subarray([...UTILITY_HINTS]),
    superseded: fc.boolean(),
    sensitive: fc.boolean(),
    named: fc.boolean(),
    ownSession: fc.boolean(),
    ageMs: fc.integer({ min: 0, max: 4e11 }),
    uses: fc.nat(1_000),
  },
  { requiredKeys: ['kind', 'tags', 'hints', 'superseded', 'sensitive', 'named', 'ownSession', 'ageMs', 'uses'] },
);

const task = fc
  .record({
    phase: fc.option(fc.constantFrom(...TASK_PHASES), { nil: undefined }),
    requiresSelfAssessment: fc.boolean(),
    allowsOtherTasks: fc.boolean(),
    premises: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom('1', '2')),
  })
  .map((fields) =>
    askingTask({
      ...fields,
      premiseVersion: 3,
      premiseHistory: [premisesAt(1, { a: '1', b: '1' }), premisesAt(2, { a: '2', ['__proto__']: '1' })],
    }),
  );

const asking = fc.record({ task, wantsHistory: fc.boolean() });

const switches: fc.Arbitrary<ConditioningSwitches> = fc.record(
  Object.fromEntries(Object.keys(DEFAULT_CONDITIONING).map((name) => [name, fc.boolean()])) as Record<
    keyof ConditioningSwitches,
    fc.Arbitrary<boolean>
  >,
);

const list = fc
  .array(fc.record({ event, score: fc.double({ min: -3, max: 12, noNaN: true }), isExact: fc.boolean(), next: fc.nat(9) }), {
    maxLength: 10,
  })
  .chain((items) =>
    fc.tuple(asking, switches).map(([who, on]) =>
      items.map(({ event: facts, score, isExact, next }, at): ConditionedScore => {
        const conditioning = conditionEvent(facts, who, on);
        const isReplaced = facts.superseded && conditioning.supersession < 1;
        return { eventId: `e${at}`, score, isExact, conditioning, ...(isReplaced ? { replacedBy: `e${at + 1 + next}` } : {}) };
      }),
    ),
  );

describe('conditioning', () => {
  it('has modifiers within 0 and 4 whose parts multiply up', () => {
    fc.assert(
      fc.property(event, asking, switches, (facts, who, on) => {
        const all = conditionEvent(facts, who, on);
        expect(all.modifier).toBeGreaterThanOrEqual(0);
        expect(all.modifier).toBeLessThanOrEqual(4);
        const { task: own, supersession, premise, phase, selfAssessment, constraint, cap } = all;
        expect(own * supersession * premise * phase * selfAssessment * constraint * cap).toBeCloseTo(all.modifier, 9);
        const base = all.recency * all.frequency * all.typePrior * all.sensitivity * all.forgetting;
        expect(all.modifier * base).toBeCloseTo(all.product, 9);
      }),
    );
  });

  it('is neutral without a task, but for what was superseded', () => {
    fc.assert(
      fc.property(event, fc.boolean(), (facts, wantsHistory) => {
        const { supersession, modifier, product, ...others } = conditionEvent(facts, { wantsHistory }, DEFAULT_CONDITIONING);
        expect(supersession).toBe(facts.superseded && !wantsHistory ? 0.1 : 1);
        expect([modifier, product]).toEqual([supersession, supersession]);
        expect(new Set(Object.values(others))).toEqual(new Set([1]));
      }),
    );
  });

  it('never counts what is superseded, older or labelled for more, nor what was used for less', () => {
    fc.assert(
      fc.property(event, asking, (facts, who) => {
        const product = (fields: Partial<ConditionedEvent>): number =>
          conditionEvent({ ...facts, ...fields }, who, { ...DEFAULT_CONDITIONING, forgetting: true }).product;
        if (!who.wantsHistory) expect(product({ superseded: true })).toBeLessThanOrEqual(product({ superseded: false }));
        expect(product({ sensitive: true })).toBeLessThanOrEqual(product({ sensitive: false }));
        expect(product({ ageMs: facts.ageMs + 1e9 })).toBeLessThanOrEqual(product({}));
        expect(product({ uses: facts.uses + 1 })).toBeGreaterThanOrEqual(product({}));
      }),
    );
  });

  it('gives scores that follow from base and product, keeps exact hits ahead, and puts successors first', () => {
    fc.assert(
      fc.property(list, (events) => {
        const results = conditionScores(events);
        const before = new Map(events.map((item) => [item.eventId, item]));
        expect(results.map((result) => result.eventId)).toEqual(
          events.filter((item) => item.conditioning.product > 0).map((item) => item.eventId),
        );
        for (const result of results) {
          const own = before.get(result.eventId)!;
          expect(result.score).toBeCloseTo(own.score + CONDITIONING_TEMPERATURE * Math.log(result.factors.product), 6);
          const successor = results.find((other) => other.eventId === own.replacedBy);
          if (successor !== undefined) expect(successor.score).toBeGreaterThan(result.score);
          if (!own.isExact || own.replacedBy !== undefined) continue;
          for (const other of results) {
            const theirs = before.get(other.eventId)!;
            if ((theirs.isExact && theirs.replacedBy === undefined) || theirs.score > own.score) continue;
            expect(result.score).toBeGreaterThan(other.score);
          }
        }
      }),
    );
  });

  it('leaves a ranking alone where every factor is 1', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -3, max: 12 })), (scores) => {
        const neutral = conditionEvent(eventFacts(), { wantsHistory: false }, DEFAULT_CONDITIONING);
        const results = conditionScores(scores.map((score, at) => ({ eventId: `e${at}`, score, isExact: false, conditioning: neutral })));
        expect(results.map((result) => result.score)).toEqual(scores);
      }),
    );
  });
});
