import type { ScriptedAnswer, ScriptedCall } from './scripted-model.ts';

export type Written =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'events'; readonly events: readonly { readonly event?: string; readonly data: unknown }[] };

interface Asked {
  readonly stream: boolean;
  readonly number: number;
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** Builds an answer of the chat completions API. A stream cuts texts and arguments in two. */
export function answerChat({ text, calls = [], isCut = false }: ScriptedAnswer, { stream, number }: Asked): Written {
  const head = { id: `chatcmpl-${number}`, created: 1, model: 'scripted' };
  const finish = isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  const toolCalls = calls.map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } }));
  if (!stream) {
    const message = { role: 'assistant', content: text ?? null, refusal: null, ...(calls.length > 0 ? { tool_calls: toolCalls } : {}) };
    const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
    return { kind: 'json', value: { ...head, object: 'chat.completion', choices, usage: USAGE } };
  }
  const chunk = (delta: unknown, end: string | null = null) => ({
    data: { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: end }] },
  });
  const events = [
    chunk({ role: 'assistant', content: '' }),
    ...halves(text ?? '').map((content) => chunk({ content })),
    ...calls.flatMap(({ id, name, arguments: args }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...halves(args).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
    chunk({}, finish),
    { data: '[DONE]' },
  ];
  return { kind: 'events', events };
}

/**
 * Builds an answer of the Messages API. This vendor cannot send arguments that are not JSON, so they become an odd
 * object.
 */
export function answerAnthropic({ text, calls = [] }: ScriptedAnswer, { stream, number }: Asked): Written {
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const blocks = [
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...calls.map((call) => ({ type: 'tool_use' as const, id: call.id, name: call.name, input: inputOf(call) })),
  ];
  if (!stream) return { kind: 'json', value: { ...message, content: blocks } };
  const events = blocks.flatMap((block, index) => [
    start(index, block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} }),
    ...(block.type === 'text'
      ? halves(block.text).map((part) => delta(index, { type: 'text_delta', text: part }))
      : halves(JSON.stringify(block.input)).map((part) => delta(index, { type: 'input_json_delta', partial_json: part }))),
    { event: 'content_block_stop', data: { type: 'content_block_stop', index } },
  ]);
  const opening = { ...message, content: [], stop_reason: null };
  const ending = { stop_reason: message.stop_reason, stop_sequence: null };
  return {
    kind: 'events',
    events: [
      { event: 'message_start', data: { type: 'message_start', message: opening } },
      ...events,
      { event: 'message_delta', data: { type: 'message_delta', delta: ending, usage: { output_tokens: 2 } } },
      { event: 'message_stop', data: { type: 'message_stop' } },
    ],
  };
}

function start(index: number, block: unknown) {
  return { event: 'content_block_start', data: { type: 'content_block_start', index, content_block: block } };
}

function delta(index: number, part: unknown) {
  return { event: 'content_block_delta', data: { type: 'content_block_delta', index, delta: part } };
}

function inputOf({ arguments: args }: ScriptedCall): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return { INVALID: args };
  }
}

/** Builds an answer of the Responses API. */
export function answerResponses({ text, calls = [] }: ScriptedAnswer, { number }: Asked): Written {
  const output = [
    ...(text === undefined
      ? []
      : [
          {
            type: 'message',
            id: `item_${number}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map(({ id, name, arguments: args }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: args,
      status: 'completed',
    })),
  ];
  return {
    kind: 'json',
    value: { id: `resp_${number}`, object: 'response', created_at: 1, status: 'completed', model: 'scripted', output },
  };
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part.length > 0);
}
