import { AIMessage, HumanMessage, ToolMessage, type BaseMessage, type MessageContent } from '@langchain/core/messages';
import type { AnthropicMessage } from '@total-recall/client';

type Assistant = Extract<AnthropicMessage, { role: 'assistant' }>;
type UserPart = Extract<AnthropicMessage, { role: 'user' }>['content'][number];
type Said = Exclude<UserPart, { type: 'tool_result' }>;

/**
 * Returns a window as messages of LangChain. It starts from Anthropic's form, the strictest: failed results stay marked,
 * pictures stay with their results, and thinking keeps its signature.
 */
export function messagesOfWindow(messages: readonly AnthropicMessage[]): BaseMessage[] {
  return messages.flatMap((message): BaseMessage[] => {
    if (message.role === 'assistant') return [aiMessage(message)];
    const said = message.content.filter((part) => part.type !== 'tool_result');
    const results = message.content.flatMap((part): BaseMessage[] => {
      if (part.type !== 'tool_result') return [];
      const content = typeof part.content === 'string' ? part.content : contentOf(part.content);
      // Without its name, which servers that take no field too many refuse.
      return [new ToolMessage({ tool_call_id: part.tool_use_id, content, status: part.is_error ? 'error' : 'success' })];
    });
    return said.length > 0 ? [...results, new HumanMessage({ content: contentOf(said) })] : results;
  });
}

function aiMessage({ content }: Assistant): AIMessage {
  const calls = content.flatMap((part) => (part.type === 'tool_use' ? [part] : []));
  const said = content.filter((part) => part.type !== 'tool_use');
  // Models of other vendors take a plain text alone; parts stand where thinking must keep its place.
  const isPlain = said.every((part) => part.type === 'text');
  return new AIMessage({
    content: isPlain ? said.map((part) => part.text).join('\n') : (said as MessageContent),
    tool_calls: calls.map(({ id, name, input }) => ({ id, name, args: input, type: 'tool_call' as const })),
  });
}

function contentOf(parts: readonly Said[]): MessageContent {
  if (parts.every((part) => part.type === 'text')) return parts.map((part) => part.text).join('\n');
  return parts.map((part) => {
    if (part.type === 'text') return { ...part };
    return { type: 'image_url', image_url: { url: `data:${part.source.media_type};base64,${part.source.data}` } };
  });
}
