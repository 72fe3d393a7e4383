import { TotalRecallApiError } from './api-error.ts';
import type { BodyWire, CallOptions, JsonCall } from './json-call.ts';
import { textOf } from './read-ai-result.ts';
import type { ModelCall } from './response-parts.ts';

/** What a tool of the caller does: takes the parsed arguments, gives a text or anything that JSON can hold; what it throws is told to the model. */
// oxlint-disable-next-line typescript/no-explicit-any -- what a model sends has no type, and a handler may name the one it expects
export type ToolHandler = (args: any, context: { readonly call: ModelCall; readonly signal?: AbortSignal }) => unknown;
export type ToolHandlers = Readonly<Record<string, ToolHandler>>;

/** What a call came to; it stands in the log as the result of the call. */
export interface ToolRun {
  readonly call: ModelCall;
  readonly text: string;
  readonly isError: boolean;
}

type Answer = Pick<ToolRun, 'text' | 'isError'>;
type Arguments = Record<string, unknown>;

/** Answers one call: the tools of every window by the service, others by their handler. Never rejects for what the model did wrong. */
export async function runTool(tools: OwnTools, call: ModelCall, handlers: ToolHandlers, options: CallOptions = {}): Promise<ToolRun> {
  const own = tools.get(call.name);
  const handler = Object.hasOwn(handlers, call.name) ? handlers[call.name] : undefined;
  if (!own && !handler)
    return { call, ...failure(`There is no tool "${call.name}". There are: ${[...Object.keys(handlers), ...tools.keys()].join(', ')}.`) };
  const parsed = handler ? parseArguments(call) : undefined;
  if (parsed?.kind === 'invalid') return { call, ...failure(parsed.message) };
  try {
    if (!handler || !parsed) return { call, ...(await own!(call, options)) };
    const { signal } = options;
    return { call, text: textOf(await handler(parsed.args, { call, ...(signal ? { signal } : {}) })), isError: false };
  } catch (error) {
    options.signal?.throwIfAborted();
    // A tool of the caller may fail in any way; one of ours only by what the model asked for.
    if (!handler && !(error instanceof TotalRecallApiError && error.status < 500 && !error.retryable)) throw error;
    return { call, ...failure(error instanceof Error ? error.message : textOf(error)) };
  }
}

function failure(text: string): Answer {
  return { text, isError: true };
}

function parseArguments({ name, arguments: text }: ModelCall): { kind: 'args'; args: Arguments } | { kind: 'invalid'; message: string } {
  const again = `Call ${name} again with a JSON object.`;
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { kind: 'args', args: value as Arguments };
    return { kind: 'invalid', message: `The arguments of ${name} are no JSON object. ${again}` };
  } catch (error) {
    return { kind: 'invalid', message: `The arguments of ${name} are not valid JSON (${(error as Error).message}). ${again}` };
  }
}

/** What a model wrote is read by the service, which takes more than valid JSON. */
export type OwnTools = ReadonlyMap<string, (call: ModelCall, options: CallOptions) => Promise<Answer>>;

/** The tools that windows declare for the service, as they are called. */
export function createOwnTools(call: JsonCall, params: { readonly space: string; readonly session: string }): OwnTools {
  const { space, session } = params;
  return new Map([
    [
      'recall',
      async ({ id, arguments: written }, options) => {
        const body = { arguments: written, callId: id, session };
        const { rendered } = await call('recall', { params: { space }, body, ...options });
        return { text: rendered, isError: false };
      },
    ],
    [
      'open',
      async ({ id, arguments: written }, options) => {
        const body = { arguments: written, callId: id, session };
        const { rendered } = await call('open', { params: { space }, body, ...options });
        return { text: rendered, isError: false };
      },
    ],
    [
      'update_task_state',
      async ({ arguments: written }, options) => {
        const body = { arguments: written } as unknown as BodyWire<'putTaskState'>;
        const { version } = await call('putTaskState', { params, body, ...options });
        return { text: `The task state has version ${version} now.`, isError: false };
      },
    ],
  ]);
}
