interface OpenAiCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export type OpenAiPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

/** Message format of OpenAI's chat completions API. */
export type OpenAiMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | OpenAiPart[] }
  | { role: 'assistant'; content: string | null; tool_calls?: OpenAiCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };
