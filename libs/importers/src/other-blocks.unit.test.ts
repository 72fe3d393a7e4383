import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import type { ImportResult } from './import-format.ts';
import { importSession } from './import-session.ts';

const read = (value: unknown, name = 'talk.json'): ImportResult =>
  importSession({ name, bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) });
const said = ({ kind, text, call }: NewEvent) => [kind, text ?? call?.arguments, ...(call ? [call.id] : [])];
const shapes = (events: readonly NewEvent[] = []) => events.map(said);
/** Reads an answer of a model with some content, and returns its events. */
const answered = (...content: readonly unknown[]) => {
  const { sessions, unknownTypes } = read([
    { role: 'user', content: 'go' },
    { role: 'assistant', content },
  ]);
  const { events, asBefore } = sessions[0]!;
  return { events: events.slice(1), shapes: shapes(events.slice(1)), before: shapes(asBefore?.events.slice(1)), unknownTypes };
};
const agent = (text: string) => ['agent_message', text];
const call = (id: string) => ({ type: 'server_tool_use', id, name: 'code_execution', input: {} });

describe('results of tools that the vendor runs', () => {
  it.each<[string, unknown, string]>([
    [
      'web_search_tool_result',
      [{ type: 'web_search_result', title: 'Glazes', url: 'https://a.example/', encrypted_content: 'x9', page_age: '3 days' }],
      'Glazes https://a.example/',
    ],
    [
      'code_execution_tool_result',
      {
        type: 'code_execution_result',
        stdout: 'cone 6\n1222 C',
        stderr: 'slow',
        return_code: 1,
        content: [{ type: 'code_execution_output', file_id: 'f1' }],
      },
      'cone 6\n1222 C\nslow\nreturn code 1\n[code_execution_output: f1]',
    ],
    [
      'web_fetch_tool_result',
      {
        type: 'web_fetch_result',
        url: 'https://a.example/b',
        content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'All of it.' } },
      },
      'https://a.example/b\nAll of it.',
    ],
    [
      'tool_search_tool_result',
      { type: 'tool_search_tool_search_result', tool_references: [{ type: 'tool_reference', tool_name: 'Kiln' }] },
      '[tool_reference: Kiln]',
    ],
    [
      'bash_code_execution_tool_result',
      { type: 'bash_code_execution_tool_result_error', error_code: 'unavailable' },
      '{"type":"bash_code_execution_tool_result_error","error_code":"unavailable"}',
    ],
  ])('are results of their calls: %s', (type, content, text) => {
    const { shapes: now } = answered(call('c1'), { type, tool_use_id: 'c1', content }, { type: 'text', text: 'Done.' });
    expect(now).toEqual([['tool_call', '{}', 'c1'], ['tool_result', text, 'c1'], agent('Done.')]);
  });
});

describe('blocks that earlier versions left out', () => {
  it.each<[string, unknown, string]>([
    [
      'a found document',
      { type: 'search_result', source: 'docs/a', title: 'A', content: [{ type: 'text', text: 'Words.' }] },
      'A docs/a\nWords.',
    ],
    ['a file of a container', { type: 'container_upload', file_id: 'file_1' }, '[container_upload: file_1]'],
    [
      'a source of the AI SDK',
      { type: 'source', sourceType: 'url', id: 's1', url: 'https://a.example/', title: 'A' },
      'A https://a.example/',
    ],
    ['a resource of MCP', { type: 'resource', resource: { uri: 'memo://1', text: 'Memo.' } }, 'memo://1\nMemo.'],
    [
      'an unknown one',
      { type: 'mood', level: 3, signature: 'AbC=', inner: { encrypted_content: 'x', word: 'calm' } },
      '{"type":"mood","level":3,"inner":{"word":"calm"}}',
    ],
  ])('are text of the message that they stand in: %s', (_name, block, text) => {
    const { shapes: now, before } = answered({ type: 'text', text: 'See:' }, block, { type: 'text', text: 'Well.' });
    expect(now).toEqual([agent(`See:\n${text}\nWell.`)]);
    expect(before).toEqual([agent('See:\nWell.')]);
  });

  it('are counted where their type is unknown, and cut where they are long', () => {
    const { shapes: now, unknownTypes } = answered({ type: 'mood', words: 'x'.repeat(5_000) }, { type: 'seal', encrypted_content: 'x' });
    expect(now).toHaveLength(1);
    expect(now[0]![1]).toMatch(/^\{"type":"mood","words":"x{3900,} \[1\d{3} of 5\d{3} characters left out\]$/);
    expect(unknownTypes).toEqual({ 'block:mood': 1, 'block:seal': 1 });
    expect(answered({ type: 'container_upload', file_id: 'f' }).unknownTypes).toEqual({});
  });

  it('are text of the result that they stand in', () => {
    const result = { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'tool_reference', tool_name: 'Kiln' }] };
    const { sessions } = read([
      { role: 'assistant', content: [{ ...call('t1'), type: 'tool_use' }] },
      { role: 'user', content: [result] },
    ]);
    expect(shapes(sessions[0]!.events).at(-1)).toEqual(['tool_result', '[tool_reference: Kiln]', 't1']);
    expect(shapes(sessions[0]!.asBefore!.events).at(-1)).toEqual(['tool_result', '', 't1']);
  });
});

