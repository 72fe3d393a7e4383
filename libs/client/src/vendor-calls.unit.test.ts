import { expect, it } from 'vitest';
import { createClient } from './client.ts';

const blocks = (...given: object[]) => given as { type: string }[];

/** Opens a session of a service that takes whatever is appended. */
function open() {
  const events: object[] = [];
  const client = createClient({
    url: 'http://memory.test',
    apiKey: 'tr_key',
    fetch: async (_url, init) => {
      events.push(...((JSON.parse(String(init?.body ?? '{}')) as { events?: object[] }).events ?? []));
      return new Response(JSON.stringify({ events: [] }));
    },
  });
  return { session: client.space('a').session('s'), events };
}

it('an answer has the calls of a shell and a computer that the caller runs', async () => {
  const { session } = open();
  const output = blocks(
    { type: 'local_shell_call', id: 'l', call_id: 'a', status: 'completed', action: { type: 'exec', command: ['ls'] } },
    { type: 'computer_call', id: 'm', call_id: 'b', status: 'completed', action: { type: 'click', x: 1, y: 2 } },
  );
  const { calls, done } = await session.appendResponse({ id: 'resp_3', output });
  expect(done).toBe(false);
  expect(calls).toEqual([
    { id: 'a', name: 'local_shell_call', arguments: '{"action":{"type":"exec","command":["ls"]}}' },
    { id: 'b', name: 'computer_call', arguments: '{"action":{"type":"click","x":1,"y":2}}' },
  ]);
  const ranItself = blocks(
    { type: 'shell_call', id: 'n', call_id: 'd', action: { commands: ['ls'] } },
    { type: 'shell_call_output', id: 'o', call_id: 'd', output: [] },
    { type: 'tool_search_call', id: 'p', call_id: null, arguments: {} },
  );
  expect(await session.appendResponse({ id: 'resp_4', output: ranItself })).toMatchObject({ done: true, calls: [] });
});

it('calls of a custom tool have their text as one argument', async () => {
  const { session } = open();
  const custom = { id: 'c', custom: { name: 'patch', input: '*** Begin Patch' } };
  const { calls } = await session.appendResponse({ choices: [{ message: { content: null, tool_calls: [custom] } }] });
  const [run] = await session.runTools(calls, { patch: ({ input }: { input: string }) => `took ${input}` });
  expect(run).toMatchObject({ text: 'took *** Begin Patch', isError: false });
});

