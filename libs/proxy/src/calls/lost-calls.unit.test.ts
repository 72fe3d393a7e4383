import { describe, expect, it } from 'vitest';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import type { AgentCall } from '../window/plan-call.ts';
import { lostCalls } from './lost-calls.ts';

const TOOLS = [{ type: 'function', name: 'build', parameters: {} }];
const RECALL = { type: 'function_call', call_id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' };

/** Answers the calls of ours in an answer that the vendor holds, for a request with results; returns the items sent. */
async function sentFor(output: readonly object[], input: readonly object[]): Promise<unknown> {
  const body = { model: 'm', tools: TOOLS, previous_response_id: 'resp_1', input };
  const call = { dialect: RESPONSES_DIALECT, body, text: JSON.stringify(body) } as unknown as AgentCall;
  const lost = lostCalls(call, async (calls) => calls.map((one) => ({ call: one, text: 'It is E1.' })) as never);
  const sent = await lost!.body({ id: 'resp_1', output: [...output] });
  return Buffer.isBuffer(sent) ? (JSON.parse(sent.toString('utf8')) as { input: unknown }).input : sent;
}

describe('calls of ours that nobody knows any more', () => {
  it.each([
    [
      { type: 'custom_tool_call', call_id: 'b1', name: 'build', input: '' },
      { type: 'custom_tool_call_output', call_id: 'b1', output: 'ok' },
    ],
    [
      { type: 'apply_patch_call', call_id: 'p1' },
      { type: 'apply_patch_call_output', call_id: 'p1', status: 'completed' },
    ],
    [
      { type: 'tool_search_call', call_id: 's1' },
      { type: 'tool_search_output', call_id: 's1', tools: [] },
    ],
    [
      { type: 'mcp_approval_request', id: 'a1' },
      { type: 'mcp_approval_response', approval_request_id: 'a1', approve: true },
    ],
  ])('are answered beside what the agent answers: %o', async (asked, answer) => {
    const own = { type: 'function_call_output', call_id: 'r1', output: 'It is E1.' };
    expect(await sentFor([RECALL, asked], [answer])).toEqual([own, answer]);
    expect(await sentFor([RECALL, asked], [own, answer])).toBeUndefined();
  });

  it('are gone where the answer asked the agent for nothing, whatever else ran in it', async () => {
    const ran = { type: 'mcp_call', id: 'm1', name: 'look', output: 'seen' };
    const thought = { type: 'reasoning', id: 't1', summary: [] };
    expect(await sentFor([thought, RECALL, ran], [{ role: 'user', content: 'Go on.' }, ran])).toBe('gone');
  });
});
