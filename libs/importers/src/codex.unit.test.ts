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

  it('are read in one go where digits without an end stand for a code', { timeout: 10_000 }, () => {
    const output = `"exit_code":${'1'.repeat(300_000)}`;
    const { sessions } = read(line('session_meta', { id: THREAD }) + item({ type: 'function_call_output', call_id: 'c1', output }));
    expect(sessions[0]!.events.map(({ isError = false }) => isError)).toEqual([false]);
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

describe('rollouts of Codex CLI with turns that were rolled back', () => {
  const start = line('session_meta', { id: THREAD }) + said('developer', 'You may write.', ['permissions.instructions']);
  const turn = (name: string) => said('user', `${name}?`, ['user.text']) + said('assistant', `${name}!`);
  const rolledBack = (turns: unknown) => line('event_msg', { type: 'thread_rolled_back', num_turns: turns });
  const forks = (text: string) =>
    read(text).sessions.map(({ session, parentSession, parentSequence, events }) => [
      session.replace(THREAD, 'main'),
      parentSession?.replace(THREAD, 'main'),
      parentSequence,
      events.map((event) => event.text).join(' '),
    ]);

  it('continue as a fork from where the oldest of them began', () => {
    expect(forks(start + turn('a') + turn('b') + turn('c') + rolledBack(2) + turn('d') + turn('e'))).toEqual([
      ['main', undefined, undefined, 'You may write. a? a! b? b! c? c!'],
      ['main.fork-10', 'main', 3, 'd? d! e? e!'],
    ]);
  });

  it('fork again within a fork, and behind it', () => {
    const first = start + turn('a') + turn('b') + rolledBack(1) + turn('c') + turn('d');
    expect(forks(first + rolledBack(1) + turn('e'))).toEqual([
      ['main', undefined, undefined, 'You may write. a? a! b? b!'],
      ['main.fork-8', 'main', 3, 'c? c! d? d!'],
      ['main.fork-8.fork-13', 'main.fork-8', 2, 'e? e!'],
    ]);
    const behind = [rolledBack(3), rolledBack(1) + rolledBack(2), rolledBack(9)];
    for (const back of behind)
      expect(
        forks(first + back + turn('e'))
          .at(-1)!
          .slice(1),
      ).toEqual(['main', 1, 'e? e!']);
  });

  it('keep what stands before the first turn, also where nothing does', () => {
    expect(forks(line('session_meta', { id: THREAD }) + turn('a') + rolledBack(1) + turn('b'))).toEqual([
      ['main', undefined, undefined, 'a? a!'],
      ['main.fork-5', 'main', 0, 'b? b!'],
    ]);
  });

  it('have no fork where nothing follows, nothing was said, or the number is none', () => {
    const whole = [['main', undefined, undefined, 'You may write. a? a!']];
    expect(forks(start + turn('a') + rolledBack(1))).toEqual(whole);
    expect(forks(start + rolledBack(1) + turn('a'))).toEqual(whole);
    for (const turns of [0, -1, 1.5, '1', null, undefined]) expect(forks(start + turn('a') + rolledBack(turns))).toEqual(whole);
  });

  it('keep their events where they grow', () => {
    const lines = (start + turn('a') + turn('b') + rolledBack(1) + turn('c') + rolledBack(2) + turn('d')).split(/(?<=\n)/);
    const whole = read(lines.join('')).sessions;
    for (let length = 1; length <= lines.length; length++) {
      for (const { session, events } of read(lines.slice(0, length).join('')).sessions)
        expect(events).toEqual(whole.find((one) => one.session === session)!.events.slice(0, events.length));
    }
  });
});

describe('rollouts of Codex CLI of a forked thread', () => {
  /** An id of UUID version 7 that was made so many seconds after the others began. */
  const idAt = (seconds: number): string => {
    const digits = (Date.UTC(2031, 4, 2) + seconds * 1_000).toString(16).padStart(12, '0');
    return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-00000000abcd`;
  };
  const FORK = idAt(100);
  const meta = (more: object = {}) => line('session_meta', { id: FORK, forked_from_id: THREAD, ...more });
  const copied = line('session_meta', { id: THREAD });
  const turn = (name: string, id: string) =>
    line('event_msg', { type: 'task_started', turn_id: id }) +
    said('developer', `rules of ${name}`, ['permissions.instructions']) +
    line('turn_context', { turn_id: id }) +
    said('user', `${name}?`, ['user.text']) +
    said('assistant', `${name}!`);
  const sessions = (text: string) =>
    read(text).sessions.map(({ session, parentSession, events }) => [session, parentSession, events.map((event) => event.text).join(' ')]);

  it('leave out the turns that it was forked from, and name that thread', () => {
    const text = meta() + copied + turn('a', idAt(1)) + turn('b', idAt(2)) + turn('c', idAt(101));
    expect(sessions(text)).toEqual([[FORK, THREAD, 'rules of c c? c!']]);
    expect(read(text).unknownTypes).toMatchObject({ repeated_by_a_fork: 11 });
    expect(read(text).skipped).toEqual([]);
  });

  it('keep the sequences that their own turns had when all was kept', () => {
    const [own] = read(meta() + copied + turn('a', idAt(1)) + turn('c', idAt(101))).sessions;
    expect(own!.events.map(({ sequence }) => sequence)).toEqual([4, 5, 6]);
  });

  it('keep a prompt that stands before the first context of its own', () => {
    const old = line('turn_context', { turn_id: idAt(1) }) + said('user', 'a?', ['user.text']) + said('assistant', 'a!');
    const own = said('user', 'c?', ['user.text']) + line('turn_context', { turn_id: idAt(101) }) + said('assistant', 'c!');
    expect(sessions(meta() + copied + old + own)).toEqual([[FORK, THREAD, 'c? c!']]);
  });

  it('begin where their own head stands once more', () => {
    expect(sessions(meta() + copied + turn('a', idAt(1)) + meta() + said('user', 'c?', ['user.text']))).toEqual([[FORK, THREAD, 'c?']]);
  });

  it('keep all where nothing says what is repeated', () => {
    const plain = said('user', 'a?', ['user.text']) + said('assistant', 'a!');
    for (const context of ['', line('turn_context', {}), line('turn_context', { turn_id: 'turn-1' })])
      expect(sessions(meta() + copied + context + plain)).toEqual([[FORK, THREAD, 'a? a!']]);
    const unknown = line('session_meta', { id: 'a-fork', forked_from_id: THREAD });
    expect(sessions(unknown + copied + turn('a', idAt(1)))).toEqual([['a-fork', THREAD, 'rules of a a? a!']]);
  });

  it('keep all of a thread that repeats nothing', () => {
    expect(sessions(meta() + turn('c', idAt(101)) + turn('d', idAt(102)))).toEqual([[FORK, THREAD, 'rules of c c? c! rules of d d? d!']]);
  });

  it('are told by the time in the head where their id has none', () => {
    const head = meta({ id: 'a-fork', timestamp: new Date(Date.UTC(2031, 4, 2, 0, 1, 40)).toISOString() });
    expect(sessions(head + copied + turn('a', idAt(1)) + turn('c', idAt(101)))).toEqual([['a-fork', THREAD, 'rules of c c? c!']]);
  });

  it('hold nothing before a turn of their own', () => {
    expect(sessions(meta() + copied + turn('a', idAt(1)))).toEqual([]);
  });

  it('fork where turns of their own are rolled back', () => {
    const back = line('event_msg', { type: 'thread_rolled_back', num_turns: 1 });
    const text = meta() + copied + turn('a', idAt(1)) + back + turn('b', idAt(2)) + turn('c', idAt(101)) + back + turn('d', idAt(102));
    expect(sessions(text)).toEqual([
      [FORK, THREAD, 'rules of c c? c!'],
      [`${FORK}.fork-20`, FORK, 'rules of d d? d!'],
    ]);
  });
});
