import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory, driveSession, policyOf, toRecords } from '../../testing/index.ts';
import { checkWindow } from '../invariants.ts';
import { policyForCall } from '../policy/policy-for-call.ts';
import { LABEL_TOKENS, labelOf } from '../event/kind-label.ts';
import { formTokens, historyTokens } from '../compaction/tokens/entry-tokens.ts';
import { standsInFront } from '../session/stands-in-front.ts';
import { assembleHistory } from './assemble-history.ts';
import { assembleWindow, type CountedBlock } from './assemble-window.ts';

const POLICIES = [
  policyOf({ windowTokens: 2_000 }),
  policyOf({ windowTokens: 4_000, markerCap: 2, taskStatePlacement: 'after_history' }),
  policyOf({ windowTokens: 8_192, tailTurns: 1 }),
  policyOf({ windowTokens: 32_768, triggerRatio: 0.4, targetRatio: 0.3 }),
  policyOf({ windowTokens: 200_000 }),
];
const KINDS = ['system', 'skill', 'workspace_file', 'recall_line', 'user_message'] as const;
const arbitraryBlocks: fc.Arbitrary<CountedBlock[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    text: fc.constant('block'),
    tokens: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 6_000 })),
  }),
  { maxLength: 6 },
);
const sum = (blocks: readonly { readonly tokens: number }[]): number => blocks.reduce((total, block) => total + block.tokens, 0);

const askings = fc.record({
  steps: arbitraryHistory(120),
  policy: fc.constantFrom(...POLICIES),
  callerBlocks: arbitraryBlocks,
  toolTokens: fc.integer({ min: 0, max: 900 }),
  taskTokens: fc.option(fc.integer({ min: 1, max: 900 })),
  share: fc.double({ min: 0.3, max: 1, noNaN: true }),
});

type Asking = typeof askings extends fc.Arbitrary<infer Value> ? Value : never;

function windowOf({ steps, policy, callerBlocks, toolTokens, taskTokens, share }: Asking) {
  const { state, contents } = driveSession(toRecords(steps), policy);
  const windowTokens = Math.floor(policy.budgets.window * share);
  const task = taskTokens === null ? undefined : { text: 'card', tokens: taskTokens };
  const result = assembleWindow({ state, policy, windowTokens, callerBlocks, toolTokens, ...(task ? { taskState: task } : {}), contents });
  return { state, windowTokens, result };
}

