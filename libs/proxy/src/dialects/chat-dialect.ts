import { toOpenAiTool } from '@total-recall/domain';
import { CHAT_ANSWERS } from '../answers/chat-answers.ts';
import { isRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import { readReasoning, readSeal, withoutReasoning, withoutSeal } from './chat-reasoning.ts';
import { placedAt, titled, type Dialect, type MessagePart, type PartFile, type PartView } from './dialect.ts';
import { cutContent } from './message-text.ts';
import { neutralTools } from './own-tools.ts';
import { isJsonFormat } from './json-format.ts';
import { hintIn } from './read-hint.ts';

const HEAD_ROLES = new Set(['system', 'developer']);
const SPEAKERS: Readonly<Record<string, MessagePart['kind']>> = {
  user: 'user_message',
  assistant: 'agent_message',
  system: 'system_note',
  developer: 'system_note',
};

/** OpenAI's chat completions. */
export const CHAT_DIALECT: Dialect = {
  name: 'chat',
  answers: CHAT_ANSWERS,
  headLength(messages) {
    const first = messages.findIndex(({ role }) => !HEAD_ROLES.has(String(role)));
    return first < 0 ? messages.length : first;
  },
  readMessage,
  writeMessage,
  markerMessage: (text) => ({ role: 'user', content: text }),
  answersCalls: ({ role }) => role === 'tool' || role === 'function',
  headTexts: ({ tools, functions, response_format: format }) =>
    [tools, functions, format].flatMap((value) => (value === undefined ? [] : [JSON.stringify(value)])),
  toolName({ function: declared, custom, name }) {
    const named = [declared, custom].find(isRecord);
    return named ? stringOr(named.name, '') : typeof name === 'string' ? name : undefined;
  },
  isFunction: ({ type = 'function' }) => type === 'function' || type === 'custom',
  declareTools: (names) => neutralTools(names).map((tool) => toOpenAiTool(tool) as JsonRecord),
  // Our tools stay among the caller's even if nothing may be called, or the prefix before all messages were another one.
  mayAddTools: ({ tool_choice: choice, tools, n, functions, audio }) =>
    (choice !== 'none' || recordsIn(tools).length > 0) &&
    (n === undefined || n === null || n === 1) &&
    functions === undefined &&
    (audio ?? null) === null,
  asksJson: ({ response_format: format }) => isJsonFormat(format),
  outputTokens({ max_completion_tokens: most, max_tokens: older }) {
    return typeof most === 'number' ? most : typeof older === 'number' ? older : undefined;
  },
  hintOf: ({ metadata, user, prompt_cache_key: key }) =>
    hintIn(metadata) ?? (typeof key === 'string' ? key : undefined) ?? (typeof user === 'string' ? user : undefined),
};

function readMessage(message: JsonRecord): readonly MessagePart[] {
  const role = String(message.role);
  const { content } = message;
  if (role === 'tool') {
    const call = { id: stringOr(message.tool_call_id, ''), name: stringOr(message.name, 'tool') };
    return [{ kind: 'tool_result', text: textOf(content), call, blocks: [], ...filesOf(content) }];
  }
  const kind = SPEAKERS[role];
  if (kind === undefined || isRecord(message.function_call)) return [{ kind: 'system_note', text: JSON.stringify(message), blocks: [] }];
  const text = [textOf(content), stringOr(message.refusal, '')].filter((part) => part !== '').join('\n');
  const calls = recordsIn(message.tool_calls);
  const said: MessagePart[] = text !== '' || calls.length === 0 ? [{ kind, text, blocks: [], ...filesOf(content) }] : [];
  const reasoning = kind === 'agent_message' ? readReasoning(message) : undefined;
  return [
    ...(reasoning ? [reasoning] : []),
    ...said,
    ...calls.flatMap((call, at) => [readSeal(call, at) ?? [], readCall(call, at)].flat()),
  ];
}

function readCall(call: JsonRecord, at: number): MessagePart {
  const made = isRecord(call.function) ? call.function : isRecord(call.custom) ? call.custom : {};
  const args = stringOr(made.arguments ?? made.input, '');
  return {
    kind: 'tool_call',
    text: '',
    call: { id: stringOr(call.id, ''), name: stringOr(made.name, 'unknown'), arguments: args },
    blocks: [at],
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsIn(content)
    .flatMap((part) => {
      const text = part.text ?? part.refusal;
      if (typeof text === 'string') return [text];
      return fileOf(part) ? [] : [JSON.stringify(part)];
    })
    .join('\n');
}

function filesOf(content: unknown): { files?: readonly PartFile[] } {
  const files = recordsIn(content).flatMap((part) => fileOf(part) ?? []);
  return files.length === 0 ? {} : { files };
}

/** Returns a file that a part brings with it. One that the vendor holds, or fetches, is known by its id or address alone. */
function fileOf({ type, image_url: image, file, input_audio: audio }: JsonRecord): PartFile | undefined {
  if (type === 'image_url' && isRecord(image)) return fromUrl(stringOr(image.url, '')) ?? { mime: 'image/png', ...placedAt(image.url) };
  if (type === 'file' && isRecord(file) && typeof file.file_data === 'string') {
    const { file_data: data, filename } = file;
    const read = fromUrl(data) ?? (/^https?:/.test(data) ? undefined : { mime: 'application/pdf', data });
    return read && { ...read, ...titled(filename) };
  }
  if (type !== 'input_audio' || !isRecord(audio) || typeof audio.data !== 'string') return undefined;
  const format = /^[a-z0-9]{1,20}$/.exec(stringOr(audio.format, ''))?.[0] ?? 'wav';
  return { mime: `audio/${format === 'mp3' ? 'mpeg' : format}`, data: audio.data };
}

function fromUrl(url: string): PartFile | undefined {
  const found = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i.exec(url);
  return found ? { mime: found[1]!.toLowerCase(), data: url.slice(found[0].length) } : undefined;
}

function writeMessage(message: JsonRecord, parts: readonly MessagePart[], views: readonly PartView[]): JsonRecord | undefined {
  // Reasoning says nothing by itself.
  if (views.every((view, at) => view === 'gone' || parts[at]!.kind === 'thinking')) return undefined;
  const lost = parts.filter(({ kind }, at) => kind === 'thinking' && views[at] !== 'whole');
  const changed: Record<string, unknown> = { ...(lost.some(({ blocks }) => blocks.length === 0) ? withoutReasoning(message) : message) };
  const unsealed = new Set(lost.flatMap(({ blocks }) => blocks));
  const calls = recordsIn(message.tool_calls).map((call, at) => (unsealed.has(at) ? withoutSeal(call) : call));
  const kept: unknown[] = [];
  parts.forEach((part, at) => {
    const view = views[at]!;
    if (part.kind === 'thinking') return;
    if (part.kind !== 'tool_call') {
      if (view === 'gone') changed.content = null;
      else if (view !== 'whole') changed.content = cutContent(message.content, view.text, 'text');
    } else if (view === 'whole') kept.push(calls[part.blocks[0]!]);
    else if (view !== 'gone') kept.push(withArguments(calls[part.blocks[0]!]!, view.arguments ?? '{}'));
  });
  if (calls.length === 0) return changed;
  if (kept.length === 0) delete changed.tool_calls;
  else changed.tool_calls = kept;
  return changed;
}

function withArguments(call: JsonRecord, args: string): JsonRecord {
  return isRecord(call.custom)
    ? { ...call, custom: { ...call.custom, input: args } }
    : { ...call, function: { ...(call.function as JsonRecord), arguments: args } };
}
