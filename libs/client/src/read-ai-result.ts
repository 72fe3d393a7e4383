import { nameCall } from './read-openai-response.ts';
import type { ResponsePart, ResponseStep } from './response-parts.ts';

interface AiStep {
  readonly content: readonly { readonly type: string }[];
  readonly response?: { readonly id?: string };
}

/** Result of `generateText`, or of `streamText`, whose steps arrive when the stream has ended. */
export interface AiResult {
  readonly steps: readonly AiStep[] | PromiseLike<readonly AiStep[]>;
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly providerMetadata?: { readonly anthropic?: { readonly signature?: unknown; readonly redactedData?: unknown } };
}

export async function readAiSteps({ steps }: AiResult): Promise<ResponseStep[]> {
  return (await steps).map(({ content, response }) => ({ id: response?.id, parts: (content as readonly Part[]).flatMap(readPart) }));
}

function readPart(part: Part, at: number): ResponsePart[] {
  const { type, text = '', toolCallId: id = '', toolName: name = '' } = part;
  if (type === 'text') return [{ kind: 'text', text }];
  if (type === 'reasoning') return [readReasoning(part)];
  if (type === 'tool-call') {
    // Invalid JSON arguments arrive as the text that the model wrote.
    const args = typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {});
    return [{ kind: 'call', call: nameCall({ id, name, arguments: args }, at) }];
  }
  if (type === 'tool-result') return [{ kind: 'result', id, name, text: textOf(part.output), isError: false }];
  return type === 'tool-error' ? [{ kind: 'result', id, name, text: textOf(part.error), isError: true }] : [];
}

function readReasoning({ text = '', providerMetadata }: Part): ResponsePart {
  const { signature, redactedData } = providerMetadata?.anthropic ?? {};
  if (typeof signature === 'string') return { kind: 'thinking', text, seal: { signature } };
  if (typeof redactedData === 'string') return { kind: 'thinking', text, seal: { redacted: redactedData } };
  return { kind: 'thinking', text };
}

/** Converts a result or an error to text: texts unchanged, everything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return value === undefined ? '' : JSON.stringify(value);
}
