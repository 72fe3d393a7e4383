import type { z } from 'zod';
import type { ErrorCode } from '../error-codes.ts';

export type RouteScope = 'read' | 'write' | 'admin' | 'erase' | 'hold';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** How a body travels: JSON by a schema, or any bytes. */
export type Json<S extends z.ZodType = z.ZodType> = {
  readonly kind: 'json';
  readonly schema: S;
  /** Reads what a model may write in place of it, before it is checked. */
  readonly read?: (body: unknown) => unknown;
};
export type Bytes = { readonly kind: 'bytes'; readonly description: string };

/**
 * One operation of the public API, free of any transport: HTTP, OpenAPI, the client and later gRPC are made from it.
 * `operator` routes are for keys of the operator tenant only.
 */
export interface Route {
  readonly method: Method;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: RouteScope;
  readonly operator?: boolean;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly headers: z.ZodObject;
  readonly body?: Json | Bytes;
  readonly status: 200 | 201;
  readonly response: Json | Bytes;
  /** Beyond those that any route may answer with. */
  readonly errors: readonly ErrorCode[];
  /** A body and a query that work, for the page at /docs. */
  readonly example?: { readonly body?: unknown; readonly query?: string; readonly headers?: Readonly<Record<string, string>> };
}

/** What any route may answer. */
export const COMMON_ERRORS = [
  'invalid_request',
  'invalid_name',
  'unauthenticated',
  'key_expired',
  'key_revoked',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'unavailable',
  'closed',
  'internal',
] as const satisfies readonly ErrorCode[];

/** What a route that takes a JSON body may answer beside. */
export const BODY_ERRORS = [
  'invalid_json',
  'invalid_utf8',
  'json_too_deep',
  'json_too_many_values',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];
