// Message types of the official SDKs, copied so that this package depends on none of them. Tests compile them against
// the SDKs.

export interface OpenAiToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}
export type OpenAiPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
export type OpenAiMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | OpenAiPart[] }
  | { role: 'assistant'; content: string | null; tool_calls?: OpenAiToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };
export interface OpenAiTool {
  type: 'function';
  function: { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean | null };
}

/** Arguments for `client.chat.completions.create({ model, ...openai })` of the package `openai`. */
export interface OpenAiWindow {
  messages: OpenAiMessage[];
  tools?: OpenAiTool[];
}

export type DeepSeekMessage =
  | Exclude<OpenAiMessage, { role: 'assistant' }>
  | (Extract<OpenAiMessage, { role: 'assistant' }> & { reasoning_content: string });

/** Arguments for `client.chat.completions.create({ model, ...deepseek })` of the package `openai`, for models of DeepSeek. */
export interface DeepSeekWindow {
  messages: DeepSeekMessage[];
  tools?: OpenAiTool[];
}

export type ResponsesPart = { type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' };
export type ResponsesItem =
  | { role: 'user'; content: string | ResponsesPart[] }
  | { role: 'assistant'; content: string }
  | { type: 'reasoning'; id: string; summary: { type: 'summary_text'; text: string }[]; encrypted_content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | ResponsesPart[] };
export interface ResponsesTool {
  type: 'function';
  name: string;
  description?: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

/** Arguments for `client.responses.create({ model, ...responses })` of the package `openai`. */
export interface ResponsesWindow {
  instructions?: string;
  input: ResponsesItem[];
  tools?: ResponsesTool[];
}

export interface AnthropicText {
  type: 'text';
  text: string;
}
export interface AnthropicImage {
  type: 'image';
  source: { type: 'base64'; media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'; data: string };
}
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: string | (AnthropicText | AnthropicImage)[];
  is_error?: boolean;
}
export type AnthropicAssistantPart =
  | AnthropicText
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string };
export type AnthropicMessage =
  | { role: 'user'; content: (AnthropicText | AnthropicImage | AnthropicToolResult)[] }
  | { role: 'assistant'; content: AnthropicAssistantPart[] };
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: { type: 'object'; properties?: unknown; required?: string[]; [more: string]: unknown };
}

/** Arguments for `client.messages.create({ model, max_tokens, ...anthropic })` of the package `@anthropic-ai/sdk`. */
export interface AnthropicWindow {
  system?: string;
  messages: AnthropicMessage[];
  tools?: AnthropicTool[];
}
