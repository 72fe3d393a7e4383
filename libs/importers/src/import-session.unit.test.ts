import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { detectFormat } from './detect-format.ts';
import type { ImportResult } from './import-format.ts';
import { importSession } from './import-session.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const lines = (...records: readonly unknown[]) =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');
const read = (name: string, content: unknown): ImportResult =>
  importSession({ name, bytes: bytesOf(typeof content === 'string' ? content : JSON.stringify(content)) });
const shape = (event: NewEvent) => [event.kind, event.text ?? event.call?.arguments, event.call?.id];
const at = (minute: number) => new Date(Date.UTC(2031, 4, 2, 9, minute)).toISOString();
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('OpenClaw and Pi logs', () => {
  const log = lines(
    { type: 'session', id: 'kiln-41', timestamp: at(0), cwd: '/srv/kiln' },
    { type: 'message', timestamp: at(1), message: { role: 'user', content: [{ type: 'text', text: 'Why does the kiln overheat?' }] } },
    {
      type: 'message',
      timestamp: at(2),
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look at the curve first.' },
          { type: 'text', text: 'Reading the curve.' },
          { type: 'toolCall', id: 'k1', name: 'read', arguments: { path: 'curve.toml' } },
          { type: 'toolCall', id: 'k2', name: 'read', arguments: { path: 'cone.toml' } },
        ],
      },
    },
    {
      type: 'message',
      timestamp: at(3),
      message: { role: 'toolResult', toolCallId: 'k2', toolName: 'read', content: [{ type: 'text', text: 'cone = 6' }], isError: false },
    },
    { type: 'message', timestamp: at(4), message: { role: 'toolResult', toolCallId: 'k1', toolName: 'read', content: [], isError: true } },
    { type: 'message', timestamp: at(5), message: { role: 'assistant', content: [], errorMessage: 'aborted' } },
    { type: 'glaze_change', timestamp: at(6) },
    '{"type":"message","timestamp":"2031-05-02T09:07:00.000Z","message":{"role":"us',
  );
  const result = read('kiln.jsonl', log);

  it('keeps pairs, order and times', () => {
    const [session] = result.sessions;
    expect(session!.session).toBe('kiln-41');
    expect(session!.events.map(shape)).toEqual([
      ['user_message', 'Why does the kiln overheat?', undefined],
      ['thinking', 'Look at the curve first.', undefined],
      ['agent_message', 'Reading the curve.', undefined],
      ['tool_call', '{"path":"curve.toml"}', 'k1'],
      ['tool_call', '{"path":"cone.toml"}', 'k2'],
      ['tool_result', 'cone = 6', 'k2'],
      ['tool_result', '', 'k1'],
    ]);
    expect(session!.events.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(session!.events[5]!.occurredAt).toBe(Date.parse(at(3)));
    expect(session!.events[6]!.isError).toBe(true);
    expect(new Set(session!.events.slice(1, 5).map((event) => event.messageId)).size).toBe(1);
  });

  it('reports what it leaves out by line', () => {
    expect(result.skipped).toEqual([
      { line: 6, reason: 'empty content' },
      { line: 8, reason: 'truncated JSON' },
    ]);
    expect(result.unknownTypes).toEqual({ session: 1, glaze_change: 1 });
  });
});

