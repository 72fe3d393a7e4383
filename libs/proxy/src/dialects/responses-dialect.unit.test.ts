import { gzipSync } from 'node:zlib';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { RESPONSES_ANSWERS } from '../answers/responses-answers.ts';
import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { contentOf, createPartCounter } from '../window/count-parts.ts';
import { compactionItem, openCompaction } from '../conversation/compaction-item.ts';
import { partHash, readMessages } from '../conversation/read-conversation.ts';
import type { JsonRecord } from '../text/json-values.ts';
import type { PartView } from './dialect.ts';
import { nameOwnTools } from './own-tools.ts';
import { groupItems, RESPONSES_DIALECT } from './responses-dialect.ts';

type Item = OpenAI.Responses.ResponseInputItem;

const THOUGHT: Item = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: 'c'.repeat(80),
};
const SAID: Item = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Now.', annotations: [] }],
};
const CALL: Item = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'build', arguments: '{"a":1}' };
const CUSTOM: Item = { id: 'ctc_1', type: 'custom_tool_call', call_id: 'call_2', name: 'sql', input: 'select 1' };
const SEARCH: Item = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'tide' } };
const SHELL: Item = { id: 'sh_1', type: 'shell_call', call_id: 'call_3', action: { commands: ['ls'] }, status: 'completed' };
const PICTURE = 'data:image/png;base64,aGVsbG8=';

const read = (...items: readonly Item[]) => RESPONSES_DIALECT.readMessage({ role: 'x', items });
function write(items: readonly Item[], ...views: PartView[]): readonly JsonRecord[] | undefined {
  const message = { role: 'assistant', items };
  return RESPONSES_DIALECT.writeMessage(message, RESPONSES_DIALECT.readMessage(message), views)?.items as JsonRecord[] | undefined;
}

it('counts thoughts that are one with the item behind them, and tells no conversation from another by them', async () => {
  const [part] = read(THOUGHT, THOUGHT, SEARCH);
  expect(part).toMatchObject({ kind: 'agent_message', blocks: [0, 1, 2], thoughtChars: 2 * (80 + 'Hm.'.length) });
  const counted = async (...items: readonly Item[]) => {
    const count = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
    const timing = { clock: createSystemClock(), scheduler: createSystemScheduler() };
    const counter = createPartCounter({ tokens: { count }, ...timing }, () => undefined);
    const parts = read(...items).map((one) => ({ part: one, hash: partHash(one), content: contentOf(one, undefined) }));
    return (await counter.countParts('o200k', parts)).reduce((sum, { whole }) => sum + whole, 0);
  };
  const long: Item = { ...THOUGHT, encrypted_content: 'c'.repeat(8_000) } as Item;
  expect((await counted(long, SEARCH)) - (await counted(SEARCH))).toBe(Math.ceil((8_000 + 'Hm.'.length) / 4));
  const chainOf = (...items: readonly Item[]) =>
    readMessages(RESPONSES_DIALECT, [items.map((item) => JSON.stringify(item)).join(',')], '')[0]!;
  expect(chainOf(long, SEARCH).chain).toBe(chainOf(SEARCH).chain);
  expect(chainOf(long, SEARCH).sentChain).not.toBe(chainOf(SEARCH).sentChain);
});

