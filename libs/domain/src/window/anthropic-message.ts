export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
export interface AnthropicText {
  type: 'text';
  text: string;
}
export interface AnthropicImage {
  type: 'image';
  source: { type: 'base64'; media_type: AnthropicImageType; data: string };
}
export type AnthropicUserContent =
  | AnthropicText
  | AnthropicImage
  | { type: 'tool_result'; tool_use_id: string; content: string | (AnthropicText | AnthropicImage)[]; is_error?: boolean };
type AnthropicThinking = { type: 'thinking'; thinking: string; signature: string } | { type: 'redacted_thinking'; data: string };
export type AnthropicAssistantContent =
  | AnthropicText
  | AnthropicThinking
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

/** Message format of Anthropic's Messages API. */
export type AnthropicMessage =
  | { role: 'user'; content: AnthropicUserContent[] }
  | { role: 'assistant'; content: AnthropicAssistantContent[] };
