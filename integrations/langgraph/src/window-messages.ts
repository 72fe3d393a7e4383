import { AIMessage, HumanMessage, ToolMessage, type BaseMessage, type MessageContent } from '@langchain/core/messages';
import type { AnthropicMessage } from '@total-recall/client';
import { filesBesideWindow, type Block } from './content-blocks.ts';

type Assistant = Extract<AnthropicMessage, { role: 'assistant' }>;
type UserPart = Extract<AnthropicMessage, { role: 'user' }>['content'][number];
type ResultPart = Extract<UserPart, { type: 'tool_result' }>;
type Said = Exclude<UserPart, ResultPart>;

/**
 * Returns a window as messages of LangChain. It starts from Anthropic's form, the strictest: failed results stay marked, and
 * thinking keeps its signature. Pictures of results stand behind them, as many models take none in a result. So do files
 * of the live request, and of its results, that models take and a window has no form for; `given` has them.
 */
export function messagesOfWindow(window: readonly AnthropicMessage[], given: readonly BaseMessage[]): BaseMessage[] {
  const { asked, found } = ownFilesOf(given);
  const last = window.findLastIndex(({ role, content }) => role === 'user' && content.some(({ type }) => type !== 'tool_result'));
  return window.flatMap((message, at): BaseMessage[] => {
    if (message.role === 'assistant') return [aiMessage(message)];
    const results = message.content.filter((part) => part.type === 'tool_result');
    const said = message.content.filter((part) => part.type !== 'tool_result');
    const parts = [...results.flatMap((result) => filesOf(result, found)), ...said.map(blockOf), ...(at === last ? asked : [])];
    return [...results.map(toolMessage), ...(parts.length > 0 ? [new HumanMessage({ content: contentOf(parts) })] : [])];
  });
}

/** Files of the live request, which may be several messages, and of the results of what was done for it, by call. */
function ownFilesOf(given: readonly BaseMessage[]): { asked: readonly Block[]; found: ReadonlyMap<string, readonly Block[]> } {
  let from = given.findLastIndex((message) => HumanMessage.isInstance(message));
  while (from > 0 && HumanMessage.isInstance(given[from - 1])) from -= 1;
  const live = from < 0 ? [] : given.slice(from);
  return {
    asked: live.flatMap((message) => (HumanMessage.isInstance(message) ? filesBesideWindow(message) : [])),
    found: new Map(live.flatMap((one) => (ToolMessage.isInstance(one) ? [[one.tool_call_id, filesBesideWindow(one)] as const] : []))),
  };
}

function aiMessage({ content }: Assistant): AIMessage {
  const calls = content.flatMap((part) => (part.type === 'tool_use' ? [part] : []));
  const said = content.filter((part) => part.type !== 'tool_use');
  // Models of other vendors take a plain text alone. Parts stand where thinking must keep its place, with the calls among them:
  // the model class of Anthropic reads no call beside parts.
  const isPlain = said.every((part) => part.type === 'text');
  return new AIMessage({
    content: isPlain ? said.map((part) => part.text).join('\n') : (content as MessageContent),
    tool_calls: calls.map(({ id, name, input }) => ({ id, name, args: input, type: 'tool_call' as const })),
  });
}

/** Without its name, which servers that take no field too many refuse. */
function toolMessage({ tool_use_id: id, content, is_error: isError }: ResultPart): ToolMessage {
  const text = typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '[image]')).join('\n');
  return new ToolMessage({ tool_call_id: id, content: text, status: isError ? 'error' : 'success' });
}

function filesOf({ tool_use_id: id, content }: ResultPart, found: ReadonlyMap<string, readonly Block[]>): Block[] {
  const pictures = typeof content === 'string' ? [] : content.filter((part) => part.type === 'image').map(blockOf);
  const files = [...pictures, ...(found.get(id) ?? [])];
  return files.length === 0 ? [] : [{ type: 'text', text: `[${pictures.length > 0 ? 'image' : 'file'} of the result of ${id}]` }, ...files];
}

function blockOf(part: Said): Block {
  if (part.type === 'text') return { ...part };
  return { type: 'image_url', image_url: { url: `data:${part.source.media_type};base64,${part.source.data}` } };
}

function contentOf(blocks: readonly Block[]): MessageContent {
  if (blocks.every(({ type }) => type === 'text')) return blocks.map(({ text }) => text).join('\n');
  return blocks as MessageContent;
}
