import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUDGET_TABLE, defaultHeadroom, deriveBudgets, MAX_MARKER_CAP, MARKER_TOKENS } from './derive-budgets.ts';
import { fingerprint, resolvePolicy } from './resolve-policy.ts';
import type { WindowBudgets } from './session-policy.ts';

function expectSound({
  window,
  sys,
  task,
  user,
  tail,
  headroom,
  markers,
  markerCap,
  pull,
  pullMax,
  pullCalls,
  output,
}: WindowBudgets): void {
  expect(pullMax * pullCalls + output).toBeLessThanOrEqual(headroom);
  expect(pullMax).toBeGreaterThanOrEqual(pull);
  expect(sys + task + user + markers + headroom).toBeLessThan(window);
  expect(tail).toBeLessThanOrEqual(window - sys - task - user - markers - headroom);
  expect(markers).toBe(markerCap * MARKER_TOKENS);
  expect(markerCap).toBeGreaterThanOrEqual(2);
  expect(markerCap).toBeLessThanOrEqual(MAX_MARKER_CAP);
  expect(pull).toBeGreaterThanOrEqual(64);
  for (const tokens of [sys, task, user, tail, headroom, output]) expect(Number.isInteger(tokens) && tokens > 0).toBe(true);
}

describe('the budgets', () => {
  it('I-04 of every window from 2K to 4M keep all bounds, by default', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 2_000, max: 10_000 }), fc.integer({ min: 2_000, max: 4_000_000 })), (windowTokens) => {
        const resolved = resolvePolicy([{ windowTokens }]);
        if (resolved.kind === 'invalid') throw new Error(JSON.stringify(resolved.problems));
        expectSound(resolved.policy.budgets);
        expect(resolved.policy.budgets.window).toBe(windowTokens);
      }),
      { numRuns: 500 },
    );
  });

  it.each([2_000, 8_191, 8_192, 16_000, 32_768, 131_072, 200_000, 1_000_000])('of %i tokens are sound', (windowTokens) => {
    expectSound(deriveBudgets({ windowTokens }));
  });

  it('come from the row below the window; task budgets lie in 500..800 from 8K on', () => {
    for (const row of BUDGET_TABLE) {
      const { sys, task, tail, user, markerCap } = row;
      expect(deriveBudgets({ windowTokens: row.window })).toMatchObject({ sys, task, tail, user, markerCap });
      expect(deriveBudgets({ windowTokens: row.window + 1 })).toMatchObject({ sys, task, tail, user, markerCap });
      expect(task).toBeGreaterThanOrEqual(500);
      expect(task).toBeLessThanOrEqual(800);
    }
  });

  it.each([
    [8_192, 1_228],
    [32_768, 4_915],
    [131_072, 13_000],
    [1_000_000, 13_000],
  ])('keep a headroom for %i of %i', (window, headroom) => {
    expect(defaultHeadroom(window)).toBe(headroom);
  });

  it.each([
    [131_072, 4_000, 13_000],
    [200_000, 4_000, 13_000],
    [1_000_000, 15_625, 47_875],
    [4_000_000, 62_500, 188_500],
  ])('let one call of a window of %i ask for %i, within a headroom of %i', (windowTokens, pullMax, headroom) => {
    expect(deriveBudgets({ windowTokens })).toMatchObject({ pull: 4_000, pullMax, headroom });
  });

  it('keep what was set: the headroom bounds the default, and grows with what one call may ask for', () => {
    expect(deriveBudgets({ windowTokens: 1_000_000, headroomTokens: 13_000 })).toMatchObject({ pull: 4_000, pullMax: 4_000 });
    expect(deriveBudgets({ windowTokens: 1_000_000, pullCalls: 64 })).toMatchObject({ headroom: 62_500, pull: 960, pullMax: 960 });
    expect(deriveBudgets({ pullMaxTokens: 10_000 })).toMatchObject({ pull: 4_000, pullMax: 10_000, headroom: 31_000 });
    expect(deriveBudgets({ pullMaxTokens: 2_000 })).toMatchObject({ pull: 2_000, pullMax: 2_000, headroom: 13_000 });
  });

  it('I-04 of any settings are sound, or the settings are refused by the name of a field', () => {
    const optional = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: undefined });
    const kinds = new Set<string>();
    fc.assert(
      fc.property(
        fc.record({
          windowTokens: optional(1_000, 1_300_000),
          systemTokens: optional(1, 40_000),
          userTokens: optional(1, 9_000),
          headroomTokens: optional(1, 20_000),
          markerCap: optional(0, 30),
          pullTokens: optional(1, 9_000),
          pullMaxTokens: optional(1, 9_000),
          pullCalls: optional(1, 5),
          outputTokens: optional(1, 5_000),
          pushTokens: optional(0, 5_000),
        }),
        (settings) => {
          const resolved = resolvePolicy([settings]);
          kinds.add(resolved.kind);
          if (resolved.kind === 'invalid') {
            expect(resolved.problems.length).toBeGreaterThan(0);
            return;
          }
          const { window, sys, task, user, headroom, markers, pull, pullMax, pullCalls, output, push } = resolved.policy.budgets;
          expect(pullMax).toBeGreaterThanOrEqual(pull);
          expect(pullMax * pullCalls + output).toBeLessThanOrEqual(headroom);
          expect(sys + task + user + markers + push + headroom).toBeLessThan(window);
          expect(push === 0 || (push >= 64 && push <= pull)).toBe(true);
          expect(pull).toBeGreaterThanOrEqual(64);
        },
      ),
      { numRuns: 300 },
    );
    expect(kinds.size).toBe(2);
  });
});

