import type { CallInput } from './transport.ts';
import type { WireCalls } from '../wire/wire-calls.ts';
import type { JsonRouteId, RouteId } from '../wire/wire-routes.ts';

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

/**
 * Calls any route that answers with JSON, by its id. The clients' methods are shorthands for it. Rejects with TypeError for
 * a route that answers with bytes: `artifact` of a space reads those.
 */
export type JsonCall = <K extends JsonRouteId>(routeId: K, input: CallInput) => Promise<ReplyWire<K>>;
