import Anthropic from '@anthropic-ai/sdk';
import { UPSTREAM_KEY, type VendorEmulator } from '@total-recall/proxy/testing';
import OpenAI from 'openai';

/** Returns what the agent's tool printed in a turn. Each output has a code of its own. */
export function outputOf(turn: number, part: string): string {
  return `turn ${turn}${part}: the build of module-${turn} wrote ${'some lines of output '.repeat(40)}and ended with code ${codeOf(turn, part)}`;
}

export function codeOf(turn: number, part: string): string {
  return `E${turn * 7919}-${part}`;
}

export const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+M8AAQUBAScY42YAAAAASUVORK5CYII=';
/** Text of a stream that its reader leaves. */
export const cancelledText = 'An answer that nobody reads to its end.';
const TURNS_BETWEEN = { pictures: 25, retries: 20, cancels: 40 } as const;

/** An agent with tools, that works turn by turn with the history that it holds itself. */
export interface ScriptedAgent {
  turn(number: number): Promise<void>;
  /** Takes back what followed a turn and says something else. */
  rewind(toTurn: number, text: string): void;
  /** Asks a question; resolves with the text of the answer, and the names of tools that were called. */
  ask(text: string, isStreamed: boolean): Promise<{ text: string; calls: readonly string[] }>;
}

function answerOf(turn: number): ReturnType<VendorEmulator['script']> {
  const calls = ['a', 'b'].map((part) => ({ id: `call_${turn}_${part}`, name: 'build', arguments: JSON.stringify({ turn, part }) }));
  return { thinking: `Module ${turn} is next.`, ...(turn % 3 === 0 && { text: `Now module ${turn}.` }), calls };
}

/** Scripts a turn: some are refused at first, as by a busy vendor, so that the SDK tries again. */
export function scriptTurn(emulator: VendorEmulator, turn: number): void {
  let busy = turn % TURNS_BETWEEN.retries === 0 ? 1 : 0;
  emulator.script = () => (busy-- > 0 ? { status: 529, headers: { 'retry-after-ms': '1' } } : answerOf(turn));
}

export const isPicture = (turn: number) => turn % TURNS_BETWEEN.pictures === 0;
export const isCancelled = (turn: number) => turn % TURNS_BETWEEN.cancels === 0;

export function openAiAgent(baseUrl: string, emulator: VendorEmulator, headers: Record<string, string> = {}): ScriptedAgent {
  const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: UPSTREAM_KEY, defaultHeaders: headers });
  const tool = { type: 'function', function: { name: 'build', parameters: { type: 'object', properties: {} } } } as const;
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You are an agent that builds modules.' },
    { role: 'user', content: 'Build all modules, one after the other.' },
  ];
  const starts = new Map<number, number>();
  const ask = () => ({ model: 'gpt-4o', messages, tools: [tool] });
  return {
    async turn(number) {
      starts.set(number, messages.length);
      if (isPicture(number))
        messages.push({ role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } }] });
      if (isCancelled(number)) await cancelOpenAi(client, ask(), emulator);
      scriptTurn(emulator, number);
      const done =
        number % 2 === 0 ? await client.chat.completions.create(ask()) : await client.chat.completions.stream(ask()).finalChatCompletion();
      const { role, content, refusal, tool_calls: calls = [] } = done.choices[0]!.message;
      messages.push({ role, content, refusal, tool_calls: calls });
      for (const call of calls) {
        const { turn, part } = JSON.parse(call.type === 'function' ? call.function.arguments : '{}') as { turn: number; part: string };
        messages.push({ role: 'tool', tool_call_id: call.id, content: outputOf(turn, part) });
      }
    },
    rewind(toTurn, text) {
      messages.length = starts.get(toTurn + 1)!;
      messages.push({ role: 'user', content: text });
    },
    async ask(text, isStreamed) {
      messages.push({ role: 'user', content: text });
      const done = isStreamed
        ? await client.chat.completions.stream(ask()).finalChatCompletion()
        : await client.chat.completions.create(ask());
      const { role, content, tool_calls: calls } = done.choices[0]!.message;
      messages.push({ role, content, ...(calls && { tool_calls: calls }) });
      for (const { id } of calls ?? []) messages.push({ role: 'tool', tool_call_id: id, content: 'It is done.' });
      return { text: content ?? '', calls: (calls ?? []).map((call) => (call.type === 'function' ? call.function.name : call.type)) };
    },
  };
}

