import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Delete, Get, Inject, Post, Put, Req, Res, type Type } from '@nestjs/common';
import { ROUTES, type Method, type Route, type RouteId } from '@total-recall/contracts';
import type { Gateway, GatewayReply } from '@total-recall/gateway';
import type { TotalRecallError } from '@total-recall/runtime';
import type { HalfOpen } from '../address-limits.ts';
import { isRefusable, largestAnswer, type AnswerRoom } from '../answer-room.ts';
import type { AddBytes, RequestBudget } from '../request-budget.ts';
import type { TenantShare } from '../tenant-share.ts';
import type { ClientAddresses } from './client-address.ts';
import type { BodyReader } from './read-body.ts';
import { expressPath } from './route-paths.ts';
import { writeAnswer, type Pace } from './write-answer.ts';

export const GATEWAY = Symbol('gateway');
export const BODY_READER = Symbol('body reader');
export const TENANT_SHARE = Symbol('tenant share');
export const CLIENT_ADDRESSES = Symbol('client addresses');
export const REQUEST_ROOM = Symbol('request room');
export const HALF_OPEN = Symbol('half open requests');
export const ANSWER_ROOM = Symbol('answer room');
export const ANSWER_PACE = Symbol('answer pace');

/** A request as Express passes it on. */
export interface ApiRequest extends IncomingMessage {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  /** Operation of the request, for the log. */
  routeId?: RouteId;
  /** Error with which the request was refused. */
  problem?: TotalRecallError;
}

const VERB: Record<Method, (path: string) => MethodDecorator> = { GET: Get, POST: Post, PUT: Put, DELETE: Delete };

/**
 * Creates the controller of every route in the table, one method for each operation. Decorators are applied by hand
 * because the table is the source and the file stays erasable TypeScript.
 */
export function apiController(): Type<unknown> {
  class ApiController {
    readonly #gateway: Gateway;
    readonly #bodies: BodyReader;
    readonly #share: TenantShare;
    readonly #addresses: ClientAddresses;
    readonly #halfOpen: HalfOpen;
    readonly #room: RequestBudget;
    readonly #answers: AnswerRoom;
    readonly #pace: Pace;

    constructor(
      gateway: Gateway,
      bodies: BodyReader,
      share: TenantShare,
      addresses: ClientAddresses,
      halfOpen: HalfOpen,
      room: RequestBudget,
      answers: AnswerRoom,
      pace: Pace,
    ) {
      this.#gateway = gateway;
      this.#bodies = bodies;
      this.#share = share;
      this.#addresses = addresses;
      this.#halfOpen = halfOpen;
      this.#room = room;
      this.#answers = answers;
      this.#pace = pace;
    }

    async serve(routeId: RouteId, request: ApiRequest, response: ServerResponse): Promise<void> {
      request.routeId = routeId;
      const { params, query } = request;
      const address = this.#addresses.of(request);
      const caller = await this.#gateway.enter(request.headers.authorization, address);
      this.#gateway.admit({ routeId, caller, params });
      const gone = goneOf(response);
      const answer = (body: unknown): Promise<GatewayReply> =>
        this.#gateway.call(routeId, caller, { params: { ...params }, query: { ...query }, headers: request.headers, body, gone });
      const room = { bodies: this.#bodies, halfOpen: this.#halfOpen, room: this.#room };
      // Requests without a body need no room for it; what they answer is counted until it has been taken.
      const made = (): Promise<GatewayReply> =>
        hasBody(routeId) ? withBody(room, { routeId, request, tenant: caller.tenant, address }, answer) : answer(undefined);
      await this.#share.within(caller.tenant, () =>
        this.#answers.within(caller.tenant, largestAnswer(routeId), async (resize) => {
          const { status, headers, body } = answerOf(request, await made());
          if (isRefusable(routeId)) resize(Buffer.byteLength(body));
          response.statusCode = status;
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
          await writeAnswer(response, body, this.#pace);
        }),
      );
    }
  }
  Controller()(ApiController);
  Inject(GATEWAY)(ApiController, undefined, 0);
  Inject(BODY_READER)(ApiController, undefined, 1);
  Inject(TENANT_SHARE)(ApiController, undefined, 2);
  Inject(CLIENT_ADDRESSES)(ApiController, undefined, 3);
  Inject(HALF_OPEN)(ApiController, undefined, 4);
  Inject(REQUEST_ROOM)(ApiController, undefined, 5);
  Inject(ANSWER_ROOM)(ApiController, undefined, 6);
  Inject(ANSWER_PACE)(ApiController, undefined, 7);
  for (const [id, route] of Object.entries<Route>(ROUTES)) addOperation(ApiController.prototype, id as RouteId, route);
  return ApiController;
}

