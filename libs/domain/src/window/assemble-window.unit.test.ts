import { describe, expect, it } from 'vitest';
import { foldAll, makeEntry, makeRecords, makeState, policyOf, type Said } from '../../testing/index.ts';
import { assembleWindow, type AssembleInput, type CountedBlock } from './assemble-window.ts';
import { toAnthropicMessages } from './to-anthropic-messages.ts';
import type { EntryContent } from './render-entry.ts';

const POLICY = policyOf({ windowTokens: 8_192 });
const block = (kind: CountedBlock['kind'], tokens = 5): CountedBlock => ({ kind, text: kind, tokens });
const CALLER = [block('system'), block('skill'), block('workspace_file'), block('recall_line'), block('user_message')];

function windowOf(said: Said[], more: Partial<AssembleInput> = {}) {
  const records = makeRecords(said);
  const contents = new Map<string, EntryContent>(
    records.flatMap(({ envelope, body }) => (typeof body === 'string' ? [] : [[envelope.id, { body, fullText: body.text }] as const])),
  );
  return assembleWindow({
    state: foldAll(records),
    policy: POLICY,
    windowTokens: 8_192,
    callerBlocks: CALLER,
    toolTokens: 0,
    taskState: { text: 'card', tokens: 5 },
    contents,
    ...more,
  });
}
const SAID: Said[] = [
  { kind: 'knowledge', text: 'known' },
  { kind: 'user_message', text: 'hello' },
  { kind: 'constraint', id: 'old', text: 'old rule' },
  { kind: 'constraint', text: 'rule', meta: { supersedes: ['old'] } },
  { kind: 'agent_message', text: 'hi' },
  { kind: 'persona', text: 'you are' },
];
const kinds = (window: ReturnType<typeof windowOf>) =>
  window.kind === 'window' ? window.blocks.map(({ kind, text }) => (kind === 'event' ? text : kind)) : [window.part];

describe('the order of a window', () => {
  it('caller, persona, rules, knowledge, recall line, card, history, user message', () => {
    expect(kinds(windowOf(SAID))).toEqual([
      'system',
      'skill',
      'workspace_file',
      'persona',
      'rule',
      'knowledge',
      'recall_line',
      'task_state',
      'hello',
      'old rule',
      'hi',
      'user_message',
    ]);
  });

  it('puts pushed evidence behind everything but the user message, whatever the format', () => {
    const pack = { text: '<recalled>', tokens: 70 };
    const window = windowOf(SAID, { policy: policyOf({ windowTokens: 8_192, pushTokens: 70 }), pack });
    expect(kinds(window).slice(-3)).toEqual(['hi', 'pack', 'user_message']);
    if (window.kind !== 'window') throw new Error('over budget');
    expect(window.tokens).toMatchObject({ pack: 70, total: window.blocks.reduce((sum, { tokens }) => sum + tokens, 0) });
    const { system, messages } = toAnthropicMessages(window.blocks);
    expect(system).not.toContain('<recalled>');
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: [{ text: '<recalled>' }, { text: 'user_message' }] });
  });

  it('leaves pushed evidence out where it is more than its budget or the window has', () => {
    const pack = { text: '<recalled>', tokens: 71 };
    const policy = policyOf({ windowTokens: 8_192, pushTokens: 70 });
    for (const more of [{ policy }, { policy: POLICY }]) {
      const window = windowOf(SAID, { ...more, pack });
      expect(window).toEqual(windowOf(SAID, more));
      expect(window).toMatchObject({ kind: 'window', tokens: { pack: 0 } });
    }
  });

  it('puts the card behind the history where the policy says so', () => {
    expect(kinds(windowOf(SAID, { policy: policyOf({ windowTokens: 8_192, taskStatePlacement: 'after_history' }) })).slice(-3)).toEqual([
      'hi',
      'task_state',
      'user_message',
    ]);
  });

  it('markers stand where their span stood', () => {
    const marker = {
      id: 'm1',
      eventId: 'c',
      fromTurn: 2,
      toTurn: 3,
      fromOrdinal: 2,
      toOrdinal: 3,
      topics: ['pool'],
      level: 0,
      eventCount: 2,
      evictedTokens: 9,
      tokens: 20,
      fromTime: 0,
      toTime: 0,
    };
    const state = makeState([makeEntry(1, 'user_message', 5), makeEntry(4, 'agent_message', 5, { turn: 4 })], {
      markers: [marker, { ...marker, id: 'm2', fromOrdinal: 9, toOrdinal: 9 }],
    });
    const window = assembleWindow({ state, policy: POLICY, windowTokens: 8_192, callerBlocks: [], toolTokens: 0, contents: new Map() });
    expect(window.kind === 'window' && window.blocks.map(({ kind, markerId, eventId }) => markerId ?? eventId ?? kind)).toEqual([
      'E1',
      'm1',
      'E4',
      'm2',
    ]);
    expect(window).toMatchObject({ tokens: { markers: 40, history: 50, total: 50 } });
  });

  it('a late result names its tool, as its call has mostly left the window, within the room of its note', () => {
    const noteOf = (id: string, name: string) =>
      kinds(windowOf([{ kind: 'tool_result', text: 'built', call: { id, name } }], { callerBlocks: [] })).at(-1);
    expect(noteOf('call_7', 'build release')).toBe('[late result of call call_7 (build_release)]\nbuilt');
    expect(noteOf('c', `a]\n${'b'.repeat(90)}`)).toBe(`[late result of call c (a__${'b'.repeat(29)})]\nbuilt`);
    expect(noteOf('x'.repeat(80), 'build')).toBe(`[late result of call ${'x'.repeat(64)}]\nbuilt`);
  });

  it('open and closed calls get a synthetic result, late results become notes, what cannot be read is said', () => {
    const call = (id: string): Said => ({ kind: 'tool_call', call: { id, name: 'f', arguments: '{}' } });
    const window = windowOf(
      [
        call('1'),
        ...Array.from({ length: 8 }, (): Said => ({ kind: 'user_message', text: 'u' })),
        { kind: 'tool_result', text: 'late', call: { id: '1', name: 'f' } },
        { kind: 'agent_message', missing: 'unreadable' },
        { kind: 'decision', missing: 'erased' },
        call('2'),
      ],
      { callerBlocks: [] },
    );
    const flow = kinds(window).filter((text) => text !== 'u');
    expect(flow).toEqual([
      'task_state',
      'f({})',
      '[no result was recorded]',
      '[late result of call 1 (f)]\nlate',
      '[unreadable]',
      '[erased]',
      'f({})',
      '[no result yet]',
    ]);
  });
});

