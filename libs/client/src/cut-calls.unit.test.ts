import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import type { ModelResponse } from './responses/read-response.ts';

/** Opens a session that tells where it sent something, and which events. */
function open() {
  const sent: { readonly path: string; readonly events: readonly object[] }[] = [];
  const client = createClient({
    url: 'http://memory.test',
    apiKey: 'tr_key',
    fetch: async (url, init) => {
      const { events = [] } = JSON.parse(String(init?.body)) as { events?: object[] };
      sent.push({ path: String(url).split('/').at(-1)!, events });
      return new Response(JSON.stringify({ events: [] }));
    },
  });
  return { session: client.space('a').session('s'), sent, events: () => sent.flatMap(({ events }) => events) };
}

describe('calls that an answer ended within', () => {
  const HALF = { path: '/app/config.yml' };
  const blocks = (...given: object[]) => given as { type: string }[];
  const READ = { type: 'tool_use', id: 'r', name: 'read', input: {} };
  const WRITE = { type: 'tool_use', id: 'w', name: 'write', input: HALF };
  const message = (stop_reason: string) => ({ id: 'msg_1', stop_reason, content: blocks(READ, WRITE) });
  const chat = (finish_reason: string, args: string) => {
    const calls = [
      { id: 'r', function: { name: 'read', arguments: '{}' } },
      { id: 'w', function: { name: 'write', arguments: args } },
    ];
    return { choices: [{ message: { content: null, tool_calls: calls }, finish_reason }] };
  };
  const item = (id: string, name: string, status?: string) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: name === 'write' ? JSON.stringify(HALF) : '{}',
    ...(status ? { status } : {}),
  });
  const response = (status?: string) => ({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: blocks(item('r', 'read', status && 'completed'), item('w', 'write', status)),
  });
  const step = (finishReason: string, rawFinishReason?: string) => ({
    content: blocks(
      { type: 'tool-call', toolCallId: 'r', toolName: 'read', input: {} },
      { type: 'tool-call', toolCallId: 'w', toolName: 'write', input: HALF },
      { type: 'tool-result', toolCallId: 'r', toolName: 'read', output: 'read' },
    ),
    finishReason,
    ...(rawFinishReason ? { rawFinishReason } : {}),
  });
  const CUT: readonly [name: string, reason: string, response: ModelResponse][] = [
    ...['max_tokens', 'model_context_window_exceeded', 'refusal'].map((reason): [string, string, ModelResponse] => [
      `a message (${reason})`,
      reason,
      message(reason),
    ]),
    ['a chat completion', 'length', chat('length', '')],
    ['a chat completion of a filter', 'content_filter', chat('content_filter', '{}')],
    ['a response', 'max_output_tokens', response()],
    ['a response whose items say it', 'max_output_tokens', response('incomplete')],
    ['a step of the AI SDK', 'max_tokens', { steps: [step('length', 'max_tokens')] }],
    ['a step of the AI SDK by a filter', 'content-filter', { steps: [step('content-filter')] }],
  ];

  it.each(CUT)('are not run, and the model is told: %s', async (_name, reason, given) => {
    const ran: string[] = [];
    const { session, events } = open();
    const { calls, done } = await session.appendResponse(given);
    const runs = await session.runTools(calls, { read: () => void ran.push('read'), write: () => void ran.push('write') });
    expect(done).toBe(false);
    expect(ran).not.toContain('write');
    expect(runs.find(({ call: { id } }) => id === 'r')?.isError).not.toBe(true);
    expect(runs.at(-1)).toMatchObject({
      text: expect.stringContaining(`ended (${reason}) within this call of write, so it was not run`) as string,
      isError: true,
    });
    expect(events().at(-1)).toMatchObject({ kind: 'tool_result', call: { id: 'w', name: 'write' }, isError: true });
  });

  const WHOLE: readonly [name: string, response: ModelResponse][] = [
    ['a message', message('tool_use')],
    ['a message with a text behind', { stop_reason: 'max_tokens', content: blocks(READ, WRITE, { type: 'text', text: 'So' }) }],
    ['a chat completion', chat('tool_calls', '{}')],
    ['a response whose items are complete', response('completed')],
    ['a step of the AI SDK', { steps: [step('tool-calls')] }],
  ];

  it.each(WHOLE)('are told from those that are whole: %s', async (_name, given) => {
    const { session } = open();
    const { calls } = await session.appendResponse(given);
    expect((await session.runTools(calls, { read: () => 'read', write: () => 'written' })).at(-1)).toMatchObject({ text: 'written' });
  });

  it('are no calls of the memory either', async () => {
    const { session, sent } = open();
    const recall = { type: 'tool_use', id: 'c', name: 'recall', input: {} };
    const { calls } = await session.appendResponse({ stop_reason: 'max_tokens', content: blocks(recall) });
    expect(await session.runRecall(calls[0]!)).toMatchObject({ isError: true });
    expect(sent.map(({ path }) => path)).toEqual(['events', 'events']);
  });
});