async function cancelOpenAi(
  client: OpenAI,
  request: Omit<OpenAI.ChatCompletionCreateParamsStreaming, 'stream'>,
  emulator: VendorEmulator,
): Promise<void> {
  emulator.script = () => ({ text: cancelledText, stalls: true });
  const stream = await client.chat.completions.create({ ...request, stream: true });
  for await (const _chunk of stream) break;
  stream.controller.abort();
}

type Item = OpenAI.Responses.ResponseInputItem;

/** An agent with the Responses API. With `chained`, it says only what is new, and the vendor holds what was before. */
export function responsesAgent(baseUrl: string, emulator: VendorEmulator, { chained = false } = {}): ScriptedAgent {
  const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: UPSTREAM_KEY });
  const tool = { type: 'function', name: 'build', parameters: { type: 'object', properties: {} }, strict: false } as const;
  let input: Item[] = [{ role: 'user', content: 'Build all modules, one after the other.' }];
  let previous: string | undefined;
  const starts = new Map<number, { readonly length: number; readonly previous?: string; readonly input: Item[] }>();
  const request = () => ({
    model: 'gpt-4o',
    instructions: 'You are an agent that builds modules.',
    input,
    tools: [tool],
    ...(chained ? { ...(previous !== undefined && { previous_response_id: previous }) } : { store: false }),
  });
  async function ask(isStreamed: boolean): Promise<OpenAI.Responses.Response> {
    const done = isStreamed ? await client.responses.stream(request()).finalResponse() : await client.responses.create(request());
    previous = done.id;
    const calls = done.output.flatMap((item) => (item.type === 'function_call' ? [item as OpenAI.Responses.ResponseFunctionToolCall] : []));
    const results = calls.map((call): Item => {
      const { turn, part } = JSON.parse(call.arguments) as { turn?: number; part?: string };
      const output = turn === undefined ? 'It is done.' : outputOf(turn, part!);
      return { type: 'function_call_output', call_id: call.call_id, output };
    });
    input = chained ? results : [...input, ...done.output.map(asInput), ...results];
    return done;
  }
  return {
    async turn(number) {
      starts.set(number, { length: input.length, input: [...input], ...(previous !== undefined && { previous }) });
      if (isPicture(number)) {
        const picture = { type: 'input_image', image_url: `data:image/png;base64,${PICTURE}`, detail: 'auto' } as const;
        input = [...input, { role: 'user', content: [picture] }];
      }
      if (isCancelled(number)) await cancelResponses(client, request(), emulator);
      scriptTurn(emulator, number);
      await ask(number % 2 === 1);
    },
    rewind(toTurn, text) {
      const start = starts.get(toTurn + 1)!;
      previous = start.previous;
      input = [...start.input, { role: 'user', content: text }];
    },
    async ask(text, isStreamed) {
      input = [...input, { role: 'user', content: text }];
      const { output } = await ask(isStreamed);
      const said = output.flatMap((item) => (item.type === 'message' ? item.content : []));
      const calls = output.flatMap((item) =>
        item.type === 'function_call' ? [(item as OpenAI.Responses.ResponseFunctionToolCall).name] : [],
      );
      return { text: said.map((part) => (part.type === 'output_text' ? part.text : '')).join('\n\n'), calls };
    },
  };
}

/** Returns an item of an answer as agents send it back: the SDK's own fields are none of the API's. */
function asInput(item: OpenAI.Responses.ResponseOutputItem): Item {
  const { parsed_arguments: _parsed, ...rest } = item as OpenAI.Responses.ResponseOutputItem & { parsed_arguments?: unknown };
  return rest as Item;
}

