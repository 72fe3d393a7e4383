import { createProblems, hasText, isJsonObject, isRecord, isWellFormed, type Json, type ProviderProblem } from './provider-problems.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'tool_calls'],
  tool: ['role', 'content', 'tool_call_id'],
};
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

type Add = ReturnType<typeof createProblems>['add'];

/**
 * Returns the problems for which the chat completions API, or a strict chat template behind it, would refuse a request,
 * by its published rules.
 */
export function openAiProblems(request: Json, template: 'open' | 'strict' = 'open'): ProviderProblem[] {
  const { found, add } = createProblems();
  const messages = Array.isArray(request['messages']) ? (request['messages'] as Json[]) : [];
  if (messages.length === 0) add('no messages', -1);
  if (!messages.some(({ role }) => !isSystem(role))) add('nothing but a system message', -1);
  checkMessages(messages, add);
  checkTools(request['tools'], add);
  if (template === 'strict') checkTurns(messages, add);
  return found;
}

function checkMessages(messages: readonly Json[], add: Add): void {
  const used = new Set<string>();
  let open = new Set<string>();
  messages.forEach((message, at) => {
    const role = String(message['role']);
    for (const field of Object.keys(message)) if (!FIELDS[role]?.includes(field)) add('unknown field', at, `${role}.${field}`);
    if (!isWellFormed(message)) add('text is not well-formed', at);
    if (role === 'tool') {
      if (!open.delete(String(message['tool_call_id']))) add('result without its call before', at, message['tool_call_id']);
      if (!hasText(message['content'])) add('blank result', at);
      return;
    }
    if (open.size > 0) add('call without a result', at, [...open]);
    open = new Set();
    if (isSystem(role) && at > 0) add('system message that is not the first', at);
    if (isSystem(role) && !hasText(message['content'])) add('blank system message', at);
    if (role === 'user') checkUser(message['content'], at, add);
    if (role === 'assistant') open = checkAssistant(message, at, used, add);
  });
  if (open.size > 0) add('call without a result', messages.length, [...open]);
  const last = messages.at(-1);
  if (last?.['role'] === 'assistant' && /\s$/.test(String(last['content'] ?? '')))
    add('last text ends in white space', messages.length - 1);
}

/** Newer models call it the developer's message. */
function isSystem(role: unknown): boolean {
  return role === 'system' || role === 'developer';
}

function checkUser(content: unknown, at: number, add: Add): void {
  if (!Array.isArray(content)) {
    if (!hasText(content)) add('blank message', at);
    return;
  }
  if (content.length === 0) add('blank message', at);
  for (const part of content as Json[]) {
    if (part['type'] === 'text' ? !hasText(part['text']) : part['type'] !== 'image_url' && part['type'] !== 'file')
      add('part', at, part['type']);
    if (part['type'] === 'image_url' && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(String((part['image_url'] as Json)?.['url'])))
      add('image', at);
  }
}

/** An agent's message is a text, or parts that each are a text or a refusal. */
function isSaid(content: unknown): boolean {
  if (!Array.isArray(content)) return hasText(content);
  return content.length > 0 && (content as Json[]).every((part) => hasText(part['text'] ?? part['refusal']));
}

function checkAssistant(message: Json, at: number, used: Set<string>, add: Add): Set<string> {
  const open = new Set<string>();
  const { content, tool_calls: calls } = message;
  if (calls === undefined) {
    if (!isSaid(content)) add('blank message', at);
    return open;
  }
  // Beside calls there need be no text; SDKs write that as an empty one, too.
  if (content !== null && content !== '' && !isSaid(content)) add('blank message', at);
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > 128) add('1 to 128 calls', at, (calls as unknown[])?.length);
  for (const call of calls as Json[]) {
    const id = String(call['id']);
    const called = isRecord(call['function']) ? call['function'] : {};
    if (!hasText(call['id']) || id.length > 40) add('call id', at, id);
    if (used.has(id)) add('call id twice', at, id);
    used.add(id);
    open.add(id);
    if (!TOOL_NAME.test(String(called['name'] ?? ''))) add('tool name', at, called['name']);
    if (!isJsonObject(called['arguments'])) add('arguments are no JSON object', at, called['arguments']);
  }
  return open;
}

function checkTools(tools: unknown, add: Add): void {
  if (tools === undefined) return;
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > 128) return add('1 to 128 tools', -1);
  const names = new Set<unknown>();
  for (const tool of tools as Json[]) {
    const name = isRecord(tool['function']) ? tool['function']['name'] : undefined;
    if (tool['type'] !== 'function' || !TOOL_NAME.test(String(name ?? ''))) add('tool', -1, name);
    if (names.has(name)) add('tool twice', -1, name);
    names.add(name);
  }
}

/**
 * Checks turns as the templates of Mistral's models do: calls and results take no turn, no user message follows a
 * result, and the user speaks last.
 */
function checkTurns(messages: readonly Json[], add: Add): void {
  let turn = 0;
  messages.forEach((message, at) => {
    const { role, tool_calls: calls } = message as { role: string; tool_calls?: Json[] };
    for (const { id } of calls ?? []) if (!/^[a-zA-Z0-9]{9}$/.test(String(id))) add('call id of nine characters', at, id);
    if (role === 'user' && messages[at - 1]?.['role'] === 'tool') add('user after a result', at);
    if (role === 'system' || role === 'tool' || calls) return;
    if ((role === 'user') !== (turn++ % 2 === 0)) add('roles do not take turns', at, role);
  });
  if (messages.at(-1)?.['role'] === 'assistant') add('the agent has the last word', messages.length - 1);
}
