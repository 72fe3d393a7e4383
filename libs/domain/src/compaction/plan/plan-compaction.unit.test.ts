import { describe, expect, it } from 'vitest';
import { countRoughly, makeEntry, makeState, policyOf } from '../../../testing/index.ts';
import { applyCompaction } from '../../session/apply-compaction.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { composeCompaction } from '../outcome/compose-compaction.ts';
import { BREAKER_STOPS, composeSignature } from './breaker.ts';
import { planCompaction, type CompactionDecision } from './plan-compaction.ts';
import { overTrigger, usableTokens, usedTokens } from '../tokens/used-tokens.ts';

const POLICY = policyOf({
  windowTokens: 10_000,
  headroomTokens: 1_000,
  systemTokens: 1_000,
  userTokens: 500,
  taskTokens: 500,
  pullTokens: 500,
  pullMaxTokens: 500,
  pullCalls: 1,
  outputTokens: 200,
  markerCap: 4,
  tailTokens: 1_000,
});
const marksOf = (searchable: number, embedded?: number) => ({ folded: 100, searchable, ...(embedded === undefined ? {} : { embedded }) });
const plan = (state: SessionState, more: Partial<Parameters<typeof planCompaction>[0]> = {}) =>
  planCompaction({ state, policy: POLICY, marks: marksOf(100), trigger: 'threshold', ...more });
const ids = (decision: CompactionDecision) =>
  decision.kind === 'plan' ? { evicted: decision.evicted.map(({ id }) => id), forms: Object.fromEntries(decision.forms) } : decision;
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
  it('is counted with our own tools, not with what a caller might bring; the trigger is a share of window less headroom', () => {
    const state = turns(['agent_message', 6_969]);
    expect(usableTokens(POLICY)).toBe(9_000);
    expect(usedTokens(state, POLICY)).toBe(680 + 6_969);
    expect(usedTokens(state, POLICY, { sys: 1_000, user: 200 })).toBe(1_200 + 6_969);
    expect(overTrigger(state, POLICY)).toBe(false);
    expect(overTrigger(turns(['agent_message', 6_970]), POLICY)).toBe(true);
    const card = { eventId: 'c', version: 1, premiseVersion: 0, premises: {}, turn: 1, tokens: 900, refs: [], keyEvents: [] };
    expect(usedTokens({ ...state, taskState: card }, POLICY)).toBe(680 + 500 + 6_969);
  });

  it('is left alone below the trigger', () => {
    expect(plan(turns(['agent_message', 100]))).toEqual({ kind: 'stopped', reason: 'below_trigger' });
    expect(plan(turns(['agent_message', 100]), { trigger: 'demand' })).toEqual({ kind: 'stopped', reason: 'below_trigger' });
  });
});

const preview = (roomTokens: number) => ({ to: 'preview', roomTokens });

describe('shrinking', () => {
  it('takes pictures first, and nothing else where that is enough', () => {
    const image = { whole: 4_600, stripped: 3_000, preview: 200 };
    const state = turns(['agent_message', 0, { tokens: image }], ['agent_message', 2_000], ['tool_result', 100], ...TAIL);
    expect(ids(plan(state, { trigger: 'demand', targetTokens: 7_000 }))).toEqual({ evicted: [], forms: { E1: { to: 'stripped' } } });
  });

  it('leaves a picture of a request that the model has not seen, and takes it once the model has answered', () => {
    const image = { whole: 1_400, stripped: 20, preview: 20 };
    const asked: [SessionEntry['kind'], number, Partial<SessionEntry>] = ['user_message', 0, { tokens: image }];
    const results = Array.from({ length: 12 }, (): [SessionEntry['kind'], number] => ['tool_result', 700]);
    const formsOf = (state: SessionState) => (ids(plan(state)) as { forms: object }).forms;
    expect(formsOf(turns(...results, asked))).not.toHaveProperty('E13');
    expect(formsOf(turns(...results, asked, ['agent_message', 10]))).toHaveProperty('E13');
  });

  it('goes by size and not by age, the tail included, and only half way back from the trigger', () => {
    const state = turns(['agent_message', 1_000], ['tool_result', 1_500], ...TAIL, ['tool_result', 40_000]);
    // 6,075 less 680, 2,500 and the tail of 40 remain.
    expect(ids(plan(state))).toEqual({ evicted: [], forms: { E7: preview(2_855) } });
  });

  it('lowers the largest to one level, so that several share what there is', () => {
    const state = turns(['tool_result', 500], ['tool_result', 4_000], ['tool_result', 3_000], ...TAIL);
    const decision = plan(state);
    expect(ids(decision)).toEqual({ evicted: [], forms: { E2: preview(2_427), E3: preview(2_427) } });
  });

  it('never goes below the size of a preview while an eviction will do, and never touches what is guarded', () => {
    const state = turns(['persona', 4_000], ['tool_result', 2_000], ['tool_result', 2_000, { pinned: true }], ...TAIL);
    expect(ids(plan(state))).toMatchObject({ evicted: ['E2'], forms: {} });
  });

  it('leaves an entry that is hardly larger than the level as it is: its note would take as much', () => {
    const state = turns(['tool_result', 680], ['tool_result', 5_000], ['agent_message', 1_500], ...TAIL);
    expect(Object.keys((ids(plan(state)) as { forms: object }).forms)).toEqual(['E2']);
  });

  it('shows what an older log had shrunk of what is guarded whole again', () => {
    const cut = { whole: 2_000, stripped: 2_000, preview: 100 };
    const state = turns(['persona', 0, { tokens: cut, form: 'preview' }], ['tool_result', 8_000], ...TAIL);
    expect(ids(plan(state))).toMatchObject({ forms: { E1: { to: 'whole' } } });
  });
});

