import { createProblems, hasText, isRecord, isWellFormed, type Json, type ProviderProblem } from './provider-problems.ts';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const USER_BLOCKS = ['text', 'image', 'tool_result'];
const AGENT_BLOCKS = ['text', 'tool_use', 'thinking', 'redacted_thinking'];

type Add = ReturnType<typeof createProblems>['add'];

/**
 * Returns the problems for which the Messages API would refuse a request, by its published rules. The user must speak
 * last, as newer models require.
 */
export function anthropicProblems(request: Json): ProviderProblem[] {
  const { found, add } = createProblems();
  const messages = Array.isArray(request['messages']) ? (request['messages'] as Json[]) : [];
  if (messages.length === 0) add('no messages', -1);
  if (request['system'] !== undefined && !hasText(request['system'])) add('blank system prompt', -1);
  if (!isWellFormed(request)) add('text is not well-formed', -1);
  const used = new Set<string>();
  let open = new Set<string>();
  messages.forEach((message, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant';
    if (message['role'] !== role) add('roles do not take turns from the user on', at, message['role']);
    const { content } = message;
    const blocks = Array.isArray(content) ? (content as Json[]) : [{ type: 'text', text: content }];
    if (blocks.length === 0) add('no content', at);
    const known = message['role'] === 'user' ? USER_BLOCKS : AGENT_BLOCKS;
    for (const block of blocks) checkBlock(block, known, at, add);
    if (message['role'] === 'user') {
      checkResults(blocks, open, at, add);
      open = new Set();
    } else {
      checkOrder(blocks, at, add);
      open = checkUses(blocks, used, at, add);
    }
  });
  if (messages.length > 0 && messages.at(-1)!['role'] !== 'user') add('the agent has the last word', messages.length - 1);
  if (isRecord(request['thinking']) && request['thinking']['type'] === 'enabled') checkThinking(messages, add);
  checkTools(request['tools'], add);
  return found;
}

function checkBlock(block: Json, known: readonly string[], at: number, add: Add): void {
  const type = String(block['type']);
  if (!known.includes(type)) add('unknown block', at, type);
  if (type === 'text' && !hasText(block['text'])) add('blank text', at);
  // The vendor leaves the text of thinking empty where it is asked not to show it.
  if (type === 'thinking' && (typeof block['thinking'] !== 'string' || !hasText(block['signature']))) add('unsigned thinking', at);
  if (type !== 'image') return;
  const source = isRecord(block['source']) ? block['source'] : {};
  if (source['type'] !== 'base64' || !IMAGE_TYPES.includes(String(source['media_type'])) || !hasText(source['data'])) add('image', at);
}

function checkResults(blocks: readonly Json[], open: ReadonlySet<string>, at: number, add: Add): void {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const left = new Set(open);
  if (blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result')) add('result behind other content', at);
  for (const { tool_use_id: id, content, is_error: isError } of results) {
    if (!left.delete(String(id))) add('result without its use before', at, id);
    const parts = Array.isArray(content) ? (content as Json[]) : [{ type: 'text', text: content }];
    for (const part of parts) checkBlock(part, isError ? ['text'] : ['text', 'image'], at, add);
    if (parts.length === 0) add('empty result', at);
  }
  if (left.size > 0) add('use without a result', at, [...left]);
}

const isThinking = ({ type }: Json): boolean => type === 'thinking' || type === 'redacted_thinking';

/** Checks that a message with thinking begins with it, and does not end with it. */
function checkOrder(blocks: readonly Json[], at: number, add: Add): void {
  if (blocks.some(isThinking) && !isThinking(blocks[0]!)) add('thinking behind other content', at);
  if (blocks.length > 0 && isThinking(blocks.at(-1)!)) add('thinking ends a message', at);
}

function checkUses(blocks: readonly Json[], used: Set<string>, at: number, add: Add): Set<string> {
  const open = new Set<string>();
  const firstUse = blocks.findIndex(({ type }) => type === 'tool_use');
  if (firstUse >= 0 && blocks.slice(firstUse).some(({ type }) => type === 'thinking')) add('thinking behind a use', at);
  for (const { type, id, name, input } of blocks) {
    if (type !== 'tool_use') continue;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(id ?? ''))) add('use id', at, id);
    if (used.has(String(id))) add('use id twice', at, id);
    used.add(String(id));
    open.add(String(id));
    if (!TOOL_NAME.test(String(name ?? ''))) add('tool name', at, name);
    if (!isRecord(input)) add('input is no object', at);
  }
  return open;
}

/** Checks that the answer whose results come last begins with its thinking, which is required while thinking is on. */
function checkThinking(messages: readonly Json[], add: Add): void {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const { content } = messages[at] ?? {};
  if (!Array.isArray(content) || !(content as Json[]).some(({ type }) => type === 'tool_use')) return;
  const first = (content as Json[])[0]!;
  if (!isThinking(first)) add('last use without its thinking', at, first['type']);
}

function checkTools(tools: unknown, add: Add): void {
  if (tools === undefined) return;
  if (!Array.isArray(tools)) return add('tools are no list', -1);
  const names = new Set<unknown>();
  for (const tool of tools as Json[]) {
    if (!TOOL_NAME.test(String(tool['name'] ?? '')) || !isRecord(tool['input_schema'])) add('tool', -1, tool['name']);
    if (names.has(tool['name'])) add('tool twice', -1, tool['name']);
    names.add(tool['name']);
  }
}
