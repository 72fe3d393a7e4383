import type { CallOptions, JsonCall, ReplyWire } from '../calls/json-call.ts';
import type { NewEvent } from '../wire/wire-types.ts';

export interface AppendOptions extends CallOptions {
  /** Name of the writer; its events then carry `sequence`. */
  readonly source?: string;
  readonly wait?: 'durable' | 'searchable';
  /** Generated where it is absent and no source is named. */
  readonly idempotencyKey?: string;
}

export type AppendEvents = (events: NewEvent | readonly NewEvent[], options?: AppendOptions) => Promise<ReplyWire<'appendEvents'>>;

export function createAppend(call: JsonCall, params: { readonly space: string; readonly session: string }): AppendEvents {
  return (events, { source, wait, idempotencyKey, ...options } = {}) => {
    const key = idempotencyKey ?? (source === undefined ? crypto.randomUUID() : undefined);
    const list = Array.isArray(events) ? (events as readonly NewEvent[]) : [events as NewEvent];
    return call('appendEvents', { params, body: { events: list, source, wait }, headers: { 'Idempotency-Key': key }, ...options });
  };
}
