import { z } from 'zod';
import type { ModelProtocol } from './model-protocol.ts';

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.unknown(), completion_tokens: z.unknown() }).partial().nullish().catch(undefined),
});

/** Chat completions of the OpenAI API, with `response_format` as a strict JSON schema. */
export const OPENAI_PROTOCOL: ModelProtocol = {
  path: '/chat/completions',
  headersOf: ({ apiKey }): Readonly<Record<string, string>> => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  bodyOf: ({ instructions, messages, answer }, { model, maxOutputTokens }) => ({
    model,
    messages: [{ role: 'system', content: instructions }, ...messages.map(({ role, text }) => ({ role, content: text }))],
    max_completion_tokens: maxOutputTokens,
    response_format: { type: 'json_schema', json_schema: { name: answer.name, strict: true, schema: answer.schema } },
  }),
  read(answer) {
    const read = completion.safeParse(answer);
    if (!read.success) return { reason: 'not_understood' };
    const { message, finish_reason: ended } = read.data.choices[0]!;
    const { prompt_tokens: input, completion_tokens: output } = read.data.usage ?? {};
    const usage = { inputTokens: input as number | undefined, outputTokens: output as number | undefined };
    if (message.refusal || ended === 'content_filter') return { reason: 'refused', ...usage };
    if (ended === 'length') return { reason: 'cut', ...usage };
    if (typeof message.content !== 'string') return { reason: 'not_understood', ...usage };
    return { text: message.content, ...usage };
  },
};
