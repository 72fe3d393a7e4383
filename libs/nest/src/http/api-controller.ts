import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Delete, Get, Inject, Post, Put, Req, Res, type Type } from '@nestjs/common';
import { ROUTES, type ErrorCode, type Method, type Route, type RouteId } from '@total-recall/contracts';
import type { Gateway, GatewayReply } from '@total-recall/gateway';
import type { HalfOpen } from '../address-limits.ts';
import type { AddBytes, RequestBudget } from '../request-budget.ts';
import type { TenantShare } from '../tenant-share.ts';
import type { ClientAddresses } from './client-address.ts';
import type { BodyReader } from './read-body.ts';
import { expressPath } from './route-paths.ts';

export const GATEWAY = Symbol('gateway');
export const BODY_READER = Symbol('body reader');
export const TENANT_SHARE = Symbol('tenant share');
export const CLIENT_ADDRESSES = Symbol('client addresses');
export const REQUEST_ROOM = Symbol('request room');
export const HALF_OPEN = Symbol('half open requests');

/** A request as Express passes it on. */
export interface ApiRequest extends IncomingMessage {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  /** Operation of the request, for the log. */
  routeId?: RouteId;
  /** Error code with which the request was refused. */
  problem?: ErrorCode;
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

    constructor(
      gateway: Gateway,
      bodies: BodyReader,
      share: TenantShare,
      addresses: ClientAddresses,
      halfOpen: HalfOpen,
      room: RequestBudget,
    ) {
      this.#gateway = gateway;
      this.#bodies = bodies;
      this.#share = share;
      this.#addresses = addresses;
      this.#halfOpen = halfOpen;
      this.#room = room;
    }

    async serve(routeId: RouteId, request: ApiRequest, response: ServerResponse): Promise<void> {
      request.routeId = routeId;
      const { params, query } = request;
      const address = this.#addresses.of(request);
      const caller = await this.#gateway.enter(request.headers.authorization, address);
      this.#gateway.admit({ routeId, caller, params });
      const bytes = Number(request.headers['content-length'] ?? 0);
      const read = (add: AddBytes): Promise<unknown> => {
        const release = this.#halfOpen.hold(address);
        return readBody(ROUTES[routeId], this.#bodies, { request, tenant: caller.tenant, add }).finally(release);
      };
      const answer = (body: unknown): Promise<GatewayReply> =>
        this.#gateway.call(routeId, caller, { params: { ...params }, query: { ...query }, headers: request.headers, body });
      // Requests without a body need little memory and skip the memory budget.
      const reply = await this.#share.within(caller.tenant, async () =>
        hasBody(routeId) ? this.#room.within(bytes, read, answer) : answer(await read(() => undefined)),
      );
      send(request, response, reply);
    }
  }
  Controller()(ApiController);
  Inject(GATEWAY)(ApiController, undefined, 0);
  Inject(BODY_READER)(ApiController, undefined, 1);
  Inject(TENANT_SHARE)(ApiController, undefined, 2);
  Inject(CLIENT_ADDRESSES)(ApiController, undefined, 3);
  Inject(HALF_OPEN)(ApiController, undefined, 4);
  Inject(REQUEST_ROOM)(ApiController, undefined, 5);
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

interface Reading {
  readonly request: IncomingMessage;
  readonly tenant: string;
  readonly add: AddBytes;
}

function readBody(route: Route, bodies: BodyReader, { request, tenant, add }: Reading): Promise<unknown> {
  if (!route.body) return Promise.resolve(undefined);
  return route.body.kind === 'json' ? bodies.json(request, tenant, add) : bodies.bytes(request, tenant, add);
}

function send(request: IncomingMessage, response: ServerResponse, reply: GatewayReply): void {
  if (reply.kind === 'json') {
    const body = JSON.stringify(reply.body);
    response.statusCode = reply.status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
    return;
  }
  response.setHeader('ETag', reply.etag);
  response.setHeader('Accept-Ranges', 'bytes');
  // The caller may store the bytes but must revalidate them, as they may have been erased since.
  response.setHeader('Cache-Control', 'private, no-cache');
  if (reply.status === 200 && request.headers['if-none-match'] === reply.etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.statusCode = reply.status;
  response.setHeader('Content-Type', safeMime(reply.mime));
  response.setHeader('Content-Disposition', 'attachment');
  response.setHeader('Content-Length', reply.bytes.length);
  if (reply.range) response.setHeader('Content-Range', `bytes ${reply.range.from}-${reply.range.to - 1}/${reply.sizeBytes}`);
  response.end(reply.bytes);
}

/**
 * Returns the media type if it is well formed. Media types come from callers and files, and must not break out of the
 * header.
 */
function safeMime(mime: string): string {
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}(;\s*charset=[\w-]{1,32})?$/.test(mime) ? mime : 'application/octet-stream';
}