describe('thinking of the running tool loop', () => {
  const sealed = (whole: number): Partial<SessionEntry> => ({ tokens: { whole, stripped: 0, preview: 0 } });
  /** A response that thought and called, with its result, as one turn and one atom. */
  const step = (turn: number, thinking: number, result: number): SessionEntry[] => {
    const at = turn * 3;
    const atom = { turn, atom: at };
    return [
      makeEntry(at, 'thinking', 0, { ...atom, ...sealed(thinking) }),
      makeEntry(at + 1, 'tool_call', 10, { ...atom, call: 'answered', callId: `c${turn}` }),
      makeEntry(at + 2, 'tool_result', result, { ...atom, callId: `c${turn}` }),
    ];
  };
  const ask = makeEntry(1, 'user_message', 10, { turn: 1 });
  const formsIn = (state: SessionState, searchable = 100) =>
    ids(plan(state, { marks: marksOf(searchable) })) as { evicted: string[]; forms: Record<string, unknown> };

  it('stays whole, however large, and the rest of the tail keeps its share', () => {
    const state = makeState([ask, ...step(2, 4_000, 800), ...step(3, 900, 2_500)]);
    expect(formsIn(state)).toEqual({ evicted: [], forms: { E11: preview(820) } });
  });

  it('leaves with its call and result where they are old, but for the newest', () => {
    const steps = Array.from({ length: 12 }, (_, at) => step(at + 2, 400, 300)).flat();
    const { evicted, forms } = formsIn(makeState([ask, ...steps]));
    expect(evicted.length).toBeGreaterThan(0);
    expect(evicted.length % 3).toBe(0);
    expect(forms).toEqual({});
    const silent = Array.from({ length: 20 }, (_, at) => step(at + 3, 0, 350)).flat();
    const once = formsIn(makeState([ask, ...step(2, 400, 300), ...silent]));
    expect(once.evicted).not.toContain('E6');
    expect(once.evicted.length).toBeGreaterThan(0);
  });

  it('is stripped of earlier responses where nothing else is left, and of the newest only where that alone does not fit', () => {
    const over = formsIn(makeState([ask, ...step(2, 3_000, 100), ...step(3, 3_000, 100), ...step(4, 3_000, 100)]), -1);
    expect(over).toEqual({ evicted: [], forms: { E6: { to: 'stripped' }, E9: { to: 'stripped' } } });
    const alone = formsIn(makeState([ask, ...step(2, 500, 100), ...step(3, 9_000, 100)]), -1);
    expect(alone).toEqual({ evicted: [], forms: { E6: { to: 'stripped' }, E9: { to: 'stripped' } } });
  });

  it('gives way by size again when the user has spoken behind an answer', () => {
    const done = [makeEntry(9, 'agent_message', 10, { turn: 3 }), makeEntry(10, 'user_message', 10, { turn: 4 })];
    const { forms } = formsIn(makeState([ask, ...step(2, 7_000, 100), ...done]));
    expect(forms).toEqual({ E6: { to: 'stripped' } });
  });
});

