import { expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { answeredTexts, messageText } from '../dialects/message-text.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import type { JsonRecord } from '../text/json-values.ts';
import { ENDED_WITHIN } from './answer-form.ts';
import { isOfAnswer } from './is-of-answer.ts';

const chatCall = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } });
const chatRecall = (content: unknown, name = 'recall', id = 'r') => [
  { role: 'assistant', content, tool_calls: [chatCall(id, name)] },
  { role: 'tool', tool_call_id: id, content: 'Found.' },
];
const chatText = (content: unknown) => ({ role: 'assistant', content });
const recallBlock = { type: 'tool_use', id: 'r', name: 'recall', input: {} };
const resultBlock = { type: 'tool_result', tool_use_id: 'r', content: 'Found.' };
const search = (id: string) => ({ type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } });
const found = (id: string) => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [{ title: 'T', url: 'u', encrypted_content: 'abc' }],
});
const thought = { type: 'thinking', thinking: 'Hm.', signature: 'x' };
const items = (...list: readonly object[]) => ({ role: 'assistant', items: list });
const said = (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const fetched = [
  { type: 'function_call', call_id: 'r', name: 'memory_open', arguments: '{}' },
  { type: 'function_call_output', call_id: 'r', output: 'Found.' },
] as const;
const shell = { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } };
const printed = { type: 'shell_call_output', call_id: 's', output: [{ stdout: 'a', stderr: '' }] };

type Case = [what: string, dialect: Dialect, answer: JsonRecord, messages: readonly JsonRecord[], results?: readonly JsonRecord[]];

function isOf(dialect: Dialect, answer: JsonRecord, messages: readonly JsonRecord[], results: readonly JsonRecord[] = []): boolean {
  const told = dialect.splitAnswer?.(answer) ?? [answer];
  const answered = readMessages(
    dialect,
    told.map((message) => messageText(dialect, message)),
    '',
  );
  return isOfAnswer(dialect, { messages: answeredTexts(dialect, messages), results }, answered);
}

it.each<Case>([
  ['texts of several rounds', CHAT_DIALECT, chatText('A\n\nB\n\nC'), [...chatRecall('A'), ...chatRecall('B', 'open'), chatText('C')]],
  ['an id that two rounds use', CHAT_DIALECT, chatText('B'), [...chatRecall(null), ...chatRecall(null), chatText('B')]],
  ['the text that JSON was asked for', CHAT_DIALECT, chatText('{"fee": 1}'), [...chatRecall('Let me look.'), chatText('{"fee": 1}')]],
  ['nothing that was said', CHAT_DIALECT, chatText(ENDED_WITHIN), chatRecall(null)],
  [
    "a tool of the caller's with the name of ours",
    CHAT_DIALECT,
    { role: 'assistant', content: null, tool_calls: [chatCall('c', 'recall')] },
    [...chatRecall(null, 'memory_recall'), { role: 'assistant', content: null, tool_calls: [chatCall('c', 'recall')] }],
  ],
  [
    "tools of Anthropic's, and thinking",
    MESSAGES_DIALECT,
    {
      role: 'assistant',
      content: [thought, search('s'), found('s'), { type: 'text', text: 'A' }, search('t'), found('t'), { type: 'text', text: 'B' }],
    },
    [
      { role: 'assistant', content: [thought, search('s'), found('s'), { type: 'text', text: 'A' }, recallBlock] },
      { role: 'user', content: [resultBlock] },
      { role: 'assistant', content: [search('t'), found('t'), { type: 'text', text: 'B' }] },
    ],
  ],
  [
    'results in the message behind it',
    MESSAGES_DIALECT,
    { role: 'assistant', content: [{ ...recallBlock, id: 'b', name: 'build' }] },
    [{ role: 'assistant', content: [thought, recallBlock, { ...recallBlock, id: 'b', name: 'build' }] }],
    [resultBlock],
  ],
  [
    "tools of OpenAI's that answered within",
    RESPONSES_DIALECT,
    items(shell, printed, said('A'), shell, printed, said('B')),
    [items(shell, printed, said('A'), ...fetched), items(shell, printed, said('B'))],
  ],
])('an exchange with %s is of its answer', (...[, dialect, answer, messages, results]: Case) => {
  expect(isOf(dialect, answer, messages, results)).toBe(true);
});

it.each<Case>([
  ['tools that nobody declared', RESPONSES_DIALECT, items(said('A')), [items({ type: 'additional_tools', tools: [] }, said('A'))]],
  ['an item by its name', RESPONSES_DIALECT, items(said('A')), [items({ type: 'item_reference', id: 'x' }, ...fetched, said('A'))]],
  ['a compaction', RESPONSES_DIALECT, items(said('A')), [items({ type: 'compaction', encrypted_content: 'x' }, said('A'))]],
  ['results of another form', RESPONSES_DIALECT, items(said('A')), [items(said('A'))], [{ type: 'tool_result', tool_use_id: 'r' }]],
  [
    'a picture',
    CHAT_DIALECT,
    chatText('A'),
    [
      chatText([
        { type: 'text', text: 'A' },
        { type: 'image_url', image_url: { url: 'https://x' } },
      ]),
    ],
  ],
  ['a message for the system', CHAT_DIALECT, chatText('A'), [{ role: 'developer', content: 'B' }, ...chatRecall('A')]],
  [
    'an approval of what an MCP server of the caller would do',
    RESPONSES_DIALECT,
    items(said('A')),
    [
      items({ type: 'mcp_approval_request', id: 'p', name: 'open', arguments: '{}', server_label: 'door' }),
      items({ type: 'mcp_approval_response', approval_request_id: 'p', approve: true }),
      items(said('A')),
    ],
  ],
  ['a command with the name of ours', RESPONSES_DIALECT, items(said('A')), [items({ ...shell, name: 'recall' }, printed, said('A'))]],
  [
    'a tool of an MCP server with the name of ours',
    MESSAGES_DIALECT,
    { role: 'assistant', content: 'A' },
    [
      { role: 'assistant', content: [{ type: 'mcp_tool_use', id: 'm', name: 'recall', server_name: 'x', input: {} }] },
      { role: 'user', content: [{ type: 'mcp_tool_result', tool_use_id: 'm', content: 'Found.' }] },
      chatText('A'),
    ],
  ],
  [
    'a text that is read by some servers alone',
    CHAT_DIALECT,
    chatText('A'),
    [...chatRecall(null), chatText([{ type: 'text', text: 'A' }, 'B'])],
  ],
  ['a result without a call', CHAT_DIALECT, chatText('A'), [chatRecall(null)[1]!, chatText('A')]],
  ['a message without content', MESSAGES_DIALECT, { role: 'assistant', content: 'A' }, [{ role: 'user', content: [] }, chatText('A')]],
])('one that has %s is not', (...[, dialect, answer, messages, results]: Case) => {
  expect(isOf(dialect, answer, messages, results)).toBe(false);
});
