import type { JsonRecord } from '../src/text/json-values.ts';
import type { ScriptedAnswer } from './vendor-answers.ts';

interface WrittenResponse {
  readonly whole: JsonRecord;
  /** The pieces of a stream. */
  readonly pieces: readonly string[];
}

const half = (text: string): [string, string] => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

/** Makes a thought's content that nobody but this vendor reads. */
function sealed(thinking: string): string {
  return `gAAAA${Buffer.from(thinking.repeat(4)).toString('base64')}`;
}

/** Writes an answer as the Responses API does: each response and each item has an id of its own, with this number. */
export function writeResponse(
  { thinking, ran = [], text, calls = [], isLimited = false }: ScriptedAnswer,
  body: JsonRecord,
  inputTokens: number,
  number: number,
): WrittenResponse {
  const output: JsonRecord[] = [
    ...(thinking === undefined
      ? []
      : [
          {
            id: `rs_${number}`,
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: thinking }],
            encrypted_content: sealed(thinking),
          },
        ]),
    ...ran.flatMap(shellItems),
    ...(text === undefined
      ? []
      : [
          {
            id: `msg_${number}`,
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
          },
        ]),
    ...calls.map(({ id, name, arguments: args }, at) => ({
      id: `fc_${number}_${at}`,
      type: 'function_call',
      status: 'completed',
      call_id: id,
      name,
      arguments: args,
    })),
  ];
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + 10,
  };
  const base = {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1,
    status: isLimited ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isLimited ? { reason: 'max_output_tokens' } : null,
    model: body.model,
    previous_response_id: body.previous_response_id ?? null,
    store: body.store ?? true,
    tools: body.tools ?? [],
  };
  const whole = { ...base, output, usage };
  let sequence = 0;
  const event = (type: string, rest: JsonRecord) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...rest })}\n\n`;
  const begun = { ...base, status: 'in_progress', output: [], usage: null };
  const pieces = [event('response.created', { response: begun }), event('response.in_progress', { response: begun })];
  output.forEach((item, at) => pieces.push(...itemEvents(event, item, at)));
  pieces.push(event(`response.${base.status}`, { response: whole }));
  return { whole, pieces };
}

/** A command of the vendor's own shell with what came out: the one tool whose output stands within an answer. */
function shellItems({ id, command, output }: NonNullable<ScriptedAnswer['ran']>[number]): JsonRecord[] {
  const outcome = { type: 'exit', exit_code: 0 };
  return [
    { id: `sh_${id}`, type: 'shell_call', status: 'completed', call_id: id, action: { commands: [command] } },
    { id: `sho_${id}`, type: 'shell_call_output', status: 'completed', call_id: id, output: [{ stdout: output, stderr: '', outcome }] },
  ];
}

function itemEvents(event: (type: string, rest: JsonRecord) => string, item: JsonRecord, at: number): string[] {
  const place = { output_index: at, item_id: item.id };
  const events = [event('response.output_item.added', { output_index: at, item: emptied(item) })];
  const say = (type: string, rest: JsonRecord) => events.push(event(type, { ...place, ...rest }));
  if (item.type === 'reasoning') {
    const { text } = (item.summary as JsonRecord[])[0]!;
    say('response.reasoning_summary_part.added', { summary_index: 0, part: { type: 'summary_text', text: '' } });
    for (const delta of half(String(text))) say('response.reasoning_summary_text.delta', { summary_index: 0, delta });
    say('response.reasoning_summary_text.done', { summary_index: 0, text });
    say('response.reasoning_summary_part.done', { summary_index: 0, part: { type: 'summary_text', text } });
  } else if (item.type === 'message') {
    const part = (item.content as JsonRecord[])[0]!;
    say('response.content_part.added', { content_index: 0, part: { ...part, text: '' } });
    for (const delta of half(String(part.text))) say('response.output_text.delta', { content_index: 0, delta, logprobs: [] });
    say('response.output_text.done', { content_index: 0, text: part.text, logprobs: [] });
    say('response.content_part.done', { content_index: 0, part });
  } else if (item.type === 'function_call') {
    for (const delta of half(String(item.arguments))) say('response.function_call_arguments.delta', { delta });
    say('response.function_call_arguments.done', { name: item.name, arguments: item.arguments });
  }
  events.push(event('response.output_item.done', { output_index: at, item }));
  return events;
}

function emptied(item: JsonRecord): JsonRecord {
  if (item.type === 'reasoning') return { ...item, summary: [] };
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] };
  return { ...item, status: 'in_progress', ...(item.type === 'function_call' && { arguments: '' }) };
}
