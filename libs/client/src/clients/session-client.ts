import { createAppend, type AppendEvents } from './append-events.ts';
import type { BodyWire, CallOptions, JsonCall, Paging, ReplyWire } from '../calls/json-call.ts';
import { appendResponse, type AppendedResponse, type AppendResponseOptions } from './append-response.ts';
import type { ModelResponse } from '../responses/read-response.ts';
import type { ModelCall } from '../responses/response-parts.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import { createToolCalls } from '../tools/tool-calls.ts';
import type { ToolHandlers, ToolRun } from '../tools/tool-runner.ts';
import type { NewEvent } from '../wire/wire-types.ts';
import { toWindow, wireFormat, type Window, type WindowFormat, type WindowRequest } from '../windows/window-formats.ts';

export type NewEventWire = NewEvent;
export type EventWire = ReplyWire<'getEvent'>;

/** One conversation or run of one agent. */
export interface SessionClient {
  readonly append: AppendEvents;
  /**
   * Appends a model's answer: its thinking, texts and calls. Calls in the answer have no result yet: pass them to
   * `runTools`. The same answer given again, as after a lost connection, is stored once. Throws TypeError where the
   * value is no answer of a known SDK. `agent` says which of several agents gave it.
   */
  appendResponse(response: ModelResponse, options?: AppendResponseOptions): Promise<AppendedResponse>;
  /**
   * Runs calls and appends the results, in the order of the calls. The service answers the tools that windows bring
   * along; a handler of the same name answers the others. All run at once. A mistake of the model, or an exception of a
   * handler, becomes an error result. Given again after a failed append, no call is run twice.
   */
  runTools(calls: readonly ModelCall[], handlers?: ToolHandlers, options?: CallOptions): Promise<readonly ToolRun[]>;
  /** Runs one call of a tool that windows bring along and appends the result; returns undefined for any other tool. */
  runRecall(call: ModelCall, options?: CallOptions): Promise<ToolRun | undefined>;
  /** Assembles the window for the model's next turn; with a format also as messages of that vendor's SDK. */
  window<F extends WindowFormat = 'blocks'>(request?: WindowRequest<F>, options?: CallOptions): Promise<Window<F>>;
  /**
   * Starts a recall for text that a user is still typing, so that the next window can push the evidence. Answers at
   * once.
   */
  prefetch(draft: string, options?: CallOptions): Promise<ReplyWire<'prefetch'>>;
  /** Searches the whole space, with this session as the asking one. */
  recall(query: string | Omit<BodyWire<'recall'>, 'session'>, options?: CallOptions): Promise<ReplyWire<'recall'>>;
  /** Reads an event or an artifact by lines or bytes, with this session as the asking one. */
  open(ref: string | Omit<BodyWire<'open'>, 'session'>, options?: CallOptions): Promise<ReplyWire<'open'>>;
  compact(request?: BodyWire<'compactSession'>, options?: CallOptions): Promise<ReplyWire<'compactSession'>>;
  get(options?: CallOptions): Promise<ReplyWire<'getSession'>>;
  taskState(options?: CallOptions): Promise<ReplyWire<'getTaskState'>>;
  updateTaskState(update: BodyWire<'putTaskState'>, options?: CallOptions): Promise<ReplyWire<'putTaskState'>>;
  events(query?: Paging<'listEvents'>, options?: CallOptions): Promise<ReplyWire<'listEvents'>>;
  /** Yields every event from an ordinal on, fetching page by page. */
  allEvents(fromOrdinal?: number, options?: CallOptions): AsyncGenerator<EventWire>;
  /**
   * Hands a subtask to an executor. Its session, `space.session(answer.session)`, begins with the objective and the
   * constraints, and recalls within what the packet grants.
   */
  delegate(packet: BodyWire<'delegateSubtask'>, options?: CallOptions): Promise<ReplyWire<'delegateSubtask'>>;
  /** Returns what this session delegated, each with its status and what was reported of it. */
  delegations(options?: CallOptions): Promise<ReplyWire<'listDelegations'>>;
  /**
   * Reports on the subtask of this session to the session above. Fails with `finding_unproven` where a finding names
   * an event that is not of this run. The same report given again is stored once.
   */
  report(report: BodyWire<'reportSubtask'>, options?: CallOptions): Promise<ReplyWire<'reportSubtask'>>;
  manifest(markerId: string, options?: CallOptions): Promise<ReplyWire<'getManifest'>>;
  expand(markerId: string, query?: Paging<'expandMarker'>, options?: CallOptions): Promise<ReplyWire<'expandMarker'>>;
  anatomy(query?: Paging<'listAnatomy'>, options?: CallOptions): Promise<ReplyWire<'listAnatomy'>>;
  import(file: Uint8Array | string, query?: Paging<'importSession'>, options?: CallOptions): Promise<ReplyWire<'importSession'>>;
  policy(options?: CallOptions): Promise<ReplyWire<'getSessionPolicy'>>;
  setPolicy(settings: BodyWire<'putSessionPolicy'>, options?: CallOptions): Promise<ReplyWire<'putSessionPolicy'>>;
}