describe('an answer that the model has not seen yet', () => {
  const answer = (ordinal: number, turn: number, size: number, atom = ordinal - 1): SessionEntry[] => [
    makeEntry(ordinal - 1, 'tool_call', 10, { turn, atom, call: 'answered', callId: `c${atom}` }),
    makeEntry(ordinal, 'tool_result', size, { turn, atom, callId: `c${atom}`, isRecall: true }),
  ];

  it('is shown whole, and what else is large pays', () => {
    const wide = policyOf({ windowTokens: 10_000, headroomTokens: 3_000, pullTokens: 900, pullMaxTokens: 2_000, tailTokens: 1_000 });
    const ask = makeEntry(1, 'user_message', 10, { turn: 1 });
    const others = [2, 4, 6].flatMap((at) => answer(at + 1, at, 1_300));
    const state = makeState([ask, ...others, ...answer(9, 8, 1_900)]);
    const decide = (more: SessionEntry[]) => ids(plan({ ...state, entries: [...state.entries, ...more] }, { policy: wide }));
    const { evicted, forms } = decide([]) as { evicted: string[]; forms: object };
    expect(Object.keys(forms)).not.toContain('E9');
    expect([...evicted, ...Object.keys(forms)]).not.toHaveLength(0);
    const read = decide([makeEntry(10, 'agent_message', 10, { turn: 9 })]) as { forms: object };
    expect(Object.keys(read.forms)).toContain('E9');
  });

  it('stays where it came late for a call that is old', () => {
    const filling = Array.from({ length: 14 }, (_, at) => makeEntry(at + 2, 'agent_message', 500, { turn: at + 2 }));
    const [call, late] = answer(20, 1, 400, 1);
    const decision = ids(plan(makeState([{ ...call!, ordinal: 1, id: 'E1' }, ...filling, late!]))) as { evicted: string[] };
    expect(decision.evicted).toContain('E2');
    expect(decision.evicted).not.toContain('E20');
    expect(decision.evicted).not.toContain('E1');
  });

  it('gives way as all else does above the window', () => {
    const state = makeState([makeEntry(1, 'persona', 8_100), ...answer(3, 2, 490)]);
    expect(ids(plan(state))).toMatchObject({ forms: { E3: { to: 'preview' } } });
  });
});

