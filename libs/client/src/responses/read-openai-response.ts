import { plainSeal, readResponsesSeal } from '../windows/vendor-seals.ts';
import { textOf } from './ai-parts.ts';
import { readVendorRun, type VendorRun } from './read-vendor-run.ts';
import { cutLastCall, joinTexts, type ModelCall, type ResponsePart, type ResponseStep } from './response-parts.ts';

interface ChatCall {
  readonly id: string;
  /** Some servers write arguments as a value. */
  readonly function?: { readonly name: string; readonly arguments: string | object };
  readonly custom?: { readonly name: string; readonly input: string };
}

interface ChatPart {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string | readonly { readonly type?: string; readonly text?: string }[];
}

/** Message of a chat completion. Servers of open models add `reasoning_content`, and some write the content in parts. */
export interface ChatMessageLike {
  readonly role: 'assistant';
  readonly content: string | readonly ChatPart[] | null;
  readonly refusal?: string | null;
  readonly audio?: { readonly transcript?: string } | null;
  readonly reasoning_content?: string | null;
  readonly tool_calls?: readonly ChatCall[] | null;
}

/** Response of OpenAI's chat completions API. */
export interface ChatCompletionLike {
  readonly id?: string;
  readonly model?: string;
  readonly choices: readonly {
    readonly message: Partial<Omit<ChatMessageLike, 'role'>>;
    readonly finish_reason?: string | null;
  }[];
}

/** Response of OpenAI's Responses API. */
export interface ResponsesLike {
  readonly id?: string;
  readonly output: readonly { readonly type: string }[];
  readonly status?: string | null;
  readonly incomplete_details?: { readonly reason?: string } | null;
}

/** Why a completion may end within a call. */
const CUTS: ReadonlySet<string> = new Set(['length', 'content_filter']);

export function readChatCompletion({ model, choices }: ChatCompletionLike): ResponseStep {
  const { message, finish_reason: reason } = choices[0] ?? {};
  if (!message) throw new TypeError('The chat completion has no choice with a message.');
  return { parts: cutLastCall(readChatMessage(message, model), reason && CUTS.has(reason) ? reason : undefined) };
}

/** Reads a message; `model` tells whether its reasoning goes back. */
export function readChatMessage(message: ChatCompletionLike['choices'][number]['message'], model?: string): ResponsePart[] {
  const { content, refusal, audio, reasoning_content: reasoning, tool_calls: calls } = message;
  const seal = plainSeal(model);
  return [
    ...(reasoning ? [{ kind: 'thinking' as const, text: reasoning, ...(seal && { seal }) }] : []),
    ...readContent(content ?? []),
    ...[refusal, audio?.transcript].flatMap((text): ResponsePart[] => (text ? [{ kind: 'text', text }] : [])),
    ...(calls ?? []).map((call, at): ResponsePart => ({ kind: 'call', call: nameCall(readCall(call), at) })),
  ];
}

function readContent(content: string | readonly ChatPart[]): ResponsePart[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const read = parts.flatMap(({ text, thinking }): ResponsePart[] => {
    if (thinking === undefined) return text ? [{ kind: 'text', text }] : [];
    const thought = typeof thinking === 'string' ? thinking : thinking.map((part) => part.text ?? '').join('');
    return [{ kind: 'thinking', text: thought }];
  });
  return joinTexts(read);
}

function readCall({ id, function: called, custom }: ChatCall): ModelCall {
  if (called) return { id, name: called.name, arguments: textOf(called.arguments) };
  return { id, name: custom?.name ?? '', arguments: custom?.input ?? '', isFreeText: true };
}

/** Fills in a missing id or name. Local models leave ids out; the call's index and a random part replace them. */
export function nameCall({ id, name, arguments: args, isFreeText }: ModelCall, at: number): ModelCall {
  const named = { id: id || `call_${at}_${crypto.randomUUID().slice(0, 8)}`, name: name || 'unknown', arguments: args ?? '' };
  return isFreeText ? { ...named, isFreeText } : named;
}

interface OutputItem extends Omit<VendorRun, 'arguments'> {
  /** Sealed reasoning, where the request included it. */
  readonly encrypted_content?: string | null;
  readonly content?: readonly { readonly type: string; readonly text?: string; readonly refusal?: string }[];
  readonly summary?: readonly { readonly text: string }[];
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly input?: string;
}

export function readResponsesOutput({ output, status, incomplete_details: details }: ResponsesLike): ResponseStep {
  const reason = details?.reason ?? 'incomplete';
  const items = output as readonly OutputItem[];
  const answered = new Set(items.flatMap((item) => (isOutput(item) && item.call_id ? [item.call_id] : [])));
  const names = new Map<string, string>();
  const parts = items.flatMap((item, at) => {
    const name = isOutput(item) && item.call_id ? names.get(item.call_id) : undefined;
    if (name !== undefined) return [resultOf(item, name)];
    const isLast = at === output.length - 1;
    const isCut = (item.status ?? (isLast ? status : undefined)) === 'incomplete';
    const read = cutLastCall(readItem(item, at), isCut ? reason : undefined);
    return read.map((part) => {
      if (part.kind !== 'call' || !answered.has(part.call.id)) return part;
      names.set(part.call.id, part.call.name);
      return { ...part, providerExecuted: true };
    });
  });
  return { parts };
}

function isOutput({ type }: OutputItem): boolean {
  return type.endsWith('_output');
}

/** Reads what the vendor gave for a call that stands in an item before it, as that of a shell that it runs. */
function resultOf({ call_id: id = '', output, status }: OutputItem, name: string): ResponsePart {
  return { kind: 'result', id, name, text: textOf(output ?? undefined), isError: status === 'failed' };
}

function readItem(item: OutputItem, at: number): ResponsePart[] {
  if (item.type === 'message') {
    return (item.content ?? []).map(({ text, refusal }) => ({ kind: 'text', text: text ?? refusal ?? '' }));
  }
  if (item.type === 'reasoning') {
    const seal = readResponsesSeal(item.id, item.encrypted_content);
    return [{ kind: 'thinking', text: (item.summary ?? []).map(({ text }) => text).join('\n'), ...(seal && { seal }) }];
  }
  const { type, id: _id, call_id: id = '', status: _status, ...said } = item;
  const { name = '', arguments: written = '', input = '' } = item;
  if (type === 'function_call') return [{ kind: 'call', call: nameCall({ id, name, arguments: written }, at) }];
  if (type === 'custom_tool_call') return [{ kind: 'call', call: nameCall({ id, name, arguments: input, isFreeText: true }, at) }];
  // A call of a shell or a computer that the caller runs, where no item behind it has its output.
  if (type.endsWith('_call') && id) return [{ kind: 'call', call: { id, name: type, arguments: JSON.stringify(said) } }];
  return readVendorRun(item);
}
