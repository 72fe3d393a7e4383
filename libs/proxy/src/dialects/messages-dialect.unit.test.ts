import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { eventsOf } from '../memory/events-of.ts';
import type { JsonRecord } from '../text/json-values.ts';
import { contentOf, createPartCounter } from '../window/count-parts.ts';
import { MESSAGES_DIALECT } from './messages-dialect.ts';
import { nameOwnTools } from './own-tools.ts';

const said = (...content: object[]) => ({ role: 'assistant', content });
const text = { type: 'text', text: 'All is well.' };
const thinking = { type: 'thinking', thinking: 'Build it.', signature: 's' };
const call = { type: 'tool_use', id: 'call_1', name: 'build', input: {} };

it('answers that become one begin with the thinking of either', () => {
  const join = (...messages: object[]) => MESSAGES_DIALECT.joinMessages!(messages.map((message) => ({ ...message })));
  expect(join(said(text), said(thinking, call))).toEqual(said(thinking, text, call));
  expect(join(said(thinking, text), said({ type: 'redacted_thinking', data: 'd' }, call))).toEqual(
    said(thinking, text, { type: 'redacted_thinking', data: 'd' }, call),
  );
  expect(join(said(text), said(call))).toEqual(said(text, call));
});

it('answers that become one are the same however many there are as one after the other', () => {
  const join = (messages: readonly JsonRecord[]) => MESSAGES_DIALECT.joinMessages!(messages);
  const answers = [said(text), said(), said(call), said(call, thinking), said(text, thinking), said(thinking, call)];
  for (const first of answers)
    for (const second of answers)
      for (const third of answers) expect(join([first, second, third, first])).toEqual(join([join([join([first, second]), third]), first]));
});

it('blocks of one id are read in a time that grows as they do', { timeout: 20_000 }, () => {
  const content = Array.from({ length: 200_000 }, () => ({ type: 'server_tool_use', id: 'a' }));
  expect(MESSAGES_DIALECT.readMessage({ role: 'assistant', content })).toHaveLength(content.length);
});

it('edits are taken in a time that grows as they do', { timeout: 20_000 }, () => {
  const own = Array.from({ length: 150_000 }, () => ({ type: 'clear_tool_uses_20250919' }));
  const body = { context_management: { edits: [...own, ...own.map(() => ({}))] } };
  const taken = MESSAGES_DIALECT.takeEdits!(JSON.stringify(body), body)!;
  expect(taken).toMatchObject({ names: ['clear_tool_uses_20250919'], windowTokens: 100_000 });
  expect(taken.fields.context_management).toBe(`{"edits":[${own.map(() => '{}').join(',')}]}`);
});

describe('what a search of the vendor found', () => {
  const SEALED = 'EqgfCioIARgBIiQ3'.repeat(500);
  const page = (title: string, url: string) => ({ type: 'web_search_result', title, url, encrypted_content: SEALED, page_age: null });
  const pages = [page('Harbours', 'https://harbour.test/a'), page('Cranes', 'https://harbour.test/b')];
  const searched = said(
    { type: 'text', text: 'Let me look.' },
    { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'harbours' } },
    { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: pages },
    { type: 'text', text: 'There are two.' },
  );
  const [message] = readMessages(MESSAGES_DIALECT, [JSON.stringify(searched)], '');

  it('is logged by title and URL, without what is sealed', () => {
    const [event, ...more] = eventsOf([message!], []);
    expect(more).toEqual([]);
    expect(event!.text).toContain('Harbours https://harbour.test/a\nCranes https://harbour.test/b\nThere are two.');
    expect(event!.text).toContain('"query":"harbours"');
    expect(JSON.stringify(event)).not.toContain(SEALED.slice(0, 16));
  });

  it('is counted with what is sealed', async () => {
    const count = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
    const counter = createPartCounter(
      { tokens: { count }, clock: createSystemClock(), scheduler: createSystemScheduler() },
      () => undefined,
    );
    const [part] = message!.parts;
    const [tokens] = await counter.countParts('claude', [{ part: part!, hash: message!.partHashes[0]!, content: contentOf(part!, 'm0') }]);
    expect(tokens!.whole).toBeGreaterThanOrEqual((2 * SEALED.length) / 4);
    expect(tokens!.whole).toBeLessThan((2 * SEALED.length) / 4 + 200);
  });

  it('stays as it is where the answer is whole, and says why where there was none', () => {
    expect(message!.raw).toContain(SEALED);
    const failed = {
      type: 'web_search_tool_result',
      tool_use_id: 's',
      content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
    };
    expect(MESSAGES_DIALECT.readMessage(said(failed))).toMatchObject([{ text: JSON.stringify(failed) }]);
  });

  it('in other results of the vendor is left out likewise', () => {
    const ran = {
      type: 'code_execution_tool_result',
      content: { type: 'encrypted_code_execution_result', encrypted_stdout: SEALED, stderr: '' },
    };
    expect(MESSAGES_DIALECT.readMessage(said(ran))).toEqual([
      {
        kind: 'agent_message',
        text: JSON.stringify({ ...ran, content: { type: 'encrypted_code_execution_result', stderr: '' } }),
        sealedChars: SEALED.length,
        blocks: [0],
      },
    ]);
  });
});

