import type {
  OpenAiMessage,
  OpenAiPart,
  OpenAiTool,
  OpenAiWindow,
  ResponsesItem,
  ResponsesPart,
  ResponsesTool,
  ResponsesWindow,
} from './vendor-messages.ts';

/** Converts a window from chat completions to OpenAI's Responses API. */
export function toResponsesWindow({ messages, tools = [] }: OpenAiWindow): ResponsesWindow {
  const system = messages.find((message) => message.role === 'system');
  return {
    ...(system ? { instructions: system.content } : {}),
    input: messages.flatMap(items),
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
  };
}

function items(message: OpenAiMessage): ResponsesItem[] {
  if (message.role === 'system') return [];
  if (message.role === 'tool') return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
  if (message.role === 'user') {
    return [{ role: 'user', content: typeof message.content === 'string' ? message.content : message.content.map(partOf) }];
  }
  return [
    ...(message.content === null ? [] : [{ role: 'assistant' as const, content: message.content }]),
    ...(message.tool_calls ?? []).map((call) => ({ type: 'function_call' as const, call_id: call.id, ...call.function })),
  ];
}

function partOf(part: OpenAiPart): ResponsesPart {
  return part.type === 'text'
    ? { type: 'input_text', text: part.text }
    : { type: 'input_image', image_url: part.image_url.url, detail: 'auto' };
}

/** Converts a declaration, unless the caller's already has the form of this API. */
function toolOf(tool: OpenAiTool | ResponsesTool): ResponsesTool {
  if (!('function' in tool)) return tool;
  const { name, description, parameters = { type: 'object', properties: {} }, strict } = tool.function;
  return { type: 'function', name, ...(description === undefined ? {} : { description }), parameters, strict: strict ?? false };
}
