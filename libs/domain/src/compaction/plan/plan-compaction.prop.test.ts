import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory, countRoughly, driveSession, fitRoughly, policyOf, toRecords } from '../../../testing/index.ts';
import { checkCompaction, checkMarkers } from '../../invariants.ts';
import { applyCompaction } from '../../session/apply-compaction.ts';
import { composeCompaction } from '../outcome/compose-compaction.ts';
import { sketchEvents } from '../sketches/event-sketch.ts';
import { planCompaction } from './plan-compaction.ts';
import { usedTokens } from '../tokens/used-tokens.ts';

const WIDE = policyOf({ windowTokens: 1_000_000 });
const POLICIES = [
  policyOf({ windowTokens: 2_000 }),
  policyOf({ windowTokens: 4_000, markerCap: 2 }),
  policyOf({ windowTokens: 8_192, tailTurns: 1 }),
  policyOf({ windowTokens: 32_768 }),
  WIDE,
];
const mark = fc.integer({ min: -1, max: 130 });

const demands = fc.record({
  steps: arbitraryHistory(120),
  policy: fc.constantFrom(...POLICIES),
  searchable: mark,
  embedded: fc.option(mark, { nil: undefined }),
  targetTokens: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
});

type Demand = typeof demands extends fc.Arbitrary<infer Value> ? Value : never;

/** Folds without decisions on the way, so that states of every fill occur. */
function planOf({ steps, policy, searchable, embedded, targetTokens }: Demand) {
  const { state, contents } = driveSession(toRecords(steps), WIDE);
  const marks = { folded: state.offset, searchable, ...(embedded === undefined ? {} : { embedded }) };
  const plan = planCompaction({ state, policy, marks, trigger: 'demand', ...(targetTokens === undefined ? {} : { targetTokens }) });
  return { state, contents, marks, plan };
}

describe('a compaction on demand', () => {
  it('I-02 I-03 I-05 I-06 I-14 of any state frees what it says, or says why not and changes nothing', () => {
    fc.assert(
      fc.property(demands, (demand) => {
        const { policy, searchable, embedded } = demand;
        const { state, contents, marks, plan } = planOf(demand);
        if (plan.kind === 'stopped') {
          if (plan.reason === 'below_trigger') expect(plan.log).toBeUndefined();
          else
            expect(applyCompaction(state, { type: 'CompactionStopped', ...plan.log! })).toMatchObject({
              cycle: 0,
              entries: state.entries,
              markers: [],
            });
          return;
        }
        const bodies = new Map([...contents].map(([id, content]) => [id, content.body]));
        const record = composeCompaction({
          plan,
          state,
          policy,
          sketches: sketchEvents(plan.evicted, bodies),
          cuts: fitRoughly(plan.forms, state, contents),
          eventId: 'C1',
          countTokens: countRoughly,
        })!;
        expect(checkCompaction(state, record, policy, marks)).toEqual([]);
        const gone = new Set(record.evicted);
        for (const entry of state.entries)
          if (gone.has(entry.id) && entry.state === 'readable')
            expect(entry.offset).toBeLessThanOrEqual(Math.min(searchable, embedded ?? searchable));
        const after = applyCompaction(state, record)!;
        expect(checkMarkers(after, policy.budgets.markerCap)).toEqual([]);
        expect(usedTokens(after, policy)).toBe(record.tokensAfter);
        expect(record.tokensBefore - record.tokensAfter).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('is asked of states that make every outcome come about', () => {
    const outcomes = fc.sample(demands, { numRuns: 200, seed: 1 }).map((demand) => {
      const { plan } = planOf(demand);
      return plan.kind === 'plan' ? 'plan' : plan.reason;
    });
    expect(outcomes).toEqual(expect.arrayContaining(['plan', 'below_trigger', 'not_searchable', 'nothing_evictable']));
  });

  it('I-14 comes down to its target where enough may go, and takes no more atoms than it must', () => {
    fc.assert(
      fc.property(arbitraryHistory(120), fc.double({ min: 0.3, max: 0.95, noNaN: true }), (steps, share) => {
        const { state } = driveSession(toRecords(steps), WIDE);
        const before = usedTokens(state, WIDE);
        const targetTokens = Math.floor(before * share);
        const plan = planCompaction({
          state,
          policy: WIDE,
          marks: { folded: state.offset, searchable: state.offset },
          trigger: 'demand',
          targetTokens,
        });
        if (plan.kind === 'stopped') return;
        const record = composeCompaction({
          plan,
          state,
          policy: WIDE,
          sketches: new Map(),
          cuts: new Map(),
          eventId: 'C1',
          countTokens: countRoughly,
        })!;
        if (record.tokensAfter > targetTokens) {
          // Everything evictable is gone: a second decision finds nothing, or too little to pay for its marker.
          const after = applyCompaction(state, record)!;
          const again = planCompaction({
            state: after,
            policy: WIDE,
            marks: { folded: state.offset, searchable: state.offset },
            trigger: 'demand',
            targetTokens,
          });
          expect(again.kind).toBe('stopped');
        }
      }),
      { numRuns: 100 },
    );
  });
});
