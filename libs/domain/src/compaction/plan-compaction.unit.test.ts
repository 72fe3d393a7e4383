import { describe, expect, it } from 'vitest';
import { countRoughly, makeEntry, makeState, policyOf } from '../../testing/index.ts';
import { applyCompaction } from '../session/apply-compaction.ts';
import type { SessionEntry, SessionState } from '../session/session-state.ts';
import { composeCompaction } from './compose-compaction.ts';
import { BREAKER_STOPS, overTrigger, planCompaction, usableTokens, usedTokens, type CompactionDecision } from './plan-compaction.ts';

const POLICY = policyOf({
  windowTokens: 10_000,
  headroomTokens: 1_000,
  systemTokens: 1_000,
  userTokens: 500,
  taskTokens: 500,
  pullTokens: 500,
  pullCalls: 1,
  outputTokens: 200,
  markerCap: 4,
  tailTokens: 1_000,
});
const marksOf = (searchable: number, embedded?: number) => ({ folded: 100, searchable, ...(embedded === undefined ? {} : { embedded }) });
const plan = (state: SessionState, more: Partial<Parameters<typeof planCompaction>[0]> = {}) =>
  planCompaction({ state, policy: POLICY, marks: marksOf(100), trigger: 'threshold', ...more });
const ids = (decision: CompactionDecision) =>
  decision.kind === 'plan' ? { evicted: decision.evicted.map(({ id }) => id), shrunk: decision.shrunk } : decision;
/** One entry a turn; the last four are the tail. */
const turns = (...entries: [SessionEntry['kind'], number, Partial<SessionEntry>?][]) =>
  makeState(entries.map(([kind, size, fields], at) => makeEntry(at + 1, kind, size, { turn: at + 1, ...fields })));
const TAIL: [SessionEntry['kind'], number][] = [
  ['agent_message', 10],
  ['agent_message', 10],
  ['agent_message', 10],
  ['agent_message', 10],
];

describe('what a window holds', () => {
  it('is counted with its reserves; the trigger is a share of window less headroom', () => {
    const state = turns(['agent_message', 6_149]);
    expect(usableTokens(POLICY)).toBe(9_000);
    expect(usedTokens(state, POLICY)).toBe(1_000 + 500 + 6_149);
    expect(overTrigger(state, POLICY)).toBe(false);
    expect(overTrigger(turns(['agent_message', 6_150]), POLICY)).toBe(true);
    const card = { eventId: 'c', version: 1, premiseVersion: 0, premises: {}, turn: 1, tokens: 900, refs: [], keyEvents: [] };
    expect(usedTokens({ ...state, taskState: card }, POLICY)).toBe(1_000 + 500 + 500 + 6_149);
  });

  it('is left alone below the trigger', () => {
    expect(plan(turns(['agent_message', 100]))).toEqual({ kind: 'stopped', reason: 'below_trigger' });
    expect(plan(turns(['agent_message', 100]), { trigger: 'demand' })).toEqual({ kind: 'stopped', reason: 'below_trigger' });
  });
});

describe('the steps', () => {
  const image = { whole: 4_600, stripped: 3_000, preview: 200 };
  it('images go first, and nothing else where that is enough', () => {
    const state = turns(['user_message', 0, { tokens: image }], ['agent_message', 2_000], ['tool_result', 100], ...TAIL);
    expect(ids(plan(state, { trigger: 'demand', targetTokens: 7_000 }))).toEqual({ evicted: [], shrunk: [{ id: 'E1', to: 'stripped' }] });
  });

  it('then large results become previews, oldest first, small ones and other kinds not', () => {
    const large = { whole: 2_000, stripped: 2_000, preview: 100 };
    const state = turns(
      ['agent_message', 0, { tokens: large }],
      ['tool_result', 0, { tokens: large }],
      ['tool_result', 0, { tokens: { whole: 600, stripped: 600, preview: 50 } }],
      ['tool_result', 0, { tokens: large }],
      ...TAIL,
    );
    expect(ids(plan(state, { trigger: 'demand', targetTokens: 6_300 }))).toEqual({ evicted: [], shrunk: [{ id: 'E2', to: 'preview' }] });
    expect(ids(plan(state, { trigger: 'demand', targetTokens: 5_000 }))).toMatchObject({
      evicted: [],
      shrunk: [
        { id: 'E2', to: 'preview' },
        { id: 'E4', to: 'preview' },
      ],
    });
  });

  it('then one span of neighbours goes, over what is guarded between them', () => {
    const state = turns(['tool_result', 2_000], ['constraint', 500], ['tool_result', 2_000], ['agent_message', 2_000], ...TAIL);
    expect(ids(plan(state, { trigger: 'demand', targetTokens: 4_540 }))).toEqual({ evicted: ['E1', 'E3'], shrunk: [] });
  });

  it('last, and only above the window, results of the tail become previews, then the rest of it, pins never', () => {
    const big = { whole: 5_000, stripped: 5_000, preview: 100 };
    const inTail = makeState([
      makeEntry(1, 'agent_message', 0, { tokens: big }),
      makeEntry(2, 'tool_result', 0, { tokens: big }),
      makeEntry(3, 'tool_result', 0, { tokens: big, pinned: true }),
    ]);
    expect(ids(plan(inTail))).toEqual({
      evicted: [],
      shrunk: [
        { id: 'E1', to: 'preview' },
        { id: 'E2', to: 'preview' },
      ],
    });
    const fitting = makeState([makeEntry(1, 'agent_message', 0, { tokens: { whole: 7_000, stripped: 7_000, preview: 100 } })]);
    expect(plan(fitting)).toMatchObject({ kind: 'stopped', reason: 'nothing_evictable' });
    const resultFirst = makeState([makeEntry(1, 'agent_message', 0, { tokens: big }), makeEntry(2, 'tool_result', 0, { tokens: big })]);
    expect(ids(plan(resultFirst))).toEqual({ evicted: [], shrunk: [{ id: 'E2', to: 'preview' }] });
  });

  it('the tail gives way also where only the marker of what went stands above the window', () => {
    const tail = { whole: 7_460, stripped: 7_460, preview: 100 };
    const state = (size: number) => turns(['agent_message', size], ['tool_result', 0, { tokens: tail }]);
    // 1,500 in reserves, 7,460 of tail, and 60 for the marker make 9,020 of 9,000.
    expect(ids(plan(state(100)))).toEqual({ evicted: ['E1'], shrunk: [{ id: 'E2', to: 'preview' }] });
    const lower = makeState(
      state(100).entries.map((entry) => (entry.id === 'E2' ? { ...entry, tokens: { ...tail, whole: 7_440, stripped: 7_440 } } : entry)),
    );
    expect(ids(plan(lower))).toEqual({ evicted: ['E1'], shrunk: [] });
  });

  it('I-02 waits for the searchable mark, and for the embedded one where there is one', () => {
    const state = turns(['tool_result', 3_000], ['tool_result', 3_500], ...TAIL);
    expect(ids(plan(state))).toMatchObject({ evicted: ['E1', 'E2'] });
    expect(ids(plan(state, { marks: marksOf(0) }))).toMatchObject({ evicted: ['E1'] });
    expect(ids(plan(state, { marks: marksOf(100, 0) }))).toMatchObject({ evicted: ['E1'] });
    expect(plan(state, { marks: marksOf(-1) })).toMatchObject({ reason: 'not_searchable' });
    expect(plan(state, { marks: marksOf(100, -1) })).toMatchObject({ reason: 'not_searchable' });
    const gone = makeState(state.entries.map((entry) => ({ ...entry, state: 'erased' as const })));
    expect(ids(plan(gone, { marks: marksOf(-1) }))).toMatchObject({ evicted: ['E1', 'E2'] });
  });

  it('does not pay more for the marker than it frees', () => {
    expect(plan(turns(['agent_message', 60], ['constraint', 7_000], ...TAIL))).toMatchObject({ reason: 'nothing_evictable' });
    expect(ids(plan(turns(['agent_message', 61], ['constraint', 7_000], ...TAIL)))).toMatchObject({ evicted: ['E1'] });
  });
});

