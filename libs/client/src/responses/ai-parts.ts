import { readAiFile, type AiFile, type ReadFile } from './ai-files.ts';
import type { Attachment } from '../events/attached-files.ts';
import type { ResponsePart } from './response-parts.ts';
import { plainSeal, readAiCallSeal, readAiSeal, type ProviderData } from '../windows/vendor-seals.ts';

/** A part of a message of the AI SDK, in any version of its prompts, of providers' answers and of results of steps. */
export interface AiPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** Arguments of a call: the value, or its JSON text in answers of providers. */
  readonly input?: unknown;
  /** Output of a result: wrapped in prompts and by Mastra, as the tool gave it in steps of `ai`. */
  readonly output?: unknown;
  /** Output of a result in an answer of a provider, with `isError`. */
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly error?: unknown;
  /** True for a call that the provider runs itself. */
  readonly providerExecuted?: boolean;
  readonly providerOptions?: ProviderData;
  readonly providerMetadata?: ProviderData;
}

interface WrappedOutput {
  readonly type: string;
  readonly value?: unknown;
  readonly reason?: string;
}

const WRAPPED = /^(?:(?:error-)?(?:text|json)|content|execution-denied)$/;

/**
 * Reads a part of what a model or a tool said. Files and sources of an answer are none. `model` tells whether reasoning
 * without a seal goes back.
 */
export function readAiPart(part: AiPart, mayWrap: boolean, model?: string): ResponsePart[] {
  const { type, text = '', toolCallId: id = '', toolName: name = '' } = part;
  if (type === 'text') return [{ kind: 'text', text }];
  if (type === 'reasoning') return [readReasoning(part, model)];
  if (type === 'tool-call') {
    const seal = readAiCallSeal(part.providerOptions ?? part.providerMetadata);
    const providerExecuted = part.providerExecuted === true;
    const call = { id, name, arguments: argumentsOf(part.input) };
    return [{ kind: 'call', call, ...(seal && { seal }), ...(providerExecuted && { providerExecuted }) }];
  }
  if (type === 'tool-error') return [{ kind: 'result', id, name, text: textOf(part.error), isError: true }];
  if (type !== 'tool-result') return [];
  if (mayWrap && part.result === undefined) return [{ kind: 'result', id, name, ...unwrapped(part.output) }];
  return [{ kind: 'result', id, name, text: textOf(part.result ?? part.output), isError: part.isError === true }];
}

function readReasoning({ text = '', providerOptions, providerMetadata }: AiPart, model: string | undefined): ResponsePart {
  const seal = readAiSeal(providerOptions ?? providerMetadata) ?? (text.trim() === '' ? undefined : plainSeal(model));
  return { kind: 'thinking', text, ...(seal && { seal }) };
}

/** The same text for a value and for its JSON text; no text is no argument. Invalid JSON stays as the model wrote it. */
function argumentsOf(input: unknown): string {
  if (typeof input !== 'string') return JSON.stringify(input ?? {});
  if (input.trim() === '') return '{}';
  try {
    return JSON.stringify(JSON.parse(input));
  } catch {
    return input;
  }
}

interface Unwrapped {
  readonly text: string;
  readonly isError: boolean;
  readonly files?: readonly Attachment[];
}

function unwrapped(output: unknown): Unwrapped {
  const { type, value, reason } = Object(output) as Partial<WrappedOutput>;
  if (type === undefined || !WRAPPED.test(type)) return { text: textOf(output), isError: false };
  if (type === 'execution-denied') return { text: reason ?? 'The call was denied.', isError: true };
  if (type !== 'content') return { text: textOf(value), isError: type.startsWith('error') };
  const read = (value as readonly AiFile[]).map((part): ReadFile => (part.text === undefined ? readAiFile(part) : { text: part.text }));
  const files = read.flatMap((part) => ('attachment' in part ? [part.attachment] : []));
  const text = read.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
  return { text, isError: false, ...(files.length > 0 && { files }) };
}

/** Converts a result or an error to text: texts unchanged, bytes as the text that they are, everything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Uint8Array) return textOfBytes(value);
  return value === undefined ? '' : (JSON.stringify(value, inJson) ?? String(value));
}

/** Returns what stands in JSON for a value that JSON cannot hold: of a buffer it would list the bytes, of a map nothing. */
function inJson(this: Record<string, unknown>, name: string, one: unknown): unknown {
  // A buffer writes itself before it is seen here.
  const held = this[name];
  if (held instanceof Uint8Array) return textOfBytes(held);
  // JSON has no number as large as a bigint may be.
  if (typeof one === 'bigint') return String(one);
  if (one instanceof Set) return [...one];
  if (!(one instanceof Map)) return one;
  const isNamed = [...one.keys()].every((key) => typeof key === 'string');
  return isNamed ? Object.fromEntries(one as Map<string, unknown>) : [...one];
}

/** Returns the text that bytes are in UTF-8, or else a data URL of them. */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const chars = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return `data:application/octet-stream;base64,${btoa(chars)}`;
  }
}
