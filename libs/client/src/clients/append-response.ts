import type { CallOptions, ReplyWire } from '../calls/json-call.ts';
import type { AppendEvents } from './append-events.ts';
import { fitEvent, inRequests } from '../events/fit-event.ts';
import { eventsOf, readResponse, type ModelResponse } from '../responses/read-response.ts';
import type { ModelCall, ResponsePart } from '../responses/response-parts.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { NewEvent } from '../wire/wire-types.ts';

/** A model's answer as stored in the log. */
export interface AppendedResponse {
  /** Text of the model's last step; empty where it only called tools. */
  readonly text: string;
  /**
   * True when the model's last step called no tool of yours, and the vendor did not pause it. An SDK may have answered
   * all calls itself and still need another round.
   */
  readonly done: boolean;
  /** Calls to answer, under the names that the caller gave the tools: those of the vendor's own tools are not among them. */
  readonly calls: readonly ModelCall[];
  /** Ids and positions of the appended events; empty where the answer held nothing. */
  readonly events: ReplyWire<'appendEvents'>['events'];
}

export interface AppendResponseOptions extends CallOptions {
  /** Agent that gave the answer, as `meta.agent` of its events. */
  readonly agent?: string;
}

interface Reading {
  readonly idempotencyKey: string;
  readonly events: readonly NewEvent[];
  readonly calls: readonly ModelCall[];
  readonly text: string;
  readonly done: boolean;
}

// Keyed by object: response ids differ between vendors, and local models repeat theirs.
const readings = new WeakMap<object, Promise<Reading>>();

/**
 * Appends a model's answer, in several requests where one has no room for it. The same object given again is stored once and
 * returns the same calls.
 */
export async function appendResponse(
  append: AppendEvents,
  names: ToolNames,
  response: ModelResponse,
  { agent, ...options }: AppendResponseOptions = {},
): Promise<AppendedResponse> {
  const known = Object(response) === response ? readings.get(response) : undefined;
  const reading = known ?? readWhole(response, names);
  if (Object(response) === response) readings.set(response, reading);
  const { idempotencyKey, events, ...read } = await reading;
  if (events.length === 0) return { ...read, events: [] };
  const said = agent === undefined ? events : events.map((event) => ({ ...event, meta: { ...event.meta, agent } }));
  const appended: ReplyWire<'appendEvents'>['events'][number][] = [];
  for (const [part, some] of inRequests(said).entries()) {
    const key = part === 0 ? idempotencyKey : `${idempotencyKey}.${part}`;
    appended.push(...(await append(some, { idempotencyKey: key, ...options })).events);
  }
  return { ...read, events: appended };
}

async function readWhole(response: ModelResponse, names: ToolNames): Promise<Reading> {
  const steps = await readResponse(response);
  const answered = new Set(steps.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'result' ? [part.id] : []))));
  const calls = steps.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      isCallers(part) && !answered.has(part.call.id) ? [{ ...part.call, name: names.original(part.call.name) }] : [],
    ),
  );
  const { parts: last = [], isPaused = false } = steps.at(-1) ?? {};
  const texts = last.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return {
    idempotencyKey: crypto.randomUUID(),
    // An id of our own: some servers give all their answers one id, and a whole loop of calls would be one turn.
    events: steps.flatMap((step) => eventsOf(step, crypto.randomUUID(), (name) => names.original(name))).map(fitEvent),
    calls,
    text: texts.join('\n'),
    done: !isPaused && !last.some(isCallers),
  };
}

/** Tells a call that the program has to answer from one that the vendor runs itself. */
function isCallers(part: ResponsePart): part is Extract<ResponsePart, { kind: 'call' }> {
  return part.kind === 'call' && part.providerExecuted !== true;
}