it('what the vendor ran itself is logged as calls with their results', async () => {
  const { session, events } = open();
  const output = blocks(
    {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'port', sources: [{ type: 'url', url: 'https://wiki.test' }] },
    },
    { type: 'web_search_call', id: 'ws_2', status: 'failed', action: { type: 'search', query: 'quay' } },
    { type: 'mcp_call', id: 'mcp_1', name: 'g', server_label: 's', arguments: '{"b":2}', output: 'ok', error: null },
    { type: 'mcp_call', id: 'mcp_2', name: 'g', server_label: 's', arguments: '{}', output: null, error: 'no such row' },
    { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['port'], results: [{ file_id: 'f', text: '54329' }] },
    { type: 'code_interpreter_call', id: 'ci_1', status: 'completed', code: 'print(1)', outputs: [{ type: 'logs', logs: '1' }] },
    {
      type: 'image_generation_call',
      id: 'ig_1',
      status: 'completed',
      revised_prompt: 'a quay',
      output_format: 'webp',
      result: 'QUJD',
    },
    { type: 'shell_call', id: 'sh_1', call_id: 'd', status: 'completed', action: { commands: ['ls'] } },
    { type: 'shell_call_output', id: 'so_1', call_id: 'd', output: [{ stdout: 'src' }] },
    { type: 'mcp_list_tools', id: 'ml_1', tools: [] },
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' },
  );
  const { calls } = await session.appendResponse({ id: 'resp_5', output });
  expect(calls.map(({ id }) => id)).toEqual(['c']);
  const logged = [
    { kind: 'tool_call', call: { id: 'ws_1', name: 'web_search', arguments: '{"type":"search","query":"port"}' } },
    { kind: 'tool_result', call: { id: 'ws_1', name: 'web_search' }, text: '[{"type":"url","url":"https://wiki.test"}]' },
    { kind: 'tool_call', call: { id: 'ws_2', name: 'web_search', arguments: '{"type":"search","query":"quay"}' } },
    { kind: 'tool_result', call: { id: 'ws_2', name: 'web_search' }, text: 'failed', isError: true },
    { kind: 'tool_call', call: { id: 'mcp_1', name: 'g', arguments: '{"b":2}' } },
    { kind: 'tool_result', call: { id: 'mcp_1', name: 'g' }, text: 'ok' },
    { kind: 'tool_call', call: { id: 'mcp_2', name: 'g', arguments: '{}' } },
    { kind: 'tool_result', call: { id: 'mcp_2', name: 'g' }, text: 'no such row', isError: true },
    { kind: 'tool_call', call: { id: 'fs_1', name: 'file_search', arguments: '{"queries":["port"]}' } },
    { kind: 'tool_result', call: { id: 'fs_1', name: 'file_search' }, text: '[{"file_id":"f","text":"54329"}]' },
    { kind: 'tool_call', call: { id: 'ci_1', name: 'code_interpreter', arguments: '{"code":"print(1)"}' } },
    { kind: 'tool_result', call: { id: 'ci_1', name: 'code_interpreter' }, text: '[{"type":"logs","logs":"1"}]' },
    { kind: 'tool_call', call: { id: 'ig_1', name: 'image_generation', arguments: '{"prompt":"a quay"}' } },
    { kind: 'tool_result', call: { id: 'ig_1', name: 'image_generation' }, attachments: [{ mime: 'image/webp', data: 'QUJD' }] },
    { kind: 'tool_call', call: { id: 'd', name: 'shell_call', arguments: '{"action":{"commands":["ls"]}}' } },
    { kind: 'tool_result', call: { id: 'd', name: 'shell_call' }, text: '[{"stdout":"src"}]' },

    { kind: 'tool_call', call: { id: 'c', name: 'f', arguments: '{"a":1}' } },
  ];
  expect(events).toEqual(logged.map((event) => expect.objectContaining(event)));
});

it('an answer for which the vendor alone ran tools is done', async () => {
  const { session, events } = open();
  const output = blocks(
    { type: 'web_search_call', id: 's', status: 'completed', action: { type: 'search', query: 'port' } },
    { type: 'message', content: [{ type: 'output_text', text: 'It is 54329.' }] },
  );
  expect(await session.appendResponse({ id: 'resp_6', output })).toMatchObject({ done: true, calls: [], text: 'It is 54329.' });
  expect(events).toMatchObject([{ kind: 'tool_call' }, { kind: 'tool_result', text: 'completed' }, { kind: 'agent_message' }]);
});

it('of what the vendor found is logged what can be read: pages by title and address, and no sealed text', async () => {
  const { session, events } = open();
  const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const page = (n: number) => ({
    type: 'web_search_result',
    title: `Tides ${n}`,
    url: `https://tides.test/${n}`,
    encrypted_content: 'x'.repeat(4_000),
  });
  const content = { text: 'High at nine.', encrypted_index: 'y'.repeat(4_000) };
  for (const found of [
    { type: 'web_search_tool_result', tool_use_id: 's', content: [page(1), page(2)] },
    { type: 'web_fetch_tool_result', tool_use_id: 's', content: { type: 'web_fetch_result', content } },
  ])
    await session.appendResponse({ id: 'msg_1', stop_reason: 'end_turn', content: blocks(search, found) });
  expect(events.filter((event) => (event as { kind: string }).kind === 'tool_result')).toMatchObject([
    { text: 'Tides 1 https://tides.test/1\nTides 2 https://tides.test/2' },
    { text: '{"type":"web_fetch_result","content":{"text":"High at nine."}}' },
  ]);
});