interface Servable {
  serve(routeId: RouteId, request: ApiRequest, response: ServerResponse): Promise<void>;
}

function addOperation(prototype: Servable, id: RouteId, route: Route): void {
  const operation = function (this: Servable, request: ApiRequest, response: ServerResponse): Promise<void> {
    return this.serve(id, request, response);
  };
  const descriptor: PropertyDescriptor = { value: operation, writable: true, configurable: true };
  Object.defineProperty(prototype, id, descriptor);
  Req()(prototype, id, 0);
  Res()(prototype, id, 1);
  VERB[route.method](expressPath(route.path))(prototype, id, descriptor);
}

/** Returns true when requests of the operation have a body and so take memory. */
export function hasBody(routeId: RouteId): boolean {
  return (ROUTES[routeId] as Route).body !== undefined;
}

/** Returns a signal that is aborted when the connection closes. */
function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

function isJson(routeId: RouteId): boolean {
  return (ROUTES[routeId] as Route).body?.kind === 'json';
}

interface ReceivingRoom {
  readonly bodies: BodyReader;
  readonly halfOpen: HalfOpen;
  readonly room: RequestBudget;
}

/** Reads the body once there is room for it, and answers. A body whose headers are refused never waits for room. */
async function withBody<T>(
  { bodies, halfOpen, room }: ReceivingRoom,
  { routeId, request, tenant, address }: Receiving,
  answer: (body: unknown) => Promise<T>,
): Promise<T> {
  const whileHalfOpen = <R>(act: () => Promise<R>): Promise<R> => {
    const release = halfOpen.hold(address);
    return act().finally(release);
  };
  const body = await whileHalfOpen(() => bodies.announced(request, tenant, isJson(routeId) ? 'json' : 'bytes'));
  const read = (add: AddBytes): Promise<unknown> => whileHalfOpen(() => body.read(add));
  try {
    return await room.within(tenant, body.bytes, read, answer);
  } finally {
    body.release();
  }
}

interface Receiving {
  readonly routeId: RouteId;
  readonly request: IncomingMessage;
  readonly tenant: string;
  readonly address: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array;
}

function answerOf(request: IncomingMessage, reply: GatewayReply): Answer {
  if (reply.kind === 'json') {
    const body = JSON.stringify(reply.body);
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };
    return { status: reply.status, headers, body };
  }
  const { status, etag, mime, bytes, range, sizeBytes } = reply;
  // The caller may store the bytes but must revalidate them, as they may have been erased since.
  const headers = { ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, no-cache' };
  if (status === 200 && request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' };
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': safeMime(mime),
      'Content-Disposition': 'attachment',
      'Content-Length': bytes.length,
      ...(range && { 'Content-Range': `bytes ${range.from}-${range.to - 1}/${sizeBytes}` }),
    },
    body: bytes,
  };
}

/**
 * Returns the media type if it is well formed. Media types come from callers and files, and must not break out of the
 * header.
 */
function safeMime(mime: string): string {
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}(;\s*charset=[\w-]{1,32})?$/.test(mime) ? mime : 'application/octet-stream';
}
