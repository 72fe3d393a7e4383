import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../event/event-kind.ts';
import { reflect, REFLECTION_BOUNDS, type ReflectionInput } from './reflect.ts';

const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
const input: fc.Arbitrary<ReflectionInput> = fc.record({
  figures: fc.nat(500).chain((retrievals) =>
    fc.record({
      retrievals: fc.constant(retrievals),
      unanswered: fc.integer({ min: 0, max: retrievals }),
      modelTurns: fc.nat(2_000),
      received: fc.nat(500),
      evidence: fc.nat(2_000),
      pullFrequency: share,
      evidenceUseRate: share,
      completeness: share,
    }),
  ),
  kinds: fc.array(fc.record({ kind: fc.constantFrom(...EVENT_KINDS), shown: fc.nat(50), used: fc.nat(50) }), { maxLength: 6 }),
  sessions: fc.array(fc.record({ key: fc.string(), retrievals: fc.nat(40), unanswered: fc.nat(40), escalated: fc.nat(40) }), {
    maxLength: 20,
  }),
  settings: fc.record(
    {
      triggerRatio: fc.double({ min: 0.3, max: 1, noNaN: true }),
      targetRatio: fc.double({ min: 0.1, max: 0.95, noNaN: true }),
      pullTokens: fc.integer({ min: 64, max: 20_000 }),
      pullMaxTokens: fc.integer({ min: 64, max: 40_000 }),
      forgetting: fc.boolean(),
      reconcilerBudgetTokens: fc.integer({ min: 0, max: 2_000_000 }),
    },
    { requiredKeys: ['triggerRatio', 'targetRatio', 'pullTokens', 'pullMaxTokens', 'forgetting'] },
  ),
});
const QUIET: ReflectionInput = {
  figures: {
    retrievals: 100,
    unanswered: 0,
    modelTurns: 1_000,
    received: 100,
    evidence: 500,
    pullFrequency: 0.1,
    evidenceUseRate: 0.4,
    completeness: 0.9,
  },
  kinds: [],
  sessions: [],
  settings: { triggerRatio: 0.85, targetRatio: 0.5, pullTokens: 1_000, pullMaxTokens: 4_000, forgetting: false },
};
const proposalsOf = (figures: Partial<ReflectionInput['figures']>, settings: Partial<ReflectionInput['settings']> = {}) =>
  reflect({ ...QUIET, figures: { ...QUIET.figures, ...figures }, settings: { ...QUIET.settings, ...settings } }).proposals;

describe('a reflection', () => {
  it('proposes one change for a setting at most, a real one, within bounds, and no other for the same figures', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { proposals, isEnough } = reflect(given);
        expect(reflect(given).proposals).toEqual(proposals);
        if (!isEnough) expect(proposals).toEqual([]);
        expect(new Set(proposals.map(({ setting }) => setting)).size).toBe(proposals.length);
        for (const { setting, from, to } of proposals) {
          expect(to).not.toBe(from);
          expect(from).toBe(given.settings[setting]);
          if (setting === 'targetRatio') {
            expect(to).toBeGreaterThanOrEqual(REFLECTION_BOUNDS.targetRatio.from);
            expect(to).toBeLessThanOrEqual(REFLECTION_BOUNDS.targetRatio.to);
            expect(Math.abs(Number(to) - Number(from))).toBeLessThanOrEqual(REFLECTION_BOUNDS.targetRatio.step + 0.01);
          }
          if (setting === 'pullTokens') expect(Number(to)).toBeLessThanOrEqual(Math.max(Number(from), given.settings.pullMaxTokens));
          if (setting === 'forgetting') expect(to).toBe(false);
        }
      }),
    );
  });

  it('says why, and nothing where recall does what it should', () => {
    expect(proposalsOf({})).toEqual([]);
    expect(proposalsOf({ pullFrequency: 0.5 })).toEqual([{ setting: 'targetRatio', from: 0.5, to: 0.55, why: 'pulls_often' }]);
    expect(proposalsOf({ pullFrequency: 0.01 })).toEqual([{ setting: 'targetRatio', from: 0.5, to: 0.45, why: 'pulls_rarely' }]);
    expect(proposalsOf({ unanswered: 30 })).toEqual([]);
    expect(proposalsOf({ unanswered: 30 }, { forgetting: true, reconcilerBudgetTokens: 10_000 })).toEqual([
      { setting: 'forgetting', from: true, to: false, why: 'finds_nothing' },
      { setting: 'reconcilerBudgetTokens', from: 10_000, to: 15_000, why: 'finds_nothing' },
    ]);
    expect(proposalsOf({ completeness: 0.3 })).toEqual([{ setting: 'pullTokens', from: 1_000, to: 1_250, why: 'leaves_much' }]);
    expect(proposalsOf({ evidenceUseRate: 0.05 })).toEqual([{ setting: 'pullTokens', from: 1_000, to: 800, why: 'brings_unused' }]);
    expect(proposalsOf({ pullFrequency: 0.5, retrievals: 5 })).toEqual([]);
  });

  it('names kinds that are used more often than others, and sessions whose recalls miss', () => {
    const { kinds, sessions } = reflect({
      ...QUIET,
      figures: { ...QUIET.figures, evidenceUseRate: 0.2 },
      kinds: [
        { kind: 'decision', shown: 10, used: 8 },
        { kind: 'tool_result', shown: 100, used: 15 },
        { kind: 'report', shown: 3, used: 3 },
      ],
      sessions: [
        { key: 'lost', retrievals: 10, unanswered: 4, escalated: 2 },
        { key: 'fine', retrievals: 10, unanswered: 1, escalated: 0 },
        { key: 'new', retrievals: 2, unanswered: 2, escalated: 0 },
      ],
    });
    expect(kinds.map(({ kind }) => kind)).toEqual(['decision']);
    expect(sessions).toEqual([{ session: 'lost', retrievals: 10, missed: 6 }]);
  });
});