describe('evicting', () => {
  const filling = (count: number): [SessionEntry['kind'], number][] => Array.from({ length: count }, () => ['agent_message', 500]);

  it('takes one span of neighbours, over what is guarded between them, down to the target and no further', () => {
    const state = turns(['tool_result', 500], ['constraint', 500], ...filling(12), ...TAIL);
    // 680 + 7,040 are in use: 3,180 are too much, and 60 for the marker.
    expect(ids(plan(state))).toMatchObject({ evicted: ['E1', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8'], forms: {} });
  });

  it('keeps the request that is not answered, the latest and the first', () => {
    const requests = turns(['user_message', 500], ...filling(6), ['user_message', 500], ...filling(6), ['user_message', 500], ...TAIL);
    const state = { ...requests, firstRequest: 'E1', openRequest: { id: 'E8', isShort: false }, latestRequest: 'E15' };
    const decision = plan(state);
    expect(decision.kind === 'plan' && decision.evicted.some(({ kind }) => kind === 'user_message')).toBe(false);
  });

  it('makes previews of what is large first, and lets the tail have its budget', () => {
    const state = turns(['tool_result', 900, { pinned: true }], ...filling(11), ['tool_result', 700], ['tool_result', 5_000]);
    const decision = plan(state);
    expect(ids(decision)).toMatchObject({ forms: { E14: preview(1_000) } });
    expect(decision.kind === 'plan' && decision.evicted.length).toBeGreaterThan(5);
  });

  it('touches only the kinds it is told', () => {
    const state = turns(...filling(8), ['tool_result', 500], ['tool_call', 500, { call: 'answered' }], ...filling(5), ...TAIL);
    const decision = plan(state, { trigger: 'clear_tool_uses', only: new Set(['tool_call', 'tool_result'] as const) });
    expect(ids(decision)).toMatchObject({ evicted: ['E9', 'E10'], forms: {} });
  });

  it('I-02 waits for the searchable mark, and for the embedded one where there is one', () => {
    const state = turns(...filling(16), ...TAIL);
    const last = (decision: CompactionDecision) => (decision.kind === 'plan' ? decision.evicted.at(-1)!.ordinal : decision.reason);
    expect(last(plan(state, { marks: marksOf(3) }))).toBe(4);
    expect(last(plan(state, { marks: marksOf(100, 3) }))).toBe(4);
    expect(last(plan(state, { marks: marksOf(-1) }))).toBe('not_searchable');
    expect(last(plan(state, { marks: marksOf(100, -1) }))).toBe('not_searchable');
    const gone = makeState(state.entries.map((entry) => ({ ...entry, state: 'erased' as const })));
    expect(last(plan(gone, { marks: marksOf(-1) }))).toBe(9);
  });

  it('does not pay more for the marker than it frees', () => {
    expect(plan(turns(['agent_message', 60], ['constraint', 7_000], ...TAIL))).toMatchObject({ reason: 'nothing_evictable' });
    expect(ids(plan(turns(['agent_message', 61], ['constraint', 7_000], ...TAIL)))).toMatchObject({ evicted: ['E1'] });
  });

  it('above the window everything that is not guarded gives way, as little as it must', () => {
    const big = makeState([
      makeEntry(1, 'persona', 4_000),
      ...Array.from({ length: 20 }, (_, at) => makeEntry(at + 2, 'tool_result', 590, { atom: 2 })),
    ]);
    const decision = plan(big);
    if (decision.kind !== 'plan') throw new Error(decision.reason);
    const rooms = [...decision.forms.values()].map((form) => (form.to === 'preview' ? form.roomTokens : 0));
    expect(rooms).toHaveLength(20);
    expect(680 + 4_000 + rooms.reduce((sum, room) => sum + room, 0)).toBeLessThanOrEqual(9_000);
    expect(680 + 4_000 + 20 * (rooms[0]! + 1)).toBeGreaterThan(9_000);
  });
});

describe('stopping', () => {
  it.each([
    ['nothing_evictable', turns(['persona', 7_100], ...TAIL)],
    ['guarded_exceeds_budget', turns(['persona', 9_000], ...TAIL)],
    ['tail_exceeds_budget', turns(['persona', 10], ['agent_message', 12_000, { state: 'opaque' }])],
  ])('says %s', (reason, state) => {
    expect(plan(state)).toMatchObject({
      kind: 'stopped',
      reason,
      log: { cycle: 1, reason, trigger: 'threshold', policyVersion: POLICY.version },
    });
  });

  it('I-14 plans nothing again where composing the same freed nothing, unless somebody asks for it', () => {
    const stuck = turns(['agent_message', 3_500], ['agent_message', 3_500], ...TAIL);
    const decision = plan(stuck);
    if (decision.kind !== 'plan') throw new Error(decision.reason);
    const stop = { reason: 'nothing_evictable' as const, signature: composeSignature(decision.signature) };
    const after = { ...stuck, stops: [stop] };
    expect(plan(after)).toEqual({ kind: 'stopped', reason: 'nothing_evictable' });
    expect(plan({ ...stuck, stops: [stop, stop, stop] })).toEqual({ kind: 'stopped', reason: 'breaker_open' });
    expect(plan(after, { trigger: 'demand', targetTokens: 100 }).kind).toBe('plan');
    const more = { ...after, entries: [makeEntry(1, 'agent_message', 3_600, { turn: 1 }), ...after.entries.slice(1)] };
    expect(plan(more).kind).toBe('plan');
  });

  it('I-14 records three stops of any reason at most, opens the breaker then, tries again on a change, and closes with a compaction', () => {
    let state = turns(['agent_message', 3_500], ['agent_message', 3_500], ...TAIL);
    const step = (decision: CompactionDecision) => {
      if (decision.kind === 'stopped' && decision.log) state = applyCompaction(state, { type: 'CompactionStopped', ...decision.log })!;
      return decision.kind === 'stopped' ? [decision.reason, decision.log !== undefined] : ['plan'];
    };
    const stuck = (size: number) =>
      (state = { ...state, entries: [makeEntry(1, 'persona', size), makeEntry(2, 'agent_message', size % 50)] });
    stuck(7_101);
    expect(step(plan(state))).toEqual(['nothing_evictable', true]);
    expect(step(plan(state))).toEqual(['nothing_evictable', false]);
    state = { ...state, entries: [...state.entries, makeEntry(3, 'agent_message', 20)], turn: 9 };
    expect(step(plan(state))).toEqual(['nothing_evictable', true]);
    state = { ...state, entries: [makeEntry(1, 'persona', 9_000), ...state.entries.slice(1)] };
    expect(step(plan(state))).toEqual(['guarded_exceeds_budget', true]);
    expect(state.stops).toHaveLength(BREAKER_STOPS);
    expect(step(plan(state))).toEqual(['breaker_open', false]);
    // Half open: the evictable content changed, so it is tried once more without recording anything.
    state = { ...state, entries: [...state.entries, makeEntry(4, 'agent_message', 10)] };
    expect(step(plan(state))).toEqual(['guarded_exceeds_budget', false]);
    state = {
      ...state,
      entries: [makeEntry(1, 'persona', 4_000), ...[2, 3, 4, 5, 6, 7, 8].map((at) => makeEntry(at, 'tool_result', 590, { turn: at }))],
    };
    const decision = plan(state);
    expect(ids(decision)).toMatchObject({ evicted: ['E2', 'E3', 'E4', 'E5', 'E6', 'E7'] });
    if (decision.kind === 'plan')
      state = applyCompaction(
        state,
        composeCompaction({
          plan: decision,
          state,
          policy: POLICY,
          sketches: new Map(),
          cuts: new Map(),
          eventId: 'C1',
          countTokens: countRoughly,
        })!,
      )!;
    expect(state).toMatchObject({ cycle: 1, stops: [] });
  });
});
