import type { CallOptions, JsonCall } from '../calls/json-call.ts';
import type { ModelCall } from '../responses/response-parts.ts';
import type { AppendEvents } from '../clients/append-events.ts';
import { fitEvent, inRequests } from '../events/fit-event.ts';
import { createOwnTools, runTool, type ToolHandlers, type ToolRun } from './tool-runner.ts';

export interface ToolCalls {
  runTools(calls: readonly ModelCall[], handlers?: ToolHandlers, options?: CallOptions): Promise<readonly ToolRun[]>;
  runRecall(call: ModelCall, options?: CallOptions): Promise<ToolRun | undefined>;
}

interface Ran {
  readonly run: ToolRun;
  readonly idempotencyKey: string;
}

/** Waits for work, or rejects with the reason of the signal when that fires first. The work goes on. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/**
 * Runs a model's calls and appends their results. Each result is kept with its call, so that a repeated append runs
 * nothing twice.
 */
export function createToolCalls(
  call: JsonCall,
  params: { readonly space: string; readonly session: string },
  append: AppendEvents,
): ToolCalls {
  const tools = createOwnTools(call, params);
  const ran = new WeakMap<ModelCall, Promise<Ran>>();

  async function run(one: ModelCall, handlers: ToolHandlers, options: CallOptions): Promise<Ran> {
    const before = ran.get(one);
    if (before) return before;
    const running = runTool(tools, one, handlers, options).then((done) => ({ run: done, idempotencyKey: crypto.randomUUID() }));
    ran.set(one, running);
    // A call that failed may be tried again.
    running.catch(() => ran.delete(one));
    return running;
  }

  async function runTools(
    calls: readonly ModelCall[],
    handlers: ToolHandlers = {},
    options: CallOptions = {},
  ): Promise<readonly ToolRun[]> {
    if (!Array.isArray(calls)) throw new TypeError('runTools takes the calls of an answer, as appendResponse returns them.');
    if (calls.length === 0) return [];
    options.signal?.throwIfAborted();
    const running = Promise.all(calls.map((one) => run(one, handlers, options)));
    const done = await untilAborted(running, options.signal);
    const events = done.map(({ run: { call: one, text, isError } }) =>
      fitEvent({
        kind: 'tool_result',
        call: { id: one.id, name: one.name },
        text: text.toWellFormed(),
        ...(isError ? { isError } : {}),
      }),
    );
    let at = 0;
    for (const some of inRequests(events)) {
      await append(some, { idempotencyKey: done[at]!.idempotencyKey, ...options });
      at += some.length;
    }
    return done.map((one) => one.run);
  }

  return {
    runTools,
    async runRecall(one, options) {
      return tools.has(one.name) ? (await runTools([one], {}, options))[0] : undefined;
    },
  };
}
