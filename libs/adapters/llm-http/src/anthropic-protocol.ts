import { z } from 'zod';
import type { ModelProtocol } from './model-protocol.ts';

const API_VERSION = '2023-06-01';

const message = z.object({
  content: z.array(z.object({ type: z.string(), input: z.unknown().optional() })),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: z.unknown(), output_tokens: z.unknown() }).partial().nullish().catch(undefined),
});

/** Messages of the Anthropic API, with a tool that must be called: its input is the answer. */
export const ANTHROPIC_PROTOCOL: ModelProtocol = {
  path: '/messages',
  headersOf: ({ apiKey }) => ({ 'anthropic-version': API_VERSION, ...(apiKey !== undefined && { 'x-api-key': apiKey }) }),
  bodyOf: ({ instructions, messages, answer }, { model, maxOutputTokens }) => ({
    model,
    max_tokens: maxOutputTokens,
    system: instructions,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    tools: [{ name: answer.name, description: 'Gives the answer.', input_schema: answer.schema }],
    tool_choice: { type: 'tool', name: answer.name, disable_parallel_tool_use: true },
  }),
  read(answer) {
    const read = message.safeParse(answer);
    if (!read.success) return { reason: 'not_understood' };
    const { content, stop_reason: ended, usage: said } = read.data;
    const usage = {
      inputTokens: said?.input_tokens as number | undefined,
      outputTokens: said?.output_tokens as number | undefined,
    };
    if (ended === 'refusal') return { reason: 'refused', ...usage };
    if (ended === 'max_tokens' || ended === 'model_context_window_exceeded') return { reason: 'cut', ...usage };
    const call = content.find(({ type }) => type === 'tool_use');
    const text = call && textOf(call.input);
    return text === undefined ? { reason: 'not_understood', ...usage } : { text, ...usage };
  },
};

/** Returns undefined for what cannot be written, such as an object that is nested too deeply. */
function textOf(input: unknown): string | undefined {
  try {
    return JSON.stringify(input);
  } catch {
    return undefined;
  }
}