describe('Claude Code logs', () => {
  const about = { sessionId: '7f0c1f6e-0000-4000-8000-00000000abcd', isSidechain: false };
  const user = (uuid: string, content: unknown, more: object = {}) => ({
    ...about,
    type: 'user',
    uuid,
    timestamp: at(1),
    message: { role: 'user', content },
    ...more,
  });
  const model = (uuid: string, block: unknown, more: object = {}) => ({
    ...about,
    type: 'assistant',
    uuid,
    timestamp: at(2),
    message: { id: 'msg_1', role: 'assistant', content: [block] },
    ...more,
  });

  it('reads blocks of one message from several lines, images and meta messages', () => {
    const result = read(
      'fixture.jsonl',
      lines(
        '// a comment from whoever shared this',
        '',
        user('u1', 'Draw the orchard map'),
        model('u2', { type: 'thinking', thinking: 'A map.', signature: 'x' }),
        model('u3', { type: 'tool_use', id: 't1', name: 'Screenshot', input: {} }),
        user('u4', [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: [
              { type: 'text', text: 'saved' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
            ],
          },
        ]),
        user('u4', 'the same line again'),
        user('u5', 'Caveat: local commands', { isMeta: true }),
        { type: 'progress', uuid: 'u6', ...about },
      ),
    );
    const [session] = result.sessions;
    expect(session!.session).toBe(about.sessionId);
    expect(session!.events.map((event) => event.kind)).toEqual(['user_message', 'thinking', 'tool_call', 'tool_result', 'system_note']);
    expect(session!.events[1]!.messageId).toBe(session!.events[2]!.messageId);
    expect(session!.events[3]!.attachments![0]).toMatchObject({ mime: 'image/png' });
    expect(Buffer.from(session!.events[3]!.attachments![0]!.data).toString('base64')).toBe(PIXEL);
    expect(result.skipped).toEqual([
      { line: 1, reason: 'comment' },
      { line: 7, reason: 'duplicate uuid' },
    ]);
    expect(result.unknownTypes).toEqual({ progress: 1 });
  });

  it('makes every subagent a session with its parent', () => {
    const inFile = read(
      `${about.sessionId}.jsonl`,
      lines(
        user('u1', 'Count the pears'),
        user('s1', 'Count row one', { isSidechain: true }),
        model('s2', { type: 'text', text: '41 pears' }, { isSidechain: true, parentUuid: 's1' }),
        user('s3', 'Count row two', { isSidechain: true }),
        model('s4', { type: 'text', text: '17 pears' }, { isSidechain: true, parentUuid: 's3' }),
      ),
    );
    expect(inFile.sessions.map((session) => [session.events.length, session.parentSession])).toEqual([
      [1, undefined],
      [2, about.sessionId],
      [2, about.sessionId],
    ]);
    expect(new Set(inFile.sessions.map((session) => session.source)).size).toBe(3);
    const ownFile = read('subagents/agent-a41.jsonl', lines(user('s1', 'Count row three', { isSidechain: true, agentId: 'a41' })));
    expect(ownFile.sessions[0]).toMatchObject({ session: `${about.sessionId}.agent-a41`, agent: 'a41', parentSession: about.sessionId });
    expect(ownFile.sessions[0]!.events[0]!.meta).toEqual({ agent: 'a41', parentAgent: 'main' });
  });

  it('names no agent as the speaker of what a person says', () => {
    const { sessions } = read(
      `${about.sessionId}.jsonl`,
      lines(user('u1', 'Always weigh the pears twice.'), model('a1', { type: 'text', text: 'I weigh them twice.' })),
    );
    expect(sessions[0]!.events.map(({ kind, meta }) => [kind, meta?.agent])).toEqual([
      ['user_message', undefined],
      ['agent_message', 'main'],
    ]);
  });

  it('begins a fork where a request goes back behind an answered one, and keeps the main branch as it was', () => {
    const before = [
      user('u1', 'Count the pears'),
      model('m1', { type: 'text', text: '41' }, { parentUuid: 'u1' }),
      user('u2', 'And the plums', { parentUuid: 'm1' }),
      model('m2', { type: 'text', text: '17' }, { parentUuid: 'u2' }),
    ];
    const after = [
      user('u3-rewound', 'And the apples', { parentUuid: 'm1' }),
      model('m3', { type: 'text', text: '8' }, { parentUuid: 'u3-rewound' }),
      user('u4', 'And the quinces', { parentUuid: 'm2' }),
      user('u5', 'All of them', { parentUuid: 'm3' }),
    ];
    const texts = ({ sessions }: ImportResult) => sessions.map(({ events }) => events.map(({ text }) => text));
    const file = `${about.sessionId}.jsonl`;
    const main = ['Count the pears', '41', 'And the plums', '17'];
    expect(texts(read(file, lines(...before)))).toEqual([main]);
    const grown = read(file, lines(...before, ...after));
    expect(texts(grown)).toEqual([
      [...main, 'And the quinces'],
      ['And the apples', '8', 'All of them'],
    ]);
    expect(grown.sessions[1]).toMatchObject({
      session: `${about.sessionId}.fork-u3-rewou`,
      parentSession: about.sessionId,
      parentSequence: 2,
    });
    expect(grown.sessions[1]!.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('takes results that come late, and answers in several records, for what they are', () => {
    const calls = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'count', input: {} }));
    const result = (uuid: string, id: string, parentUuid: string) => ({
      ...(user(uuid, '', { parentUuid }) as object),
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `of ${id}` }] },
    });
    const { sessions } = read(
      `${about.sessionId}.jsonl`,
      lines(
        user('u1', 'Count'),
        model('m1', calls[0]!, { parentUuid: 'u1' }),
        model('m2', calls[1]!, { parentUuid: 'm1' }),
        result('r1', 'a', 'm1'),
        user('u2', 'Go on', { parentUuid: 'r1' }),
        model('m3', { type: 'text', text: 'yes' }, { parentUuid: 'u2' }),
        result('r2', 'b', 'm2'),
      ),
    );
    expect(sessions).toHaveLength(1);
    expect(sessions[0]!.events).toHaveLength(7);
  });

  it('takes a large image in its stride', () => {
    const image = Buffer.alloc(700_000, 7).toString('base64');
    const result = read(
      'big.jsonl',
      lines(
        model('u1', { type: 'tool_use', id: 't1', name: 'Shot', input: {} }),
        user('u2', [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } }],
          },
        ]),
      ),
    );
    expect(result.sessions[0]!.events[1]!.attachments![0]!.data.byteLength).toBe(700_000);
  });
});