async function cancelResponses(
  client: OpenAI,
  request: Omit<OpenAI.Responses.ResponseCreateParamsStreaming, 'stream'>,
  emulator: VendorEmulator,
): Promise<void> {
  emulator.script = () => ({ text: cancelledText, stalls: true });
  const stream = await client.responses.create({ ...request, stream: true });
  for await (const _event of stream) break;
  stream.controller.abort();
}

export function anthropicAgent(baseUrl: string, emulator: VendorEmulator, headers: Record<string, string> = {}): ScriptedAgent {
  const client = new Anthropic({ baseURL: baseUrl, apiKey: UPSTREAM_KEY, defaultHeaders: headers });
  const tool = { name: 'build', input_schema: { type: 'object' as const } };
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Build all modules, one after the other.' }];
  const starts = new Map<number, number>();
  const ask = (): Anthropic.MessageCreateParamsNonStreaming => ({
    model: 'claude-opus-4-1',
    max_tokens: 1_024,
    thinking: { type: 'enabled', budget_tokens: 1_024 },
    system: [{ type: 'text', text: 'You are an agent that builds modules.', cache_control: { type: 'ephemeral' } }],
    messages: withMark(messages),
    tools: [tool],
  });
  return {
    async turn(number) {
      starts.set(number, messages.length);
      if (isPicture(number)) {
        const source = { type: 'base64', media_type: 'image/png', data: PICTURE } as const;
        (messages.at(-1)!.content as Anthropic.ContentBlockParam[]).push({ type: 'image', source });
      }
      if (isCancelled(number)) await cancelAnthropic(client, ask(), emulator);
      scriptTurn(emulator, number);
      const { content } = number % 2 === 0 ? await client.messages.create(ask()) : await client.messages.stream(ask()).finalMessage();
      messages.push({ role: 'assistant', content });
      const results = content.flatMap((block): Anthropic.ToolResultBlockParam[] => {
        if (block.type !== 'tool_use') return [];
        const { turn, part } = block.input as { turn: number; part: string };
        return [{ type: 'tool_result', tool_use_id: block.id, content: outputOf(turn, part) }];
      });
      messages.push({ role: 'user', content: results });
    },
    rewind(toTurn, text) {
      messages.length = starts.get(toTurn + 1)!;
      (messages.at(-1)!.content as Anthropic.ContentBlockParam[]).push({ type: 'text', text });
    },
    async ask(text, isStreamed) {
      const last = messages.at(-1)!;
      if (last.role === 'user') (last.content as Anthropic.ContentBlockParam[]).push({ type: 'text', text });
      else messages.push({ role: 'user', content: [{ type: 'text', text }] });
      const { content } = isStreamed ? await client.messages.stream(ask()).finalMessage() : await client.messages.create(ask());
      messages.push({ role: 'assistant', content });
      const uses = content.filter((block) => block.type === 'tool_use');
      if (uses.length > 0)
        messages.push({ role: 'user', content: uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'It is done.' })) });
      const said = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
      return { text: said, calls: uses.map(({ name }) => name) };
    },
  };
}

/** Marks the end of the history for the prompt cache, as agents do in each request anew. */
function withMark(messages: readonly Anthropic.MessageParam[]): Anthropic.MessageParam[] {
  const last = messages.at(-1)!;
  if (typeof last.content === 'string') return [...messages];
  const blocks = last.content as Anthropic.ContentBlockParam[];
  const marked = { ...blocks.at(-1)!, cache_control: { type: 'ephemeral' } } as Anthropic.ContentBlockParam;
  return [...messages.slice(0, -1), { role: 'user', content: [...blocks.slice(0, -1), marked] }];
}

async function cancelAnthropic(client: Anthropic, request: Anthropic.MessageCreateParamsNonStreaming, emulator: VendorEmulator) {
  emulator.script = () => ({ text: cancelledText, stalls: true });
  const stream = await client.messages.create({ ...request, stream: true });
  for await (const _event of stream) break;
  stream.controller.abort();
}
