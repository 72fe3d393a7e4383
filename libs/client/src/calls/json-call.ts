import type { CallInput } from './transport.ts';
import type { WireCalls } from '../wire/wire-calls.ts';
import type { RouteId } from '../wire/wire-routes.ts';

export type BodyWire<K extends RouteId> = WireCalls[K]['body'];
export type QueryWire<K extends RouteId> = WireCalls[K]['query'];
export type ReplyWire<K extends RouteId> = WireCalls[K]['reply'];
export type Paging<K extends RouteId> = Partial<Record<keyof QueryWire<K>, string | number>>;

/** Time limit and cancellation of a call. */
export interface CallOptions {
  /** Ends the call and its retries; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time limit of one attempt, in milliseconds; the client's own where absent. */
  readonly timeoutMs?: number;
}

/** Calls any route by its id. The clients' methods are shorthands for it. */
export type JsonCall = <K extends RouteId>(routeId: K, input: CallInput) => Promise<ReplyWire<K>>;