describe('items of the Responses API', () => {
  it('are read as what was said, called and answered, with pictures', () => {
    const image: Item = {
      role: 'user',
      content: [
        { type: 'input_text', text: 'See.' },
        { type: 'input_image', image_url: PICTURE, detail: 'auto' },
      ],
    };
    expect(read(image)).toMatchObject([{ kind: 'user_message', text: 'See.', files: [{ mime: 'image/png', data: 'aGVsbG8=' }] }]);
    expect(read(CALL, CUSTOM)).toMatchObject([
      { kind: 'tool_call', call: { id: 'call_1', name: 'build', arguments: '{"a":1}' } },
      { kind: 'tool_call', call: { id: 'call_2', name: 'sql', arguments: 'select 1' } },
    ]);
    const answers: Item[] = [
      { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'ok' }] },
      { type: 'custom_tool_call_output', call_id: 'call_2', output: '1' },
      { type: 'computer_call_output', call_id: 'call_4', output: { type: 'computer_screenshot', image_url: PICTURE } },
      { type: 'shell_call_output', call_id: 'call_3', output: [{ stdout: 'a.ts', stderr: '', outcome: { type: 'exit', exit_code: 0 } }] },
    ];
    expect(read(...answers).map(({ kind, text, call, files }) => [kind, text, call?.id, files?.length])).toEqual([
      ['tool_result', 'ok', 'call_1', undefined],
      ['tool_result', '1', 'call_2', undefined],
      ['tool_result', '', 'call_4', 1],
      ['tool_result', expect.stringContaining('a.ts'), 'call_3', undefined],
    ]);
    expect(read({ type: 'of_tomorrow', x: 1 } as never)).toMatchObject([{ kind: 'agent_message', text: '{"type":"of_tomorrow","x":1}' }]);
    expect(read({ type: 'compaction', encrypted_content: 'gAAA' })).toMatchObject([{ kind: 'thinking', isPinned: true }]);
  });

  it('of one answer are one message, as they were written', () => {
    const raws = [
      { role: 'user', content: 'Go.' },
      THOUGHT,
      CALL,
      CUSTOM,
      { type: 'function_call_output', call_id: 'call_1', output: 'x' },
      SAID,
    ].map((item) => JSON.stringify(item, undefined, 1));
    const groups = groupItems(raws);
    expect(groups).toEqual([raws[0], raws.slice(1, 4).join(','), raws[4], raws[5]]);
    expect(groups.map((raw) => RESPONSES_DIALECT.parseMessage!(raw).role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('lose the id by which the vendor asks for a thought that has left, and no thought stays alone', () => {
    expect(write([THOUGHT, SAID, CALL], 'gone', 'whole', 'whole')).toEqual([
      { ...SAID, id: undefined },
      { ...CALL, id: undefined },
    ]);
    expect(write([THOUGHT, SAID, CALL], 'whole', 'gone', 'gone')).toBeUndefined();
    expect(write([SAID, THOUGHT, CALL], 'whole', 'whole', 'gone')).toEqual([SAID]);
    expect(write([THOUGHT, CALL], 'whole', { text: '', arguments: '{}' })).toEqual([THOUGHT, { ...CALL, arguments: '{}' }]);
  });

  it('that need their thought leave together with it', () => {
    expect(read(THOUGHT, SEARCH, SAID).map(({ blocks }) => blocks)).toEqual([[0, 1], [2]]);
    expect(write([THOUGHT, SEARCH, SAID], 'gone', 'whole')).toEqual([{ ...SAID, id: undefined }]);
    expect(write([THOUGHT, SHELL], 'whole')).toEqual([THOUGHT, SHELL]);
    expect(write([THOUGHT, SEARCH], { text: 'Cut.' })).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Cut.' }] },
    ]);
  });

  it('that need a thought which has left, and stand apart from it, are said as text', () => {
    const { id: _id, ...search } = SEARCH as typeof SEARCH & { id: string };
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: JSON.stringify(search) }] };
    expect(write([THOUGHT, SAID, SEARCH], 'gone', 'whole', 'whole')).toEqual([{ ...SAID, id: undefined }, said]);
    expect(write([THOUGHT, SAID, SHELL], 'gone', 'whole', 'whole')).toEqual([{ ...SAID, id: undefined }, SHELL]);
  });

  it('are shortened in the form that each has', () => {
    const shell: Item = { type: 'shell_call_output', call_id: 'c', output: [{ stdout: 'long', stderr: '', outcome: { type: 'timeout' } }] };
    expect(write([shell], { text: 'Cut.' })).toEqual([
      { ...shell, output: [{ stdout: 'Cut.', stderr: '', outcome: { type: 'timeout' } }] },
    ]);
    expect(write([{ type: 'custom_tool_call_output', call_id: 'c', output: 'long' }], { text: 'Cut.' })).toMatchObject([
      { output: 'Cut.' },
    ]);
    expect(write([CUSTOM], { text: '', arguments: 'select' })).toEqual([{ ...CUSTOM, input: 'select' }]);
    expect(write([SAID], { text: 'N.' })).toEqual([{ ...SAID, content: [{ type: 'output_text', text: 'N.' }] }]);
  });
});

