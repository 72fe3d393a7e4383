import { toAnthropicTool } from '@total-recall/domain';
import { MESSAGES_ANSWERS } from '../answers/messages-answers.ts';
import { isRecord, parseRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import { placedAt, titled, type Dialect, type MessagePart, type PartFile, type PartView } from './dialect.ts';
import { compactedAt, takeMessagesEdits } from './messages-edits.ts';
import { freeThinking, isThinking, refusesThinking } from './messages-thinking.ts';
import { neutralTools } from './own-tools.ts';
import { isJsonFormat } from './json-format.ts';
import { hintIn } from './read-hint.ts';

/** Anthropic's Messages API. */
export const MESSAGES_DIALECT: Dialect = {
  name: 'messages',
  answers: MESSAGES_ANSWERS,
  headLength: () => 0,
  readMessage,
  writeMessage,
  markerMessage: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  joinMessages,
  answersCalls({ content }) {
    const blocks = recordsIn(content);
    const loose = looseBlocks(blocks);
    return blocks.some(({ type }, at) => type === 'tool_result' || (loose.has(at) && SERVER_RESULT.test(String(type))));
  },
  headTexts: ({ system, tools }) =>
    [system, tools].flatMap((value) => (value === undefined ? [] : [typeof value === 'string' ? value : JSON.stringify(value)])),
  toolName: ({ name }) => (typeof name === 'string' ? name : undefined),
  toolsIn: ({ content }) => recordsIn(content).flatMap(toolsOf),
  isFunction: ({ type = 'custom' }) => type === 'custom',
  declareTools: (names) => neutralTools(names).map((tool) => toAnthropicTool(tool) as JsonRecord),
  // Our tools stay among the caller's even if nothing may be called, or the prefix before all messages were another one. A
  // thread has the tools that it was made with, and what is answered here would be told to another one.
  mayAddTools: ({ tool_choice: choice, compaction, tools, thread }) =>
    !isRecord(thread) && (recordsIn(tools).length > 0 || ((!isRecord(choice) || choice.type !== 'none') && !isRecord(compaction))),
  asksJson: ({ output_config: config, output_format: format }) => isJsonFormat(isRecord(config) ? (config.format ?? format) : format),
  outputTokens: ({ max_tokens: most }) => (typeof most === 'number' ? most : undefined),
  hintOf: ({ metadata }) => hintIn(metadata),
  takeEdits: takeMessagesEdits,
  refusesThinking,
  freeThinking,
  startOf: (messages) => Math.max(0, compactedAt(messages)),
};

/** Returns the tools that a block brings with it; none for a change of tools that only names one. */
function toolsOf({ type, tool, tools, tool_changes: changes }: JsonRecord): readonly JsonRecord[] {
  if (type === 'mcp_tool_listing') return recordsIn(tools);
  if (type === 'compaction') return recordsIn(changes).flatMap(toolsOf);
  return type === 'tool_addition' && isRecord(tool) && isRecord(tool.definition) ? [tool.definition] : [];
}

/** Returns content as blocks: a string is one block of text. */
export function blocksOf(content: unknown): readonly JsonRecord[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : recordsIn(content);
}

/**
 * Joins messages one after the other. An answer that has thinking begins with it, or its results are refused: the answer
 * before it may have had none. Thinking of those behind the first that has some stays in its place.
 */
function joinMessages(messages: readonly JsonRecord[]): JsonRecord {
  const lists = messages.map(({ content }) => blocksOf(content));
  const thinks = lists.findIndex((blocks) => blocks.some(isThinking));
  const upTo = Math.max(2, thinks + 1);
  const blocks = [...thinkingFirst(lists.slice(0, upTo).flat()), ...lists.slice(upTo).flat()];
  return { ...messages[0]!, content: blocks };
}

function thinkingFirst(blocks: readonly JsonRecord[]): readonly JsonRecord[] {
  return blocks[0] && isThinking(blocks[0]) ? blocks : [...blocks.filter(isThinking), ...blocks.filter((block) => !isThinking(block))];
}

function readMessage({ role, content }: JsonRecord): readonly MessagePart[] {
  const spoken = role === 'assistant' ? 'agent_message' : role === 'user' ? 'user_message' : 'system_note';
  const blocks = blocksOf(content);
  const loose = looseBlocks(blocks);
  const parts: MessagePart[] = [];
  let run: { block: JsonRecord; at: number }[] = [];
  const flush = (): void => {
    if (run.length > 0) parts.push(spokenPart(spoken, run));
    run = [];
  };
  blocks.forEach((block, at) => {
    const own = loose.has(at) ? loosePart(block, at) : VENDOR_STATE.has(block.type) ? pinnedPart(spoken, block, at) : ownPart(block, at);
    if (!own) run.push({ block, at });
    else {
      flush();
      parts.push(own);
    }
  });
  flush();
  return parts;
}

/** Blocks that say how the vendor goes on: what it has compacted, and changes of tools. It refuses others without them. */
const VENDOR_STATE: ReadonlySet<unknown> = new Set(['compaction', 'tool_addition', 'tool_removal']);
const SERVER_CALL = /^(server|mcp)_tool_use$/;
const SERVER_RESULT = /_tool_result$/;

/**
 * Finds calls of the vendor's own tools whose results stand apart from them, as behind a call that the caller answers in
 * between, and such results: the vendor refuses either without the other.
 */
function looseBlocks(blocks: readonly JsonRecord[]): ReadonlySet<number> {
  const ends = new Map<string, { readonly run: number; readonly at: number }[]>();
  let run = 0;
  blocks.forEach(({ type, id, tool_use_id: called }, at) => {
    const isCall = SERVER_CALL.test(String(type));
    if (!isCall && !SERVER_RESULT.test(String(type))) run += isThinking({ type }) || type === 'tool_use' || type === 'tool_result' ? 1 : 0;
    else {
      const name = isCall ? id : called;
      if (typeof name !== 'string') return;
      const pair = ends.get(name);
      if (pair) pair.push({ run, at });
      else ends.set(name, [{ run, at }]);
    }
  });
  const apart = [...ends.values()].filter((pair) => pair.length !== 2 || pair[0]!.run !== pair[1]!.run);
  return new Set(apart.flat().map(({ at }) => at));
}

function loosePart(block: JsonRecord, at: number): MessagePart {
  const blocks = [at];
  if (SERVER_CALL.test(String(block.type))) {
    const call = { id: stringOr(block.id, ''), name: stringOr(block.name, 'unknown'), arguments: JSON.stringify(block.input ?? {}) };
    return { kind: 'tool_call', text: '', call, blocks };
  }
  const call = { id: stringOr(block.tool_use_id, ''), name: String(block.type).replace(SERVER_RESULT, '') };
  return { kind: 'tool_result', ...saidIn([block]), call, blocks };
}

function pinnedPart(kind: MessagePart['kind'], block: JsonRecord, at: number): MessagePart {
  return { kind, ...saidIn([block]), isPinned: true, blocks: [at] };
}

function ownPart(block: JsonRecord, at: number): MessagePart | undefined {
  const blocks = [at];
  if (block.type === 'thinking')
    return { kind: 'thinking', text: stringOr(block.thinking, ''), thinking: { signature: stringOr(block.signature, '') }, blocks };
  if (block.type === 'redacted_thinking') return { kind: 'thinking', text: '', thinking: { redacted: stringOr(block.data, '') }, blocks };
  if (block.type === 'tool_use') {
    const call = { id: stringOr(block.id, ''), name: stringOr(block.name, 'unknown'), arguments: JSON.stringify(block.input ?? {}) };
    return { kind: 'tool_call', text: '', call, blocks };
  }
  if (block.type !== 'tool_result') return undefined;
  const inner = blocksOf(block.content);
  return {
    kind: 'tool_result',
    ...saidIn(inner),
    call: { id: stringOr(block.tool_use_id, ''), name: 'tool' },
    ...(block.is_error === true && { isError: true }),
    ...filesIn(inner),
    blocks,
  };
}

function spokenPart(kind: MessagePart['kind'], run: readonly { block: JsonRecord; at: number }[]): MessagePart {
  const inner = run.map(({ block }) => block);
  return { kind, ...saidIn(inner), ...filesIn(inner), blocks: run.map(({ at }) => at) };
}

function saidIn(blocks: readonly JsonRecord[]): Pick<MessagePart, 'text' | 'sealedChars'> {
  let sealedChars = 0;
  const texts = blocks.flatMap((block) => {
    if (block.type === 'text') return [stringOr(block.text, '')];
    if (block.type === 'image' || (block.type === 'document' && fileOf(block)?.data !== undefined)) return [];
    const { text, sealed } = openText(block);
    sealedChars += sealed;
    return [text];
  });
  return { text: texts.join('\n'), ...(sealedChars > 0 && { sealedChars }) };
}

/** Fields whose content the vendor alone can read, such as the pages that its search has found. */
const SEALED = /^encrypted_/;

/** Writes a block without what is sealed in it, and counts the characters of that. Of a search its pages stay, by title and URL. */
function openText(block: JsonRecord): { readonly text: string; readonly sealed: number } {
  let sealed = 0;
  const text = JSON.stringify(block, (name, value: unknown) => {
    if (!SEALED.test(name) || typeof value !== 'string') return value;
    sealed += value.length;
    return undefined;
  });
  const pages = block.type === 'web_search_tool_result' ? recordsIn(block.content) : [];
  return {
    text: pages.length === 0 ? text : pages.map(({ title, url }) => `${stringOr(title, '')} ${stringOr(url, '')}`).join('\n'),
    sealed,
  };
}

function filesIn(blocks: readonly JsonRecord[]): { files?: readonly PartFile[] } {
  const files = blocks.flatMap((block) => fileOf(block) ?? []);
  return files.length === 0 ? {} : { files };
}

function fileOf({ type, source, title }: JsonRecord): PartFile | undefined {
  if ((type !== 'image' && type !== 'document') || !isRecord(source)) return undefined;
  const mime = stringOr(source.media_type, type === 'image' ? 'image/png' : 'application/pdf');
  if (source.type === 'base64') return { mime, data: stringOr(source.data, ''), ...titled(title) };
  return type === 'image' ? { mime, ...placedAt(source.url, source.file_id) } : undefined;
}

function writeMessage(message: JsonRecord, parts: readonly MessagePart[], views: readonly PartView[]): JsonRecord | undefined {
  const given = blocksOf(message.content);
  const content = parts.flatMap((part, at): readonly JsonRecord[] => {
    const view = views[at]!;
    const blocks = part.blocks.map((block) => given[block]!);
    if (view === 'whole') return blocks;
    return view === 'gone' ? [] : cutBlocks(part, blocks, view);
  });
  return content.length === 0 ? undefined : { ...message, content };
}

/** Shows a part by the window's own text. A mark for the prompt cache stays where it was. */
function cutBlocks(part: MessagePart, blocks: readonly JsonRecord[], view: Exclude<PartView, string>): readonly JsonRecord[] {
  if (part.kind === 'thinking') return [];
  const mark = blocks.findLast(({ cache_control: control }) => control !== undefined)?.cache_control;
  const marked = mark === undefined ? {} : { cache_control: mark };
  if (part.kind === 'tool_call') return [{ ...blocks[0]!, input: parseRecord(view.arguments ?? '{}') ?? {} }];
  if (part.kind === 'tool_result') return [cutResult(blocks[0]!, view.text)];
  return view.text.trim() === '' ? [] : [{ type: 'text', text: view.text, ...marked }];
}

/** Results of the vendor's own tools have forms of their own, most of which a text does not fit. */
function cutResult(block: JsonRecord, text: string): JsonRecord {
  if (block.type === 'tool_result') return { ...block, content: text };
  return block.type === 'mcp_tool_result' ? { ...block, content: [{ type: 'text', text }] } : block;
}
