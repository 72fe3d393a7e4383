import { describe, expect, it } from 'vitest';
import { foldAll, makeRecords, type Said } from '../../testing/make-session.ts';
import { exceedsPullLimit } from './pull-limit.ts';

const call = (id: string, name = 'recall', args = '{"queries":["a"]}'): Said => ({
  kind: 'tool_call',
  messageId: 'm1',
  call: { id, name, arguments: args },
});
const result = (id: string, name = 'recall'): Said => ({ kind: 'tool_result', call: { id, name } });
const over = (said: Said[], pullCalls: number, callId?: string) => exceedsPullLimit(foldAll(makeRecords(said)), pullCalls, callId);
const ASKED: Said = { kind: 'user_message', text: 'go' };

describe('calls of recall and open in one turn', () => {
  it('are within its bound by their place among them, whenever they are made', () => {
    const said = [ASKED, call('c1'), call('x', 'search'), call('c2', 'open', '{"ref":"e1"}'), call('c3')];
    expect(['c1', 'c2', 'c3'].map((id) => over(said, 2, id))).toEqual([false, false, true]);
    expect(['c1', 'c2', 'c3'].map((id) => over([...said, result('c1'), result('c2', 'open')], 2, id))).toEqual([false, false, true]);
  });

  it('are over it without a name once that many are answered and one is open', () => {
    const said = [ASKED, call('c1'), call('c2')];
    expect(over(said, 1)).toBe(false);
    expect(over([...said, result('c1')], 1)).toBe(true);
    expect(over([...said, result('c1'), result('c2')], 1)).toBe(false);
  });

  it('begin anew with the next turn, and do not count what no call of the log stands for', () => {
    const first = [ASKED, call('c1'), result('c1')];
    expect(over([...first, { ...call('c2'), messageId: 'm2' }], 1, 'c2')).toBe(false);
    expect(over(first, 1)).toBe(false);
    expect(over(first, 1, 'unknown')).toBe(false);
    expect(over([], 1)).toBe(false);
  });

  it('do not count a call that failed, while its retry counts once and those beside it as before', () => {
    const failed = (id: string): Said => ({ ...result(id), isError: true });
    const said = [ASKED, call('c1'), call('c2'), call('c3'), failed('c1')];
    expect(['c2', 'c3'].map((id) => over(said, 1, id))).toEqual([false, true]);
    const retried = [...said, result('c2'), failed('c3'), call('c4')];
    expect([1, 2].map((pullCalls) => over(retried, pullCalls, 'c4'))).toEqual([true, false]);
    expect([1, 2].map((pullCalls) => over(retried, pullCalls))).toEqual([true, false]);
    const parallel = [ASKED, ...[1, 2, 3, 4, 5].map((at) => call(`p${at}`))];
    expect([1, 2, 3, 4, 5].map((at) => over(parallel, 3, `p${at}`))).toEqual([false, false, false, true, true]);
  });

  it('count under the prefix of an MCP host too, and those of other servers do not', () => {
    const names = ['mcp__total-recall__recall', 'mcp_total-recall_recall', 'total_recall__recall', 'total-recall.recall'];
    for (const name of names) expect(over([ASKED, call('c1', name), call('c2', name)], 1, 'c2')).toBe(true);
    const opened = [ASKED, call('c1', 'mcp__total-recall__open', '{"ref":"e1"}'), call('c2')];
    expect(over(opened, 1, 'c2')).toBe(true);
    for (const name of ['mcp__other__recall', 'mcp__total-recall__remember', 'mcp__total-recall__recall_all', 'not-total-recalls_recall'])
      expect(over([ASKED, call('c1', name), call('c2')], 1, 'c2')).toBe(false);
  });

  it('count under any name once an answer of ours stands in the result, and when the pull is made for that call', () => {
    const recalled = (id: string, within?: { from: number; to: number }[]): Said => ({
      ...result(id, 'mcp__memory__search'),
      recall: { retrievalId: 'r1', evidence: [], renderingHash: '', ...(within ? { within } : {}) },
    });
    const asked = (id: string) => call(id, 'mcp__memory__search', '{"q":"a"}');
    const said = [ASKED, asked('c1'), asked('c2'), asked('c3')];
    expect(['c2', 'c3'].map((id) => over(said, 1, id))).toEqual([false, false]);
    expect(['c2', 'c3'].map((id) => over([...said, recalled('c1')], 1, id))).toEqual([true, true]);
    expect(over([...said, recalled('c1'), recalled('c2')], 2, 'c3')).toBe(true);
    expect(over([...said, recalled('c1')], 2, 'c3')).toBe(false);
    // A file that quotes an answer is no answer.
    expect(over([...said, recalled('c1', [{ from: 9, to: 20 }])], 1, 'c2')).toBe(false);
    expect(over([ASKED, call('c1'), asked('c2')], 1, 'c2')).toBe(true);
  });

  it('do not count an open tool of the caller', () => {
    expect(over([ASKED, call('f1', 'open', '{"path":"a"}'), call('f2', 'open', '{"path":"b"}'), call('c1')], 1, 'c1')).toBe(false);
  });
});