describe('a part over its budget', () => {
  const { budgets } = POLICY;
  it.each<[string, Partial<AssembleInput>, number, number]>([
    ['system', { callerBlocks: [block('system', budgets.sys)], toolTokens: 1 }, budgets.sys + 1, budgets.sys],
    ['task', { taskState: { text: '', tokens: budgets.task + 1 } }, budgets.task + 1, budgets.task],
    ['user', { callerBlocks: [block('user_message', budgets.user + 1)] }, budgets.user + 1, budgets.user],
  ])('%s is named', (part, more, tokens, budgetTokens) => {
    expect(windowOf(SAID, more)).toEqual({ kind: 'over_budget', part, tokens, budgetTokens });
  });

  it('history is named, to the token, markers with it', () => {
    const state = makeState([makeEntry(1, 'user_message', budgets.window - budgets.headroom)]);
    const input: AssembleInput = { state, policy: POLICY, windowTokens: 8_192, callerBlocks: [], toolTokens: 0, contents: new Map() };
    expect(assembleWindow(input)).toMatchObject({
      kind: 'window',
      tokens: { total: budgets.window - budgets.headroom, tail: budgets.window - budgets.headroom },
    });
    expect(assembleWindow({ ...input, toolTokens: 1 })).toEqual({
      kind: 'over_budget',
      part: 'history',
      tokens: budgets.window - budgets.headroom,
      budgetTokens: budgets.window - budgets.headroom - 1,
    });
    expect(assembleWindow({ ...input, windowTokens: 100 })).toMatchObject({ kind: 'over_budget', part: 'history' });
    expect(assembleWindow({ ...input, callerBlocks: [block('system', 200)], windowTokens: 100 })).toMatchObject({
      part: 'history',
      budgetTokens: 0,
    });
    const marker = {
      id: 'm',
      eventId: 'c',
      fromTurn: 1,
      toTurn: 1,
      fromOrdinal: 1,
      toOrdinal: 1,
      topics: [],
      level: 0,
      eventCount: 1,
      evictedTokens: 1,
      tokens: 60,
      fromTime: 0,
      toTime: 0,
    };
    const markers = Array.from({ length: budgets.markerCap + 1 }, (_, at) => ({ ...marker, id: `m${at}`, fromOrdinal: at, toOrdinal: at }));
    expect(assembleWindow({ ...input, state: { ...state, markers } })).toMatchObject({ kind: 'over_budget', part: 'history' });
    // After the cap was lowered more markers stand than it allows; the window is refused only where they do not fit.
    const few = makeState([makeEntry(1, 'user_message', 100)], { markers });
    expect(assembleWindow({ ...input, state: few })).toMatchObject({ kind: 'window', tokens: { markers: budgets.markers + 60 } });
  });

  it('a smaller window is the one it says', () => {
    expect(windowOf(SAID, { windowTokens: 4_000 })).toMatchObject({ kind: 'window', budgets: { window: 4_000 } });
  });
});
