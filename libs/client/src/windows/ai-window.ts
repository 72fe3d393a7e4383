import { DEEPSEEK, sealsOfCalls, writeAiSeal, type CallSeals, type SealedBlock } from './vendor-seals.ts';
import type { AnthropicAssistantPart, AnthropicImage, AnthropicText, AnthropicToolResult, AnthropicWindow } from './vendor-messages.ts';

/** Options of a part, by the provider that reads them. */
type AiOptions = Record<string, Record<string, string>>;
export type AiOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | {
      type: 'content';
      value: ({ type: 'text'; text: string } | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string })[];
    };
export type AiMessage =
  | { role: 'user'; content: ({ type: 'text'; text: string } | { type: 'file'; data: string; mediaType: string })[] }
  | {
      role: 'assistant';
      content: (
        | { type: 'text'; text: string }
        | { type: 'reasoning'; text: string; providerOptions: AiOptions }
        | { type: 'tool-call'; toolCallId: string; toolName: string; input: Record<string, unknown>; providerOptions?: AiOptions }
      )[];
    }
  | { role: 'tool'; content: { type: 'tool-result'; toolCallId: string; toolName: string; output: AiOutput }[] };

/**
 * A schema by the Standard Schema specification that exposes its JSON Schema. It does not validate: the service checks
 * what a model sends.
 */
export interface AiSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'total-recall';
    readonly types?: { readonly input: unknown; readonly output: Record<string, unknown> };
    readonly validate: (value: unknown) => { readonly value: Record<string, unknown> };
    readonly jsonSchema: {
      readonly input: (options: unknown) => Record<string, unknown>;
      readonly output: (options: unknown) => Record<string, unknown>;
    };
  };
}

/** Arguments for `generateText({ model, ...ai })` and `streamText` of the package `ai`. */
export interface AiWindow {
  system?: string;
  messages: AiMessage[];
  tools: Record<string, { description?: string; inputSchema: AiSchema }>;
}

/**
 * Converts a window for the AI SDK. It starts from the Anthropic form, the strictest: results and errors stay marked,
 * pictures stay with their results. The seals of other vendors come from the window's blocks; `written` has the ids of
 * calls that the form had to change, with those of the log.
 */
export function toAiWindow(
  { system, messages, tools = [] }: AnthropicWindow,
  blocks: readonly SealedBlock[] = [],
  written: Readonly<Record<string, string>> = {},
): AiWindow {
  const names = new Map<string, string>();
  const calls = messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])));
  const seals = sealsOfCalls(withoutPastReasoning(blocks), calls, written);
  const out: AiMessage[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const part of message.content) if (part.type === 'tool_use') names.set(part.id, part.name);
      out.push({ role: 'assistant', content: message.content.flatMap((part) => assistantPart(part, seals)) });
      continue;
    }
    const results = message.content.filter((part) => part.type === 'tool_result');
    if (results.length > 0) out.push({ role: 'tool', content: results.map((result) => resultPart(result, names)) });
    const said = message.content.filter((part) => part.type !== 'tool_result');
    if (said.length > 0) out.push({ role: 'user', content: said.map(userPart) });
  }
  const declared = tools.map(
    ({ name, description, input_schema }) => [name, { description, inputSchema: schemaOf(input_schema) }] as const,
  );
  return { ...(system === undefined ? {} : { system }), messages: out, tools: Object.fromEntries(declared) };
}

/**
 * Leaves out DeepSeek's reasoning of turns that are over: its provider drops it, and other providers, which may be asked
 * from then on, would send it as a text.
 */
function withoutPastReasoning(blocks: readonly SealedBlock[]): readonly SealedBlock[] {
  const asked = blocks.findLastIndex(({ kind, eventKind }) => kind === 'user_message' || eventKind === 'user_message');
  return blocks.filter(({ thinking }, at) => at > asked || thinking?.vendor !== DEEPSEEK);
}

type AssistantPart = Extract<AiMessage, { role: 'assistant' }>['content'][number];

function assistantPart(part: AnthropicAssistantPart, seals: ReadonlyMap<string, CallSeals>): AssistantPart[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type === 'tool_use') {
    const { before = [], own } = seals.get(part.id) ?? {};
    return [
      ...before.map(({ text, seal }) => ({ type: 'reasoning' as const, text, providerOptions: writeAiSeal(seal) })),
      {
        type: 'tool-call',
        toolCallId: part.id,
        toolName: part.name,
        input: part.input,
        ...(own && { providerOptions: writeAiSeal(own) }),
      },
    ];
  }
  return part.type === 'thinking'
    ? [{ type: 'reasoning', text: part.thinking, providerOptions: { anthropic: { signature: part.signature } } }]
    : [{ type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: part.data } } }];
}

function userPart(part: AnthropicText | AnthropicImage): Extract<AiMessage, { role: 'user' }>['content'][number] {
  return part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'file', data: part.source.data, mediaType: part.source.media_type };
}

function resultPart(
  result: AnthropicToolResult,
  names: ReadonlyMap<string, string>,
): Extract<AiMessage, { role: 'tool' }>['content'][number] {
  const { tool_use_id: toolCallId, content, is_error: isError } = result;
  return { type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? 'unknown', output: outputOf(content, isError === true) };
}

function outputOf(content: AnthropicToolResult['content'], isError: boolean): AiOutput {
  if (typeof content === 'string') return { type: isError ? 'error-text' : 'text', value: content };
  return {
    type: 'content',
    value: content.map((part) =>
      part.type === 'text'
        ? { type: 'text', text: part.text }
        : { type: 'file', data: { type: 'data', data: part.source.data }, mediaType: part.source.media_type },
    ),
  };
}

function schemaOf(schema: Record<string, unknown>): AiSchema {
  const give = () => schema;
  const validate = (value: unknown) => ({ value: value as Record<string, unknown> });
  return { '~standard': { version: 1, vendor: 'total-recall', validate, jsonSchema: { input: give, output: give } } };
}
