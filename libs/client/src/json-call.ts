import type { CallInput } from './transport.ts';
import type { WireCalls } from './wire/wire-calls.ts';
import type { RouteId } from './wire/wire-routes.ts';

export type BodyWire<K extends RouteId> = WireCalls[K]['body'];
export type QueryWire<K extends RouteId> = WireCalls[K]['query'];
export type ReplyWire<K extends RouteId> = WireCalls[K]['reply'];
export type Paging<K extends RouteId> = Partial<Record<keyof QueryWire<K>, string | number>>;

/** How long a call may take, and what ends it early. */
export interface CallOptions {
  /** Ends the call and its retries; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** For one attempt, in milliseconds; what the client was made with where absent. */
  readonly timeoutMs?: number;
}

/** Calls any route by its id. The methods of the clients are the comfortable form of it. */
export type JsonCall = <K extends RouteId>(routeId: K, input: CallInput) => Promise<ReplyWire<K>>;
