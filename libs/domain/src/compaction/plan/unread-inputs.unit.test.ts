import { describe, expect, it } from 'vitest';
import { foldAll, makeEntry, makeRecords, makeState, policyOf, type Said } from '../../../testing/index.ts';
import { unreadPictures, unreadResults } from './unread-inputs.ts';

const POLICY = policyOf({ windowTokens: 32_000, pullTokens: 500, pullMaxTokens: 500, pullCalls: 2 });
const asks: Said = { kind: 'user_message', text: 'go' };
const says: Said = { kind: 'agent_message', text: 'done' };
const calls = (id: string, more: Partial<Said> = {}): Said => ({
  kind: 'tool_call',
  call: { id, name: 'read', arguments: '{}' },
  ...more,
});
const answers = (id: string, size = 100, more: Partial<Said> = {}): Said => ({
  kind: 'tool_result',
  id,
  call: { id, name: 'read' },
  text: 'ok',
  size,
  ...more,
});
const recalled: Partial<Said> = { recall: { retrievalId: 'r1', evidence: [], renderingHash: '' } };
const unreadIn = (...said: Said[]) => [...unreadResults(foldAll(makeRecords(said)), POLICY)].toSorted();

describe('results that the model has not seen yet', () => {
  it('are those of its last response, whoever spoke behind them', () => {
    expect(unreadIn(asks, calls('c1'), answers('c1'), calls('c2'), calls('c3'), answers('c2'), answers('c3'))).toEqual(['c2', 'c3']);
    expect(unreadIn(asks, calls('c1'), answers('c1'), asks)).toEqual(['c1']);
  });

  it('are all results of one response that came between its calls', () => {
    const one = { messageId: 'm1' };
    expect(unreadIn(asks, calls('c1', one), answers('c1'), calls('c2', one), answers('c2'))).toEqual(['c1', 'c2']);
  });

  it('are late ones of earlier responses as well', () => {
    expect(unreadIn(asks, calls('c1'), asks, says, answers('c1'))).toEqual(['c1']);
  });

  it('are none once the model has spoken', () => {
    expect(unreadIn(asks, calls('c1'), answers('c1'), says)).toEqual([]);
    expect(unreadIn(asks, calls('c1'), answers('c1'), says, asks)).toEqual([]);
    expect(unreadIn(asks)).toEqual([]);
  });

  it('count as far as they fit what pulls may bring, answers of recall first, then the smallest', () => {
    const called = [asks, ...['c1', 'c2', 'c3', 'c4'].map((id) => calls(id))];
    expect(unreadIn(...called, answers('c1', 450), answers('c2', 200), answers('c3', 900), answers('c4', 300))).toEqual(['c1', 'c2', 'c4']);
    expect(unreadIn(...called, answers('c1', 400), answers('c2', 500, recalled), answers('c3', 200))).toEqual(['c2', 'c3']);
    const pull = { id: 'c2', name: 'mcp__total-recall__recall' };
    const wrapped = [asks, calls('c1'), calls('c2', { call: { ...pull, arguments: '{}' } }), calls('c3')];
    expect(unreadIn(...wrapped, answers('c1', 400), answers('c2', 500, { call: pull }), answers('c3', 200))).toEqual(['c2', 'c3']);
    expect(unreadIn(asks, calls('c1'), answers('c1', 1_009))).toEqual([]);
  });
});

describe('pictures that the model has not seen yet', () => {
  const pictured = (whole: number) => ({ tokens: { whole, stripped: 10, preview: 5 } });
  const picturesIn = (...kinds: ['user_message' | 'agent_message' | 'tool_call' | 'tool_result', number][]) => {
    const entries = kinds.map(([kind, whole], at) => makeEntry(at + 1, kind, 0, pictured(whole)));
    return [...unreadPictures(makeState(entries), POLICY)];
  };

  it("are those of the user's messages behind all that the model said or called", () => {
    expect(picturesIn(['user_message', 1_600], ['agent_message', 10], ['user_message', 1_600])).toEqual(['E3']);
    expect(picturesIn(['user_message', 1_600], ['tool_call', 10], ['tool_result', 1_600])).toEqual([]);
    expect(picturesIn(['user_message', 10])).toEqual([]);
  });

  it('count as far as they fit what the tail and the user may have together, the newest first', () => {
    expect(POLICY.budgets.tail + POLICY.budgets.user).toBe(10_240);
    expect(picturesIn(['user_message', 1_600], ['user_message', 6_000], ['user_message', 4_000])).toEqual(['E3', 'E2']);
    expect(picturesIn(['user_message', 11_000], ['user_message', 1_600])).toEqual(['E2']);
  });
});