describe('a window of any session and any blocks of the caller', () => {
  it('I-03 I-04 fits and holds all that is guarded, or names the part that does not fit', () => {
    fc.assert(
      fc.property(askings, (asking) => {
        const { policy, callerBlocks, toolTokens, taskTokens } = asking;
        const { state, windowTokens, result } = windowOf(asking);
        const { budgets } = policyForCall(policy, windowTokens);
        const user = sum(callerBlocks.filter((block) => block.kind === 'user_message'));
        const sys = sum(callerBlocks) - user + toolTokens;
        if (result.kind === 'over_budget') {
          expect(result.tokens).toBeGreaterThan(result.budgetTokens);
          const task = taskTokens ?? 0;
          const first = sys > budgets.sys ? 'system' : task > budgets.task ? 'task' : user > budgets.user ? 'user' : 'history';
          const most = Math.max(sys, task, user);
          const largest = sys === most ? 'system' : task === most ? 'task' : 'user';
          // Without history, no part of it can be named.
          expect(result.part).toBe(first === 'history' && result.part !== 'history' ? largest : first);
          if (result.part === 'history') expect(state.entries.length + state.markers.length).toBeGreaterThan(0);
          return;
        }
        expect(checkWindow(result)).toEqual([]);
        expect(result.tokens.total).toBe(sum(result.blocks) + toolTokens);
        expect(result.budgets.window).toBe(windowTokens);
        expect(result.tokens.total + result.budgets.headroom).toBeLessThanOrEqual(windowTokens);
        expect(result.budgets).toEqual(budgets);
        expect(result.tokens).toMatchObject({ sys, user, task: taskTokens ?? 0 });
        const shown = new Set(result.blocks.map((block) => block.eventId ?? block.markerId));
        for (const entry of state.entries) expect(shown).toContain(entry.id);
        for (const marker of state.markers) expect(shown).toContain(marker.id);
      }),
      { numRuns: 150 },
    );
  });

  it('is asked for with every outcome', () => {
    const outcomes = fc.sample(askings, { numRuns: 150, seed: 1 }).map((asking) => {
      const { result } = windowOf(asking);
      return result.kind === 'window' ? 'window' : result.part;
    });
    expect([...new Set(outcomes)].sort()).toEqual(['history', 'system', 'task', 'user', 'window']);
  });

  it('I-04 history and markers stand at what the compaction counted them, so that what it decides is what fits', () => {
    fc.assert(
      fc.property(arbitraryHistory(120), fc.constantFrom(...POLICIES), (steps, policy) => {
        const { state, contents } = driveSession(toRecords(steps), policy);
        const result = assembleWindow({ state, policy, windowTokens: policy.budgets.window, callerBlocks: [], toolTokens: 0, contents });
        if (result.kind !== 'window') return;
        const own = state.entries.reduce(
          (total, entry) =>
            total +
            formTokens(entry) +
            (labelOf(entry.kind, entry.superseded) === undefined ? 0 : LABEL_TOKENS) +
            (entry.orphan ? 64 : 0) +
            (entry.call === 'open' || entry.call === 'closed' ? 16 : 0),
          0,
        );
        const gaps = result.blocks.filter(({ kind }) => kind === 'gap');
        expect(result.tokens.history).toBe(own + sum(state.markers) + 24 * gaps.length);
        expect(result.tokens.history).toBe(historyTokens(state));
        expect(result.tokens.markers).toBe(sum(state.markers));
      }),
      { numRuns: 60 },
    );
  });

  it('says wherever turns are missing between two neighbours, so that no answer seems to be of another request', () => {
    let gaps = 0;
    fc.assert(
      fc.property(arbitraryHistory(120), fc.constantFrom(...POLICIES), (steps, policy) => {
        const { state, contents } = driveSession(toRecords(steps), policy);
        const { flow } = assembleHistory(state, contents);
        const inFront = state.entries.filter(standsInFront).map(({ turn }) => turn);
        let [turn, isSaid] = [0, true];
        for (const block of flow) {
          if (block.kind === 'gap') gaps++;
          if (block.kind !== 'event') isSaid = true;
          else if (block.turn! > turn) {
            const missing = Array.from({ length: block.turn! - turn - 1 }, (_, at) => turn + 1 + at).filter(
              (each) => !inFront.includes(each),
            );
            const isEvicted = missing.some((each) => state.markers.some(({ fromTurn, toTurn }) => fromTurn <= each && each <= toTurn));
            expect(isSaid || block.synthetic === true || !isEvicted).toBe(true);
            [turn, isSaid] = [block.turn!, false];
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(gaps).toBeGreaterThan(0);
  });

  it('I-05 a result stands directly behind its call, markers and atoms in time order', () => {
    fc.assert(
      fc.property(arbitraryHistory(120), (steps) => {
        const policy = POLICIES[2]!;
        const { state, contents } = driveSession(toRecords(steps), policy);
        const result = assembleWindow({ state, policy, windowTokens: policy.budgets.window, callerBlocks: [], toolTokens: 0, contents });
        if (result.kind !== 'window') return;
        const flow = result.blocks.filter((block) => block.kind === 'event' || block.kind === 'marker');
        const atoms = new Map(state.entries.map((entry) => [entry.id, entry.atom]));
        const from = new Map(state.markers.map((marker) => [marker.id, marker.fromOrdinal]));
        const places = flow.filter((block) => !block.synthetic).map((block) => atoms.get(block.eventId!) ?? from.get(block.markerId!)!);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        flow.forEach((block, at) => {
          if (block.eventKind === 'tool_result' && !block.note && block.callId !== undefined)
            expect(flow[at - 1]).toMatchObject({ eventKind: 'tool_call', callId: block.callId });
        });
      }),
      { numRuns: 60 },
    );
  });
});