describe('stopping', () => {
  it.each([
    ['nothing_evictable', turns(['persona', 7_000], ...TAIL)],
    ['guarded_exceeds_budget', turns(['persona', 9_000], ...TAIL)],
    ['tail_exceeds_budget', turns(['persona', 10], ['agent_message', 12_000])],
  ])('says %s', (reason, state) => {
    expect(plan(state)).toMatchObject({
      kind: 'stopped',
      reason,
      log: { cycle: 1, reason, trigger: 'threshold', policyVersion: POLICY.version },
    });
  });

  it('I-14 logs once per cycle and reason, opens after three stops, tries again on a change, and closes with a compaction', () => {
    let state = turns(['tool_result', 7_000], ...TAIL);
    const step = (decision: CompactionDecision) => {
      if (decision.kind === 'stopped' && decision.log) state = applyCompaction(state, { type: 'CompactionStopped', ...decision.log })!;
      return decision.kind === 'stopped' ? [decision.reason, decision.log !== undefined] : ['plan'];
    };
    const unsearchable = { marks: marksOf(-1) };
    expect(step(plan(state, unsearchable))).toEqual(['not_searchable', true]);
    expect(step(plan(state, unsearchable))).toEqual(['not_searchable', false]);
    const stuck = (entries: SessionState['entries']) => ({ ...state, entries });
    state = stuck([makeEntry(1, 'persona', 7_000)]);
    expect(step(plan(state))).toEqual(['nothing_evictable', true]);
    expect(step(plan(state))).toEqual(['nothing_evictable', false]);
    state = stuck([makeEntry(1, 'persona', 9_000)]);
    expect(step(plan(state))).toEqual(['guarded_exceeds_budget', true]);
    expect(state.stops).toHaveLength(BREAKER_STOPS);
    expect(step(plan(state))).toEqual(['breaker_open', false]);
    // Half open: something changed, so the reason is told again; a repeat of the same is the breaker's.
    const larger = policyOf({
      windowTokens: 10_100,
      headroomTokens: 1_000,
      systemTokens: 1_000,
      userTokens: 500,
      taskTokens: 500,
      pullTokens: 500,
      pullCalls: 1,
      outputTokens: 200,
      markerCap: 4,
      tailTokens: 1_000,
    });
    expect(step(plan(state, { policy: larger }))).toEqual(['guarded_exceeds_budget', false]);
    state = stuck([
      makeEntry(1, 'persona', 4_000),
      makeEntry(2, 'tool_result', 4_000),
      ...[2, 3, 4, 5].map((turn) => makeEntry(turn + 1, 'agent_message', 10, { turn })),
    ]);
    state = { ...state, turn: 5 };
    const decision = plan(state);
    expect(ids(decision)).toMatchObject({ evicted: ['E2'] });
    if (decision.kind === 'plan')
      state = applyCompaction(
        state,
        composeCompaction({ plan: decision, state, policy: POLICY, bodies: new Map(), eventId: 'C1', countTokens: countRoughly })!,
      )!;
    expect(state).toMatchObject({ cycle: 1, stops: [] });
  });
});