describe('what the vendor needs of its own', () => {
  const kinds = (message: object) =>
    MESSAGES_DIALECT.readMessage({ ...message }).map(({ kind, isPinned }) => (isPinned ? `${kind} pinned` : kind));

  it('stays: a compaction, and changes of tools', () => {
    const compacted = { type: 'compaction', content: 'The port is 4711.', signature: 's' };
    expect(kinds(said(compacted, text))).toEqual(['agent_message pinned', 'agent_message']);
    const added = { type: 'tool_addition', tool: { type: 'tool_definition', definition: { name: 'open', input_schema: {} } } };
    const message = { role: 'system', content: [{ type: 'text', text: 'Now you may open.' }, added] };
    expect(kinds(message)).toEqual(['system_note', 'system_note pinned']);
    expect(nameOwnTools(MESSAGES_DIALECT, {}, [message])).toEqual({ recall: 'recall', open: 'memory_open' });
    const listed = { type: 'mcp_tool_listing', mcp_server_name: 'memory', tools: [{ name: 'recall', input_schema: {} }] };
    const both = said(listed, { ...compacted, tool_changes: [added] });
    expect(nameOwnTools(MESSAGES_DIALECT, {}, [both])).toEqual({ recall: 'memory_recall', open: 'memory_open' });
  });

  const ran = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: { code: 'build()' } };
  const result = {
    type: 'code_execution_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'code_execution_result', stdout: 'ok' },
  };
  const asked = { ...call, caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' } };

  it('goes or stays as one: a call of its tools, and a result that comes behind a call of the caller', () => {
    expect(kinds(said(text, ran, result, text))).toEqual(['agent_message']);
    expect(kinds(said(text, ran, asked))).toEqual(['agent_message', 'tool_call', 'tool_call']);
    const [kept] = MESSAGES_DIALECT.readMessage(said(result, text));
    expect(kept).toMatchObject({ kind: 'tool_result', call: { id: 'srvtoolu_1', name: 'code_execution' } });
    expect(MESSAGES_DIALECT.answersCalls(said(result, text))).toBe(true);
    expect(MESSAGES_DIALECT.answersCalls(said(ran, result, text))).toBe(false);
  });

  it('keeps the form that it has where it is cut', () => {
    const cut = (...content: object[]) => {
      const message = said(...content);
      const parts = MESSAGES_DIALECT.readMessage(message);
      return MESSAGES_DIALECT.writeMessage(
        message,
        parts,
        parts.map(() => ({ text: 'cut' })),
      );
    };
    expect(cut(result)).toEqual(said(result));
    const served = { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [{ type: 'text', text: 'long' }] };
    expect(cut(served)).toEqual(said({ ...served, content: [{ type: 'text', text: 'cut' }] }));
  });
});

it('counts thinking whose text the vendor leaves out by its signature, which holds it', async () => {
  const count = async (_family: string, texts: readonly string[]) => texts.map((one) => Math.ceil(one.length / 4));
  const timing = { clock: createSystemClock(), scheduler: createSystemScheduler() };
  const counter = createPartCounter({ tokens: { count }, ...timing }, () => undefined);
  const tokensOf = async (signature: string) => {
    const parts = MESSAGES_DIALECT.readMessage(said({ type: 'thinking', thinking: '', signature }));
    const [tokens] = await counter.countParts(
      'claude',
      parts.map((part) => ({ part, hash: signature, content: contentOf(part, undefined) })),
    );
    return tokens!.whole;
  };
  expect((await tokensOf('s'.repeat(6_004))) - (await tokensOf('s'.repeat(4)))).toBe(1_500);
});