describe('message lists', () => {
  const chat = [
    { role: 'system', content: 'You rent out boats.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Which boat?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'Two lookups.',
      tool_calls: [
        { id: 'c1', function: { name: 'find_boat', arguments: '{"seats": 4}' } },
        { id: 'c2', function: { name: 'tides', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'boat-77' },
    { role: 'tool', tool_call_id: 'c2', content: 'low at 14:05' },
    { role: 'assistant', content: 'Boat 77.' },
    { role: 'assistant', content: null, function_call: { name: 'book', arguments: '{}' } },
    { role: 'function', name: 'book', content: 'booked' },
  ];

  it.each([
    ['a list', chat],
    ['an object', { model: 'm', messages: chat }],
  ])('reads OpenAI chat as %s', (_, content) => {
    const result = read('boats.json', content);
    expect(result.format).toBe('openai-chat');
    const { events } = result.sessions[0]!;
    expect(events.map((event) => event.kind)).toEqual([
      'system_note',
      'user_message',
      'thinking',
      'tool_call',
      'tool_call',
      'tool_result',
      'tool_result',
      'agent_message',
      'tool_call',
      'tool_result',
    ]);
    expect(events[3]!.call).toEqual({ id: 'c1', name: 'find_boat', arguments: '{"seats": 4}' });
    expect(events[9]!.call!.id).toBe(events[8]!.call!.id);
    expect(events[1]!.attachments).toHaveLength(1);
  });

  it('gives calls that share an id ids of their own', () => {
    const call = { role: 'assistant', content: null, tool_calls: [{ id: 'same', function: { name: 'f', arguments: '{}' } }] };
    const result = read('reused.json', [
      call,
      { role: 'tool', tool_call_id: 'same', content: 'one' },
      call,
      { role: 'tool', tool_call_id: 'same', content: 'two' },
      { role: 'tool', tool_call_id: 'same', content: 'three' },
      { role: 'tool', tool_call_id: 'never', content: 'four' },
    ]);
    const ids = result.sessions[0]!.events.map((event) => event.call!.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(4);
    expect(result.warnings).toEqual([
      { line: 5, reason: 'second result of one call' },
      { line: 6, reason: 'tool result before or without its call' },
    ]);
  });

  it.each([
    ['x', 17_000_000],
    ['é', 9_000_000],
    ['語', 6_000_000],
  ])('keeps the beginning of a text that no event can hold, and says what is left out: %s', (letter, times) => {
    const text = letter.repeat(times);
    const { sessions, warnings } = read('large.json', [{ role: 'user', content: text }]);
    const { text: kept = '' } = sessions[0]!.events[0]!;
    const size = Buffer.byteLength(text);
    const left = size - 5_592_338 * Buffer.byteLength(letter);
    expect(kept.slice(0, 5_592_338) === text.slice(0, 5_592_338)).toBe(true);
    expect(kept.slice(5_592_338)).toBe(`\n[${left} of ${size} bytes left out: an event has 16777216 at most]`);
    expect(warnings).toEqual([{ line: 1, reason: `${left} of ${size} bytes of a text left out: an event has 16777216 at most` }]);
  });

  it('stays linear where a file uses one id for all its calls', () => {
    const calls = Array.from({ length: 20_000 }, () => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'same', function: { name: 'f', arguments: '{}' } }],
    }));
    expect(new Set(read('same.json', calls).sessions[0]!.events.map((event) => event.call!.id)).size).toBe(20_000);
  });

  it('reads Anthropic messages with their system prompt', () => {
    const result = read('anthropic.json', {
      system: [{ type: 'text', text: 'You keep bees.' }],
      messages: [
        { role: 'user', content: 'Weigh hive 3' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Weighing.' },
            { type: 'tool_use', id: 'b1', name: 'weigh', input: { hive: 3 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'b1', content: '31.4 kg', is_error: false },
            { type: 'text', text: 'And hive 4?' },
          ],
        },
      ],
    });
    expect(result.format).toBe('anthropic-messages');
    expect(result.sessions[0]!.events.map(shape)).toEqual([
      ['system_note', 'You keep bees.', undefined],
      ['user_message', 'Weigh hive 3', undefined],
      ['agent_message', 'Weighing.', undefined],
      ['tool_call', '{"hive":3}', 'b1'],
      ['tool_result', '31.4 kg', 'b1'],
      ['user_message', 'And hive 4?', undefined],
    ]);
  });
});

