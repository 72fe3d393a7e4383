import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_CODES, publicService, ROUTES, rpcOfRoute, type ErrorCode, type RouteId } from '@total-recall/contracts';
import { CallRefused, grpcTestClient } from '@total-recall/nest/testing';
import type { PublishedRoute } from './published-routes.ts';

const MOST_TRIES = 30;
const TRY_AGAIN_MS = 500;

type Texts = Readonly<Record<string, string>>;

/** A request independent of the transport. */
export interface ApiCall {
  readonly route: PublishedRoute;
  readonly params: Texts;
  readonly query: Texts;
  readonly headers: Texts;
  /** Body: JSON, or the bytes of a file. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly code?: string;
  /** Everything that the caller received, as one text. */
  readonly text: string;
  readonly json: unknown;
}

export interface Transport {
  readonly name: string;
  /** Routes that the transport serves. */
  readonly routes: ReadonlySet<string>;
  /** Calls a route with any Authorization value and any forged headers. */
  call(call: ApiCall, authorization: string | undefined, forged?: Texts): Promise<Answer>;
  close(): void;
}

export function overHttp(url: string, routes: readonly PublishedRoute[]): Transport {
  return {
    name: 'HTTP',
    routes: new Set(routes.map(({ id }) => id)),
    async call({ route, params, query, headers, body }, authorization, forged = {}) {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
      const type = route.body?.isJson ? { 'Content-Type': 'application/json' } : {};
      const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`, {
        method: route.method,
        headers: { ...forged, ...type, ...headers, ...(authorization !== undefined && { Authorization: authorization }) },
        ...(route.body && { body: route.body.isJson ? JSON.stringify(body) : (body as Buffer<ArrayBuffer>) }),
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as { code?: string }) : text;
      const isProblem = response.status >= 400;
      return {
        status: response.status,
        ...(isProblem && { code: (json as { code: string }).code }),
        text: `${text}\n${JSON.stringify([...response.headers])}`,
        json,
      };
    },
    close: () => undefined,
  };
}

/** Rpcs without a route, and the route whose request each of them takes. */
const STREAMS: Readonly<Record<string, RouteId>> = { AppendStream: 'appendEvents', StreamEvents: 'listEvents' };

/** Creates a transport over the rpcs of routes, or over the streams beside them. */
export function overGrpc(address: string, kind: 'calls' | 'streams'): Transport {
  const client = grpcTestClient(address);
  const rpcs = publicService().rpcs.filter(({ routeId }) => (routeId === undefined) === (kind === 'streams'));
  const rpcOf = new Map(rpcs.map((rpc) => [rpc.routeId ?? STREAMS[rpc.name]!, rpc]));
  return {
    name: kind === 'calls' ? 'gRPC' : 'streams of gRPC',
    routes: new Set(rpcOf.keys()),
    async call({ route, params, query, headers, body }, authorization, forged = {}) {
      const id = route.id as RouteId;
      const rpc = rpcOf.get(id)!;
      const known = rpc.responseStream ? Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'limit')) : query;
      const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const input = { ...params, ...known, ...named, ...(route.body && { body }) };
      const metadata = { ...lowerCase(forged), ...(authorization !== undefined && { authorization }) };
      try {
        const json = rpc.requestStream
          ? await client.send(rpc.name, [input], { metadata })
          : rpc.responseStream
            ? await collected(client.stream(rpc.name, input, { metadata }))
            : await client.call(rpcOfRoute(id), input, { metadata });
        return { status: ROUTES[id].status, json, text: JSON.stringify(json, asText) };
      } catch (error) {
        if (!(error instanceof CallRefused) || !error.problem) throw error;
        const { code, message, details } = error.problem;
        const json = { code, message, details };
        return {
          status: ERROR_CODES[code as ErrorCode].http,
          code,
          json,
          text: JSON.stringify({ ...json, metadata: error.status.metadata }),
        };
      }
    },
    close: () => client.close(),
  };
}

/** Codes of answers that say nothing of what was asked for: on a slow machine any request may be answered so. */
const TOO_BUSY: ReadonlySet<string | undefined> = new Set(['overloaded', 'unavailable', 'not_caught_up']);

/** Asks again where a service had too much to do, as a client does. */
export function askingAgain(transport: Transport): Transport {
  return {
    ...transport,
    async call(...request) {
      for (let tries = 1; ; tries += 1) {
        const answer = await transport.call(...request);
        if (!TOO_BUSY.has(answer.code) || tries === MOST_TRIES) return answer;
        await delay(TRY_AGAIN_MS);
      }
    },
  };
}

async function collected<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Lower-cases header names, as HTTP/2 requires. */
function lowerCase(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name.toLowerCase(), value]));
}

function asText(_key: string, value: unknown): unknown {
  const bytes = value as { type?: string; data?: number[] } | null;
  return bytes?.type === 'Buffer' ? Buffer.from(bytes.data!).toString('utf8') : value;
}
