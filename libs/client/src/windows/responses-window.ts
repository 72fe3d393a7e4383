import { callIds } from './call-ids.ts';
import { sealsOfCalls, type CallSeals, type SealedBlock } from './vendor-seals.ts';
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

/**
 * Converts a window from chat completions to OpenAI's Responses API. Sealed reasoning comes from the window's blocks and
 * stands before the call that it led to; `written` has the ids of calls that the form had to change, with those of the
 * log.
 */
export function toResponsesWindow(
  { messages, tools = [] }: OpenAiWindow,
  blocks: readonly SealedBlock[] = [],
  written: Readonly<Record<string, string>> = {},
): ResponsesWindow {
  const seals = sealsOfCalls(blocks, callIds(messages), written);
  const system = messages.find((message) => message.role === 'system');
  return {
    ...(system ? { instructions: system.content } : {}),
    input: inputOf(messages, seals),
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
  };
}

type Output = Extract<ResponsesItem, { type: 'function_call_output' }>;

/** Converts all messages. Pictures that stand behind results go into the outputs that they belong to. */
function inputOf(messages: readonly OpenAiMessage[], seals: ReadonlyMap<string, CallSeals>): ResponsesItem[] {
  const input: ResponsesItem[] = [];
  let outputs: Output[] = [];
  for (const message of messages) {
    if (message.role === 'user' && outputs.length > 0 && takePictures(message.content, outputs)) {
      outputs = [];
      continue;
    }
    const added = items(message, seals);
    outputs = message.role === 'tool' ? [...outputs, ...added.filter((item): item is Output => 'output' in item)] : [];
    input.push(...added);
  }
  return input;
}

/** Takes the pictures of results from the message behind them; false where it is a message of the user's own. */
function takePictures(content: string | OpenAiPart[], outputs: readonly Output[]): boolean {
  if (typeof content === 'string') return false;
  const found = new Map<Output, ResponsesPart[]>();
  let parts: ResponsesPart[] | undefined;
  let left = outputs;
  for (const part of content) {
    if (part.type === 'text') {
      const at = left.findIndex(({ call_id: id }) => part.text === `[image of the result of ${id.replace(/[^\w.:-]/g, '_')}]`);
      if (at < 0) return false;
      found.set(left[at]!, (parts = []));
      left = left.slice(at + 1);
    } else if (parts) parts.push(partOf(part));
    else return false;
  }
  for (const [output, pictures] of found) {
    const text = pictures.reduce((said) => said.replace(/(^|\n)\[image\]$/, ''), String(output.output));
    output.output = [...(text === '' ? [] : [{ type: 'input_text' as const, text }]), ...pictures];
  }
  return found.size > 0;
}

function items(message: OpenAiMessage, seals: ReadonlyMap<string, CallSeals>): ResponsesItem[] {
  if (message.role === 'system') return [];
  if (message.role === 'tool') return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
  if (message.role === 'user') {
    return [{ role: 'user', content: typeof message.content === 'string' ? message.content : message.content.map(partOf) }];
  }
  return [
    ...(message.content === null ? [] : [{ role: 'assistant' as const, content: message.content }]),
    ...(message.tool_calls ?? []).flatMap((call) => [
      ...reasoningBefore(seals.get(call.id)),
      { type: 'function_call' as const, call_id: call.id, ...call.function },
    ]),
  ];
}

function reasoningBefore({ before }: CallSeals = { before: [] }): ResponsesItem[] {
  return before.flatMap(({ text, seal: { vendor, signature, redacted } }) =>
    vendor !== 'openai' || redacted === undefined || signature === undefined
      ? []
      : [
          {
            type: 'reasoning' as const,
            id: signature,
            summary: text === '' ? [] : [{ type: 'summary_text' as const, text }],
            encrypted_content: redacted,
          },
        ],
  );
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