describe('a compaction item of ours', () => {
  const held = ['{"role":"user","content":"Go."}', JSON.stringify(SAID)];
  const text = (value: unknown) => JSON.stringify(value);

  it('stands for all before it but what the caller sets up anew, and names where the log goes on', () => {
    const place = { session: 'proxy-1', source: 'proxy', sequence: 2 };
    const item = compactionItem({ raws: held, session: 'proxy-1', place });
    const developer = text({ role: 'developer', content: 'Be brief.' });
    const after = text({ role: 'user', content: 'So?' });
    expect(openCompaction([developer, text({ role: 'user', content: 'Go.' }), text(item), after])).toEqual({
      raws: [developer, ...held, after],
      session: 'proxy-1',
      place,
      length: 3,
    });
    expect(openCompaction([after, text({ type: 'compaction', encrypted_content: 'gAAA' })])).toBeUndefined();
  });

  it('is looked up among what is set up anew in a time that grows as that does', { timeout: 20_000 }, () => {
    const notes = Array.from({ length: 20_000 }, (_, at) => text({ role: 'developer', content: `${'Be brief. '.repeat(10)}${at}` }));
    const item = compactionItem({ raws: notes.map((note) => note.replace('Be', 'So')), session: 'proxy-1' });
    expect(openCompaction([...notes, ...notes, text(item)])!.length).toBe(3 * notes.length);
  });

  it('has each text counted before it is read, the item first', () => {
    const item = compactionItem({ raws: held, session: 'proxy-1' });
    const counted: string[] = [];
    const meter = (most: number) => (json: Uint8Array) => counted.push(Buffer.from(json).toString('utf8')) <= most;
    openCompaction([text(item)], { meter: meter(3) });
    expect(counted).toEqual([text({ raws: held, session: 'proxy-1' }), ...held]);
    for (const most of [0, 1, 2]) {
      counted.length = 0;
      expect(() => openCompaction([text(item)], { meter: meter(most) })).toThrow(/no room/);
      expect(counted).toHaveLength(most + 1);
    }
  });

  it('that was damaged or made to burst is not opened', () => {
    const made = (bytes: Buffer) => [text({ type: 'compaction', encrypted_content: `trc1.${bytes.toString('base64url')}` })];
    expect(() => openCompaction(made(Buffer.from('no')))).toThrow();
    expect(() => openCompaction(made(gzipSync('{"raws":[1],"session":"s"}')))).toThrow(/no compaction item/);
    expect(() => openCompaction(made(gzipSync('{"raws":[],"session":"../x"}')))).toThrow(/no compaction item/);
    expect(() => openCompaction(made(gzipSync(Buffer.alloc(65 * 1024 * 1024, 32))))).toThrow(/larger than/);
  });
});

it('thoughts without end are read and written in a time that grows as they do', { timeout: 20_000 }, () => {
  const thoughts = Array.from({ length: 150_000 }, () => ({ type: 'reasoning' }));
  const items = [...thoughts, SAID];
  const parts = RESPONSES_DIALECT.readMessage({ role: 'assistant', items });
  expect(parts).toHaveLength(items.length);
  const written = RESPONSES_DIALECT.writeMessage({ role: 'assistant', items }, parts, [...thoughts.map(() => 'whole' as const), 'gone']);
  expect(written).toBeUndefined();
});

it('keeps a breakpoint of the prompt cache where a text is cut', () => {
  const mark = { prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } } as const;
  const asked: Item = { role: 'user', content: [{ type: 'input_text', text: 'long', ...mark }] };
  const answered: Item = { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'long', ...mark }] };
  const cut = [{ type: 'input_text', text: 'cut', ...mark }];
  expect(write([asked], { text: 'cut' })).toEqual([{ ...asked, content: cut }]);
  expect(write([answered], { text: 'cut' })).toEqual([{ ...answered, output: cut }]);
});

it('a program and its output are a call and its result, whose form stays', () => {
  const program: Item = { type: 'program', id: 'pg_1', call_id: 'call_9', code: 'build()', fingerprint: 'f' };
  const output: Item = { type: 'program_output', id: 'po_1', call_id: 'call_9', result: 'built', status: 'completed' };
  expect(read(program)).toMatchObject([{ kind: 'tool_call', call: { id: 'call_9' } }]);
  expect(read(output)).toMatchObject([{ kind: 'tool_result', text: 'built', call: { id: 'call_9', name: 'program' } }]);
  expect(write([output], { text: 'cut' })).toEqual([{ ...output, result: 'cut' }]);
});

it('names ours so that no tool of the conversation has the same, and knows a call in a namespace for one of the caller', () => {
  const loaded = { type: 'tool_search_output', call_id: 'call_1', tools: [{ type: 'function', name: 'open', parameters: {} }] };
  const message = { role: 'tool', items: [loaded] };
  expect(nameOwnTools(RESPONSES_DIALECT, { tools: [{ type: 'function', name: 'recall' }] }, [message])).toEqual({
    recall: 'memory_recall',
    open: 'memory_open',
  });
  const call = { type: 'function_call', call_id: 'call_2', name: 'recall', arguments: '{}' };
  const names = { recall: 'recall', open: 'open' };
  const roundOf = (item: object) => RESPONSES_ANSWERS.readWhole({ output: [item] }, names);
  expect(roundOf({ ...call, namespace: 'mcp__total_recall' })).toMatchObject({ own: [], others: 1 });
  expect(roundOf({ ...call, namespace: null })).toMatchObject({ own: [{ id: 'call_2', tool: 'recall' }], others: 0 });
});

it('keeps in a window what holds until it is replaced: tools and settings of the middle of a conversation', () => {
  const update: Item = { type: 'configuration_update', reasoning: { effort: 'high' } };
  const tools: Item = { type: 'additional_tools', role: 'developer', tools: [] };
  expect(read(update, tools).map(({ isPinned }) => isPinned)).toEqual([true, true]);
  expect(read(SEARCH).map(({ isPinned }) => isPinned)).toEqual([undefined]);
});