describe('a policy', () => {
  it.each([
    [{ windowTokens: 1_999 }, 'windowTokens'],
    [{ windowTokens: 4_000_001 }, 'windowTokens'],
    [{ markerCap: 21 }, 'markerCap'],
    [{ markerCap: 1 }, 'markerCap'],
    [{ pullTokens: 63 }, 'pullTokens'],
    [{ pushTokens: 63 }, 'pushTokens'],
    [{ pushTokens: 4_001 }, 'pushTokens'],
    [{ pullTokens: 12_000, pullCalls: 2 }, 'pullTokens'],
    [{ pullMaxTokens: 3_000, pullTokens: 3_001 }, 'pullMaxTokens'],
    [{ pullMaxTokens: 9_000, headroomTokens: 20_000 }, 'pullMaxTokens'],
    [{ windowTokens: 8_192, systemTokens: 8_000 }, 'systemTokens'],
    [{ triggerRatio: 0.29, targetRatio: 0.2 }, 'triggerRatio'],
    [{ triggerRatio: 1.01 }, 'triggerRatio'],
    [{ targetRatio: 0.09 }, 'targetRatio'],
    [{ targetRatio: 0.85 }, 'targetRatio'],
    [{ tailTurns: 0 }, 'tailTurns'],
    [{ tailTurns: 2.5 }, 'tailTurns'],
    [{ tailTurns: 65 }, 'tailTurns'],
  ])('refuses %j by the name of %s', (settings, field) => {
    const resolved = resolvePolicy([settings]);
    expect(resolved.kind === 'invalid' && resolved.problems.map((problem) => problem.field)).toEqual([field]);
  });

  it('takes the most specific level, past what a level leaves open', () => {
    const resolved = resolvePolicy([{ windowTokens: 8_192, tailTurns: 2 }, undefined, { windowTokens: 32_768, tailTurns: undefined }, {}]);
    expect(resolved).toMatchObject({
      kind: 'policy',
      policy: {
        family: 'o200k',
        budgets: { window: 32_768 },
        compaction: { tailTurns: 2, triggerRatio: 0.85, targetRatio: 0.5, largeResultTokens: 600 },
      },
    });
  });

  it('I-15 has a version that changes with any of its fields and with nothing else', () => {
    const versionOf = (settings: object) => {
      const resolved = resolvePolicy([settings]);
      return resolved.kind === 'policy' ? resolved.policy.version : undefined;
    };
    const all = [
      {},
      { windowTokens: 200_000 },
      { tailTurns: 3 },
      { triggerRatio: 0.8 },
      { targetRatio: 0.4 },
      { largeResultTokens: 700 },
      { taskStatePlacement: 'after_history' },
      { taskStateStaleTurns: 9 },
      { derivedTaskState: false },
      { markerCap: 8 },
      { family: 'cl100k' },
      { outputTokens: 700 },
      { pushTokens: 700 },
    ];
    expect(new Set(all.map(versionOf)).size).toBe(all.length);
    expect(versionOf({ tailTurns: 4 })).toBe(versionOf({}));
    expect(versionOf({ redaction: 'mask' })).toBe(versionOf({}));
    expect(versionOf({ forgetting: true })).toBe(versionOf({}));
  });

  it('is named by a fingerprint of 16 hex digits', () => {
    expect(fingerprint('')).toBe('cbf29ce4811c9dc5');
    expect(fingerprint('a')).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprint('ab')).not.toBe(fingerprint('ba'));
  });
});
