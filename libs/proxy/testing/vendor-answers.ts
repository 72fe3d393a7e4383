import type { JsonRecord } from '../src/text/json-values.ts';

/** Answer that the model gives next: thinking, what the vendor's own tools did, a text, and calls of tools. */
export interface ScriptedAnswer {
  /** Name of the answer, of the Messages API alone; msg_1 where absent. */
  readonly id?: string;
  readonly thinking?: string;
  /** Commands that the vendor's shell ran within the answer; of the Responses API alone. */
  readonly ran?: readonly { readonly id: string; readonly command: string; readonly output: string }[];
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** Container that the vendor's code ran in; of the Messages API alone. */
  readonly container?: string;
  /** Ends at its limit of tokens. */
  readonly isLimited?: boolean;
  /** Answer in place of one by the model, such as 529. */
  readonly status?: number;
  /** Headers of that answer, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Waits before the second piece of a stream, until the caller goes away. */
  readonly stalls?: boolean;
  /** Breaks a stream off behind the first piece that has this text, without one before all; before its head where it is refused. */
  readonly breaksAt?: { readonly text?: string; readonly how: 'ended' | 'cut' | 'refused' };
}

interface WrittenAnswer {
  readonly whole: unknown;
  /** The pieces of a stream. */
  readonly pieces: readonly string[];
}

const half = (text: string): [string, string] => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

/** Writes an answer as the chat completions API does. */
export function writeChat({ text, calls = [], isLimited }: ScriptedAnswer, body: JsonRecord, promptTokens: number): WrittenAnswer {
  const base = { id: 'chatcmpl-1', created: 1, model: body.model };
  const finish = isLimited ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: promptTokens, completion_tokens: 10, total_tokens: promptTokens + 10 };
  const made = calls.map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } }));
  const message = { role: 'assistant', content: text ?? null, refusal: null, ...(made.length > 0 && { tool_calls: made }) };
  const deltas: JsonRecord[] = [{ role: 'assistant', content: text === undefined ? null : '', refusal: null }];
  if (text !== undefined) deltas.push(...half(text).map((content) => ({ content })));
  made.forEach((call, index) => {
    const [first, second] = half(call.function.arguments);
    deltas.push({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: '' } }] });
    for (const args of [first, second]) deltas.push({ tool_calls: [{ index, function: { arguments: args } }] });
  });
  const chunk = (delta: JsonRecord, reason: string | null) =>
    data({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }] });
  const wantsUsage = (body.stream_options as JsonRecord | undefined)?.include_usage === true;
  return {
    whole: { ...base, object: 'chat.completion', choices: [{ index: 0, message, logprobs: null, finish_reason: finish }], usage },
    pieces: [
      ...deltas.map((delta) => chunk(delta, null)),
      chunk({}, finish),
      ...(wantsUsage ? [data({ ...base, object: 'chat.completion.chunk', choices: [], usage })] : []),
      'data: [DONE]\n\n',
    ],
  };
}

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Writes an answer as the Messages API does. */
export function writeMessages(
  { id = 'msg_1', thinking, text, calls = [], container: ranIn, isLimited }: ScriptedAnswer,
  body: JsonRecord,
  inputTokens: number,
): WrittenAnswer {
  const content: JsonRecord[] = [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: `signed-${thinking.length}` }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, arguments: args }) => ({ type: 'tool_use', id, name, input: JSON.parse(args) as unknown })),
  ];
  const stop = isLimited ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: inputTokens, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const container = ranIn === undefined ? {} : { container: { id: ranIn, expires_at: '2026-01-01T00:00:00Z' } };
  const base = { id, type: 'message', role: 'assistant', model: body.model };
  const event = (type: string, rest: JsonRecord) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const pieces = [
    event('message_start', {
      message: { ...base, content: [], stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } },
    }),
    event('ping', {}),
  ];
  content.forEach((block, index) => {
    pieces.push(event('content_block_start', { index, content_block: emptied(block) }));
    for (const delta of deltasOf(block)) pieces.push(event('content_block_delta', { index, delta }));
    pieces.push(event('content_block_stop', { index }));
  });
  pieces.push(event('message_delta', { delta: { ...container, stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } }));
  pieces.push(event('message_stop', {}));
  return { whole: { ...base, content, stop_reason: stop, stop_sequence: null, ...container, usage }, pieces };
}

function emptied(block: JsonRecord): JsonRecord {
  if (block.type === 'text') return { ...block, text: '' };
  return block.type === 'tool_use' ? { ...block, input: {} } : { ...block, thinking: '', signature: '' };
}

function deltasOf(block: JsonRecord): JsonRecord[] {
  if (block.type === 'text') return half(String(block.text)).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'tool_use') return half(JSON.stringify(block.input)).map((json) => ({ type: 'input_json_delta', partial_json: json }));
  return [
    ...half(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
    { type: 'signature_delta', signature: block.signature },
  ];
}
