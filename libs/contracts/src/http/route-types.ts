import type { z } from 'zod';
import type { ROUTES, RouteId } from './routes.ts';

type Routes = typeof ROUTES;
type DeepReadonly<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer U)[]
    ? readonly DeepReadonly<U>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;

type BodyOf<K extends RouteId> = Routes[K] extends { body: { kind: 'json'; schema: infer S extends z.ZodType } }
  ? z.output<S>
  : Routes[K] extends { body: { kind: 'bytes' } }
    ? Uint8Array
    : undefined;

/** Input of a handler: everything parsed, times in epoch milliseconds. */
export interface InputOf<K extends RouteId> {
  readonly params: z.output<Routes[K]['params']>;
  readonly query: z.output<Routes[K]['query']>;
  readonly headers: HeadersOf<K>;
  readonly body: BodyOf<K>;
}

export type HeadersOf<K extends RouteId> = z.output<Routes[K]['headers']>;

/** Result of a handler, before it is encoded for the wire. */
export type ReplyOf<K extends RouteId> = Routes[K]['response'] extends { schema: infer S extends z.ZodType }
  ? DeepReadonly<z.output<S>>
  : never;