export function createSessionClient(
  call: JsonCall,
  names: ToolNames,
  params: { readonly space: string; readonly session: string },
): SessionClient {
  const append = createAppend(call, params);
  const { runTools, runRecall } = createToolCalls(call, params, append);
  return {
    append,
    appendResponse: (response, options) => appendResponse(append, names, response, options),
    runTools,
    runRecall,
    async window<F extends WindowFormat = 'blocks'>(request: WindowRequest<F> = {}, options: CallOptions = {}) {
      const format = request.format ?? 'blocks';
      const body = { ...request, format: request.format && wireFormat(format) };
      const reply = await call('assembleWindow', { params, body, ...options });
      if (reply.renamed) names.remember(reply.renamed.tools);
      return toWindow<F>(format as F, reply);
    },
    prefetch: (draft, options) => call('prefetch', { params, body: { draft }, ...options }),
    recall: (query, options) =>
      call('recall', {
        params: { space: params.space },
        body: { ...(typeof query === 'string' ? { query } : query), session: params.session },
        ...options,
      }),
    open: (ref, options) =>
      call('open', {
        params: { space: params.space },
        body: { ...(typeof ref === 'string' ? { ref } : ref), session: params.session },
        ...options,
      }),
    compact: (body = {}, options) => call('compactSession', { params, body, ...options }),
    get: (options) => call('getSession', { params, ...options }),
    taskState: (options) => call('getTaskState', { params, ...options }),
    updateTaskState: (body, options) => call('putTaskState', { params, body, ...options }),
    events: (query = {}, options) => call('listEvents', { params, query, ...options }),
    async *allEvents(fromOrdinal = 1, options = {}) {
      for (let next: number | undefined = fromOrdinal; next !== undefined;) {
        const query = { fromOrdinal: next, limit: 500 };
        const page: ReplyWire<'listEvents'> = await call('listEvents', { params, query, ...options });
        yield* page.events;
        next = page.nextOrdinal;
      }
    },
    delegate: (body, options) => call('delegateSubtask', { params, body, ...options }),
    delegations: (options) => call('listDelegations', { params, ...options }),
    report: (body, options) => call('reportSubtask', { params, body, ...options }),
    manifest: (markerId, options) => call('getManifest', { params: { ...params, markerId }, ...options }),
    expand: (markerId, query = {}, options) => call('expandMarker', { params: { ...params, markerId }, query, ...options }),
    anatomy: (query = {}, options) => call('listAnatomy', { params, query, ...options }),
    import: (body, query = {}, options) => call('importSession', { params, body, query, ...options }),
    policy: (options) => call('getSessionPolicy', { params, ...options }),
    setPolicy: (body, options) => call('putSessionPolicy', { params, body, ...options }),
  };
}