describe('evaluation logs', () => {
  it('pairs a mini-swe-agent observation with the command before it', () => {
    const result = read('run.traj.json', {
      instance_id: 'loom__loom-12',
      messages: [
        { role: 'system', content: 'One command.' },
        { role: 'user', content: 'Fix the shuttle' },
        { role: 'assistant', content: 'THOUGHT: look\n\n```bash\nls loom\n```' },
        { role: 'user', content: '<returncode>2</returncode>\n<output>\nno loom\n</output>' },
        { role: 'assistant', content: 'I forgot the command' },
        { role: 'user', content: 'Give exactly one command.' },
      ],
      trajectory_format: 'mini-swe-agent-1',
    });
    expect(result.format).toBe('mini-swe-agent');
    const { events, session } = result.sessions[0]!;
    expect(session).toMatch(/^loom__loom-12\.[0-9a-f]{8}$/);
    expect(events.map((event) => event.kind)).toEqual([
      'system_note',
      'user_message',
      'agent_message',
      'tool_call',
      'tool_result',
      'agent_message',
      'system_note',
    ]);
    expect(events[2]!.text).toBe('THOUGHT: look');
    expect(events[3]!.call).toMatchObject({ id: events[4]!.call!.id, arguments: '{"command":"ls loom"}' });
    expect(events[4]!.isError).toBe(true);
  });

  it.each(['```bash ', 'x```bash\n'])('reads a mini-swe-agent message in one go where it repeats %j', { timeout: 10_000 }, (part) => {
    const content = part.repeat(400_000 / part.length);
    const messages = [
      { role: 'user', content: 'Fix it' },
      { role: 'assistant', content },
    ];
    const { sessions } = read('run.traj.json', { instance_id: 'a', messages, trajectory_format: 'mini-swe-agent-1' });
    expect(sessions[0]!.events.map(({ kind }) => kind)).toEqual(['user_message', 'agent_message']);
  });

  it('reads tau-bench runs without their labels', () => {
    const run = (id: number) => ({
      task_id: id,
      reward: 1,
      info: { task: { actions: [{ name: 'LABEL-ACTION' }], instruction: 'LABEL-TEXT' } },
      traj: [{ role: 'user', content: `ticket ${id}` }],
      trial: 0,
    });
    const result = read('support.json', [run(1), run(2), { task_id: 3 }]);
    expect(result.format).toBe('tau-bench');
    expect(result.sessions.map((session) => session.session.replace(/[0-9a-f]{8}/, 'h'))).toEqual(['support.h.run-1', 'support.h.run-2']);
    expect(result.skipped).toEqual([{ line: 3, reason: 'not a run with a trajectory' }]);
    expect(JSON.stringify(result.sessions)).not.toContain('LABEL');
  });

  it('reads who-and-when speakers and executions without labels', () => {
    const result = read('log.json', {
      question: 'LABEL-Q',
      ground_truth: 'LABEL-42',
      mistake_agent: 'LABEL-Smith',
      mistake_step: '1',
      mistake_reason: 'LABEL-why',
      system_prompt: { Smith: 'You forge.' },
      history: [
        { role: 'human', content: 'Forge a hinge' },
        { role: 'Foreman (-> Smith)', content: 'Smith, run this:\n```python\nforge()\n```' },
        { role: 'user', name: 'Computer_terminal', content: 'exitcode: 1 (execution failed)\nCode output: cold' },
        { role: 'Foreman (thought)', content: 'It was cold.' },
        { role: 'Smith', content: '' },
      ],
    });
    expect(result.format).toBe('who-and-when');
    const { events } = result.sessions[0]!;
    expect(events.map((event) => [event.kind, event.meta?.agent, event.meta?.tags?.find((tag) => tag !== 'untimed')])).toEqual([
      ['system_note', 'Smith', undefined],
      ['user_message', 'human', undefined],
      ['agent_message', 'Foreman', 'delegation'],
      ['tool_call', 'Foreman', undefined],
      ['tool_result', 'Computer_terminal', undefined],
      ['agent_message', 'Foreman', 'thought'],
    ]);
    expect(events[4]!.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain('LABEL');
    expect(result.skipped).toEqual([{ line: 5, reason: 'empty content' }]);
  });
});

describe('detectFormat', () => {
  it.each([
    ['a.jsonl', '{"type":"session","id":"x"}\n', 'openclaw'],
    [
      'a.jsonl',
      '// hello\n{"type":"file-history-snapshot"}\n{"type":"user","uuid":"u","message":{"role":"user","content":"x"}}\n',
      'claude-code',
    ],
    ['a.jsonl', '{"kind":"user_message","text":"x"}\n{"kind":"user', 'jsonl'],
    ['a.json', '[{"task_id":1,"traj":[{"role":"us', 'tau-bench'],
    ['a.traj.json', '{"instance_id":"x","messages":[{"ro', 'mini-swe-agent'],
    ['a.json', '{\n "history": [\n  {"role": "human"', 'who-and-when'],
    ['a.txt', 'words', undefined],
  ])('%s %s', (name, head, format) => {
    expect(detectFormat(name, head)).toBe(format);
  });
});

describe('a document with objects in place of words', () => {
  const NO_WORD = { toString: 0 };
  it.each([
    ['a role in a history', { history: [{ role: NO_WORD }], system_prompt: 'Be brief.' }],
    ['a role in messages', { messages: [{ role: NO_WORD, content: 'x' }] }],
    ['the type of a block', [{ role: 'user', content: [{ type: NO_WORD, image_url: 'https://example.org/kiln.png' }] }]],
  ])('is read without failing: %s', (_what, document) => {
    expect(read('odd.json', document)).toEqual(read('odd.json', document));
  });
});

describe('the system prompt of a file', () => {
  const system = { role: 'system', content: 'Be brief.' };
  const user = { role: 'user', content: 'Why?' };
  const item = (role: string, text: string) => ({
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'input_text', text }] },
  });
  const meta = { type: 'session_meta', payload: { id: 'c1' } };

  it.each([
    ['chat.json', [system, { role: 'developer', content: 'No emoji.' }, user, system], 2],
    ['chat.json', { system: 'Be brief.', messages: [user] }, 1],
    ['chat.json', [user, system], undefined],
    ['chat.jsonl', lines(system, user), 1],
    ['rollout.jsonl', lines(meta, item('developer', 'Be brief.'), item('user', '<environment_context>here</environment_context>')), 1],
    ['pi.jsonl', lines({ type: 'session', id: 'p1' }, { type: 'message', message: system }, { type: 'message', message: user }), 1],
    ['pi.jsonl', lines({ type: 'session', id: 'p1' }, { type: 'compaction', summary: 'It was long.' }), undefined],
  ])('is what stands at its head as such: %s', (name, content, count) => {
    const [session] = read(name, content).sessions;
    expect(session!.systemEvents).toBe(count);
    expect(session!.events.slice(0, count ?? 0).every(({ kind }) => kind === 'system_note')).toBe(true);
  });
});
