import { TotalRecallApiError } from '../calls/api-error.ts';
import type { BodyWire, CallOptions, JsonCall } from '../calls/json-call.ts';
import { textOf } from '../responses/ai-parts.ts';
import { fitLabel } from '../events/fit-event.ts';
import type { ModelCall } from '../responses/response-parts.ts';

/**
 * A tool handler of the caller. Takes the parsed arguments (of a custom tool `{ input }`, its text), returns a text or any
 * JSON value; its exceptions are reported to the model.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- what a model sends has no type, and a handler may name the one it expects
export type ToolHandler = (args: any, context: { readonly call: ModelCall; readonly signal?: AbortSignal }) => unknown;
export type ToolHandlers = Readonly<Record<string, ToolHandler>>;

/** Outcome of a call, as stored in the log. */
export interface ToolRun {
  readonly call: ModelCall;
  readonly text: string;
  readonly isError: boolean;
}

type Answer = Pick<ToolRun, 'text' | 'isError'>;
type Arguments = Record<string, unknown>;

/**
 * Answers one call: the service answers the tools of every window, handlers the others. Never rejects for a mistake of
 * the model.
 */
export async function runTool(tools: OwnTools, call: ModelCall, handlers: ToolHandlers, options: CallOptions = {}): Promise<ToolRun> {
  if (call.cutBy !== undefined) return { call, ...failure(cutCall(call.name, call.cutBy)) };
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
    // A handler may throw anything; a tool of the service counts as failed only if the model's request was at fault.
    if (!handler && !(error instanceof TotalRecallApiError && error.status < 500 && !error.retryable)) throw error;
    return { call, ...failure(reasonOf(error)) };
  }
}

/** Returns in words what a handler threw, which may be anything, also what has no text. */
function reasonOf(error: unknown): string {
  try {
    if (error instanceof Error) return error.message;
    return typeof error === 'object' ? textOf(error) : String(error);
  } catch {
    return 'The tool failed.';
  }
}

function cutCall(name: string, reason: string): string {
  const again = `Call ${name} again with all of its arguments, in smaller pieces where they are long.`;
  return `The answer ended (${reason}) within this call of ${name}, so it was not run: its arguments may lack their end. ${again}`;
}

function failure(text: string): Answer {
  return { text, isError: true };
}

function parseArguments({
  name,
  arguments: text,
  isFreeText,
}: ModelCall): { kind: 'args'; args: Arguments } | { kind: 'invalid'; message: string } {
  if (isFreeText) return { kind: 'args', args: { input: text } };
  const again = `Call ${name} again with a JSON object.`;
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { kind: 'args', args: value as Arguments };
    return { kind: 'invalid', message: `The arguments of ${name} are not a JSON object. ${again}` };
  } catch (error) {
    return { kind: 'invalid', message: `The arguments of ${name} are not valid JSON (${(error as Error).message}). ${again}` };
  }
}

/** Tools of the service. The service parses the model's arguments itself, because it accepts more than valid JSON. */
export type OwnTools = ReadonlyMap<string, (call: ModelCall, options: CallOptions) => Promise<Answer>>;

/** Builds the tools that windows declare, as calls of the service. */
export function createOwnTools(call: JsonCall, params: { readonly space: string; readonly session: string }): OwnTools {
  const { space, session } = params;
  return new Map([
    [
      'recall',
      async ({ id, arguments: written }, options) => {
        const body = { arguments: written, callId: fitLabel(id), session };
        const { rendered } = await call('recall', { params: { space }, body, ...options });
        return { text: rendered, isError: false };
      },
    ],
    [
      'open',
      async ({ id, arguments: written }, options) => {
        const body = { arguments: written, callId: fitLabel(id), session };
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
