import type { z } from 'zod';
import type { ErrorCode } from '../error-codes.ts';

export type RouteScope = 'read' | 'write' | 'admin' | 'erase' | 'hold' | 'audit';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** A body in JSON, with its schema. */
export type Json<S extends z.ZodType = z.ZodType> = {
  readonly kind: 'json';
  readonly schema: S;
  /** Converts arguments as a model may write them to a body, before the body is checked. */
  readonly read?: (body: unknown) => unknown;
};
export type Bytes = { readonly kind: 'bytes'; readonly description: string };

/**
 * One operation of the public API, independent of transport: HTTP, gRPC, OpenAPI and the client are made from it.
 * `operator` routes need a key of the operator tenant.
 */
export interface Route {
  readonly method: Method;
  /** Path with `{name}` for parameters. */
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
  /** Error codes in addition to those of every route. */
  readonly errors: readonly ErrorCode[];
  /** A working body and query, for the page at /docs. */
  readonly example?: { readonly body?: unknown; readonly query?: string; readonly headers?: Readonly<Record<string, string>> };
}

/** Error codes that any route may answer with. */
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
  'overloaded',
  'unavailable',
  'closed',
  'damaged',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Additional error codes of routes with a JSON body. */
export const BODY_ERRORS = [
  'invalid_json',
  'invalid_utf8',
  'json_too_deep',
  'json_too_many_values',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];