describe('parts of the AI SDK', () => {
  it('are files, calls and results', () => {
    const data = Buffer.from('PDF').toString('base64');
    const { sessions, unknownTypes } = read([
      { role: 'user', content: [{ type: 'file', data, mediaType: 'application/pdf', filename: 'a.pdf' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'k1', toolName: 'fire', input: { cone: 6 } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'k1', toolName: 'fire', output: { type: 'json', value: { signature: 'f(x)' } } }],
      },
      { role: 'user', content: [{ type: 'image', image: 'https://a.example/p.png', mediaType: 'image/png' }] },
    ]);
    const { events } = sessions[0]!;
    expect(events[0]!.attachments).toMatchObject([{ mime: 'application/pdf', title: 'a.pdf', data: new Uint8Array(Buffer.from('PDF')) }]);
    expect(shapes(events.slice(1))).toEqual([
      ['tool_call', '{"cone":6}', 'k1'],
      ['tool_result', '{"signature":"f(x)"}', 'k1'],
      ['user_message', '[image: https://a.example/p.png]'],
    ]);
    expect(unknownTypes).toEqual({});
  });
});

describe('a file that earlier versions read otherwise', () => {
  it('gives the former sequences, too, also of a fork within it', () => {
    const block = { type: 'code_execution_tool_result', tool_use_id: 'c1', content: { type: 'code_execution_result', stdout: '1' } };
    const line = (uuid: string, parentUuid: string | null, type: string, content: unknown) =>
      JSON.stringify({ type, uuid, parentUuid, sessionId: 'kiln', message: { role: type, content } });
    const file = [
      line('a', null, 'user', 'go'),
      line('b', 'a', 'assistant', [call('c1')]),
      line('c', 'b', 'assistant', [block]),
      line('d', 'c', 'assistant', 'Done.'),
      line('e', 'd', 'user', 'more'),
      line('f', 'e', 'assistant', 'Yes.'),
      line('g', 'd', 'user', 'other'),
    ].join('\n');
    const [main, fork] = read(file, 'kiln.jsonl').sessions;
    expect(shapes(main!.events)[2]).toEqual(['tool_result', '1', 'c1']);
    expect(main!.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(main!.asBefore!.events.map(({ sequence, text }) => [sequence, text])).toEqual([
      [1, 'go'],
      [2, undefined],
      [3, 'Done.'],
      [4, 'more'],
      [5, 'Yes.'],
    ]);
    expect([fork!.parentSequence, fork!.asBefore!.parentSequence]).toEqual([4, 3]);
  });

  it('has no former reading where there is nothing new in it', () => {
    const { sessions } = read([
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      {
        role: 'assistant',
        content: [
          { type: 'seal', encrypted_content: 'x' },
          { type: 'text', text: 'on' },
        ],
      },
    ]);
    expect(sessions[0]).not.toHaveProperty('asBefore');
  });
});
