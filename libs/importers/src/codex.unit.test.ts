import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

const THREAD = '0199a0f0-0000-7000-8000-00000000aaaa';
const CHILD = '0199a0f0-0000-7000-8000-00000000bbbb';
let second = 0;

function line(type: string, payload: object): string {
  return `${JSON.stringify({ timestamp: new Date(Date.UTC(2031, 4, 2, 9, 0, second++)).toISOString(), type, payload })}\n`;
}
const item = (payload: object): string => line('response_item', payload);
const said = (role: string, text: string, kinds?: string[]): string =>
  item({
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    ...(kinds && { internal_chat_message_metadata_passthrough: { turn_id: 't', content_item_kinds: kinds } }),
  });
const read = (text: string, name = `rollout-2031-05-02T09-00-00-${THREAD}.jsonl`) =>
  importSession({ name, bytes: new TextEncoder().encode(text) });
const shape = (event: NewEvent) => [event.kind, event.text ?? event.call?.arguments, event.call?.id];

const ROLLOUT =
  line('session_meta', { id: THREAD, session_id: THREAD, cwd: '/srv/kiln', source: 'cli', cli_version: '0.169.0' }) +
  line('event_msg', { type: 'task_started' }) +
  said('developer', 'You may write to this folder.', ['permissions.instructions']) +
  said('user', '<environment_context>\n  <cwd>/srv/kiln</cwd>\n</environment_context>', ['environments.environment_context']) +
  line('turn_context', { model: 'a-model' }) +
  said('developer', 'The cone is 6, says the memory.', ['hooks.additional_context']) +
  said('user', 'Why does the kiln overheat?', ['user.text']) +
  item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look at the curve first.' }], encrypted_content: 'gAAA' }) +
  item({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat curve.toml"}', call_id: 'c1' }) +
  item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch', call_id: 'c2' }) +
  item({
    type: 'function_call_output',
    call_id: 'c1',
    output: 'Wall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno such file\n',
  }) +
  item({ type: 'custom_tool_call_output', call_id: 'c2', output: 'Process exited with code 0\nOutput:\nProcess exited with code 3\n' }) +
  said('assistant', 'The curve is missing.') +
  line('compacted', { message: 'The user asked about the kiln.', replacement_history: [] });

describe('rollouts of Codex CLI', () => {
  const result = read(ROLLOUT);
  const { events, session, source } = result.sessions[0]!;

  it('keep calls with their results, and who said what', () => {
    expect([session, source]).toEqual([THREAD, `codex:${THREAD}`]);
    expect(result.format).toBe('codex');
    expect(events.map(shape)).toEqual([
      ['system_note', 'You may write to this folder.', undefined],
      ['system_note', '<environment_context>\n  <cwd>/srv/kiln</cwd>\n</environment_context>', undefined],
      ['user_message', 'Why does the kiln overheat?', undefined],
      ['thinking', 'Look at the curve first.', undefined],
      ['tool_call', '{"cmd":"cat curve.toml"}', 'c1'],
      ['tool_call', '{"input":"*** Begin Patch"}', 'c2'],
      ['tool_result', 'Wall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno such file\n', 'c1'],
      ['tool_result', 'Process exited with code 0\nOutput:\nProcess exited with code 3\n', 'c2'],
      ['agent_message', 'The curve is missing.', undefined],
      ['system_note', 'The user asked about the kiln.', undefined],
    ]);
    expect(events.map(({ isError = false }) => isError).filter(Boolean)).toHaveLength(1);
    expect(new Set(events.slice(3, 6).map(({ messageId }) => messageId)).size).toBe(1);
    expect(events[8]!.messageId).not.toBe(events[3]!.messageId);
  });

  it('leave out what a hook brought in, and say so', () => {
    expect(result.unknownTypes).toEqual({
      session_meta: 1,
      'event_msg:task_started': 1,
      turn_context: 1,
      'hooks.additional_context': 1,
    });
    expect(result.skipped).toEqual([]);
  });

  it('keep their events where they grow', () => {
    const lines = ROLLOUT.split(/(?<=\n)/);
    for (let length = 1; length <= lines.length; length++) {
      const before = read(lines.slice(0, length).join('')).sessions[0]?.events ?? [];
      expect(before).toEqual(events.slice(0, before.length));
    }
  });

  it('of a subagent are a session of its own, with the thread that started it', () => {
    const meta = {
      id: CHILD,
      session_id: THREAD,
      agent_nickname: 'Ada',
      source: { subagent: { thread_spawn: { parent_thread_id: THREAD } } },
    };
    for (const more of [{}, { parent_thread_id: THREAD }]) {
      const { sessions } = read(line('session_meta', { ...meta, ...more }) + said('user', 'Read the cone.', ['user.text']));
      expect(sessions).toMatchObject([{ session: CHILD, parentSession: THREAD, agent: 'Ada' }]);
    }
  });

  it.each(['one line of output\n', '"exit_code":1 '])('are read in one go where a long output repeats %j', { timeout: 10_000 }, (part) => {
    const output = part.repeat(300_000 / part.length);
    const { sessions } = read(line('session_meta', { id: THREAD }) + item({ type: 'function_call_output', call_id: 'c1', output }));
    expect(sessions[0]!.events.map(({ text, isError = false }) => [text === output, isError])).toEqual([[true, false]]);
  });

  it('of earlier versions tell what the program wrote for the user by its form', () => {
    const { sessions } = read(
      line('session_meta', { id: THREAD }) +
        said('user', '<user_instructions>\nBe brief.\n</user_instructions>') +
        said('user', 'Fix <b>this</b>') +
        item({ type: 'local_shell_call', call_id: 'c1', action: { type: 'exec', command: ['ls'] } }) +
        item({ type: 'function_call_output', call_id: 'c1', output: '{"output":"gone","metadata":{"exit_code":2}}' }),
    );
    expect(sessions[0]!.events.map(({ kind, isError = false }) => [kind, isError])).toEqual([
      ['system_note', false],
      ['user_message', false],
      ['tool_call', false],
      ['tool_result', true],
    ]);
  });
});
