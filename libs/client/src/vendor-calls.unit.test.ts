import { expect, it } from 'vitest';
import { createClient } from './client.ts';

const blocks = (...given: object[]) => given as { type: string }[];

/** Opens a session of a service that takes whatever is appended. */
function open() {
  const client = createClient({
    url: 'http://memory.test',
    apiKey: 'tr_key',
    fetch: async () => new Response(JSON.stringify({ events: [] })),
  });
  return { session: client.space('a').session('s') };
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
