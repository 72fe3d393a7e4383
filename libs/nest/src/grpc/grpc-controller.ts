import type { Metadata, ServerReadableStream, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { Controller, Inject, type Type } from '@nestjs/common';
import { GrpcMethod, GrpcStreamCall } from '@nestjs/microservices';
import { APPEND_STREAM, GRPC_SERVICE, ROUTE_IDS, rpcOfRoute, STREAM_EVENTS, type RouteId } from '@total-recall/contracts';
import type { Caller } from '@total-recall/gateway';
import { from, type Observable } from 'rxjs';
import { isRefusable, largestAnswer, type AnswerRoom } from '../answer-room.ts';
import { hasBody } from '../http/api-controller.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { LIGHT_BYTES, type RequestBudget } from '../request-budget.ts';
import type { TenantShare } from '../tenant-share.ts';
import { applyMethodDecorator } from './apply-method-decorator.ts';
import { collectAppends } from './append-stream.ts';
import type { AuthenticatedCallers } from './authenticated-callers.ts';
import type { Fields, RouteCaller } from './call-route.ts';
import type { GrpcFrame } from './grpc-frame.ts';
import { exceptionOf, statusOf, type ErrorStatus } from './grpc-status.ts';
import { messageSize } from './message-size.ts';
import { receivedBytes } from './unreadable-message.ts';
import { streamEvents, type CountedAnswer, type ReadPage } from './stream-events.ts';
import { endOf, untilTaken, type AnswerPace } from './until-taken.ts';

export const ROUTE_CALLER = Symbol('route caller');
export const GRPC_FRAME = Symbol('grpc frame');
export const REQUEST_ROOM = Symbol('request room');
export const TENANT_SHARE = Symbol('tenant share');
export const ENTERED_CALLERS = Symbol('entered callers');
export const BODY_BUDGET = Symbol('body budget');
export const ANSWER_ROOM = Symbol('answer room');
export const ANSWER_PACE = Symbol('answer pace');

type Answer = (error: ErrorStatus | null, message?: Fields) => void;

/** Order of the constructor's parameters. */
const PARTS = [ROUTE_CALLER, GRPC_FRAME, ENTERED_CALLERS, TENANT_SHARE, REQUEST_ROOM, BODY_BUDGET, ANSWER_ROOM, ANSWER_PACE];

/**
 * Creates the controller of every rpc of the public service. Decorators are applied by hand because the table of routes
 * is the source.
 */
export function grpcController(): Type<unknown> {
  /** A class for each server, as decorators write into it. */
  class Served extends GrpcController {}
  Controller()(Served);
  PARTS.forEach((part, at) => Inject(part)(Served, undefined, at));
  const { prototype } = Served;
  for (const id of ROUTE_IDS) {
    const operation = function (this: Served, message: Fields, metadata: Metadata, call: ServerUnaryCall<Fields, Fields>) {
      return this.serve(id, message, metadata, call);
    };
    applyMethodDecorator(prototype, id, operation, GrpcMethod(GRPC_SERVICE, rpcOfRoute(id)));
  }
  applyMethodDecorator(prototype, 'appendStream', prototype.appendStream, GrpcStreamCall(GRPC_SERVICE, APPEND_STREAM.name));
  applyMethodDecorator(prototype, 'streamEvents', prototype.streamEvents, GrpcMethod(GRPC_SERVICE, STREAM_EVENTS.name));
  return Served;
}

/** Answers rpcs as calls of routes. */
class GrpcController {
  readonly #routes: RouteCaller;
  readonly #frame: GrpcFrame;
  readonly #callers: AuthenticatedCallers;
  readonly #share: TenantShare;
  readonly #room: RequestBudget;
  readonly #bodies: BodyBudget;
  readonly #answers: AnswerRoom;
  readonly #pace: AnswerPace;

  constructor(
    routes: RouteCaller,
    frame: GrpcFrame,
    callers: AuthenticatedCallers,
    share: TenantShare,
    room: RequestBudget,
    bodies: BodyBudget,
    answers: AnswerRoom,
    pace: AnswerPace,
  ) {
    this.#routes = routes;
    this.#frame = frame;
    this.#callers = callers;
    this.#share = share;
    this.#room = room;
    this.#bodies = bodies;
    this.#answers = answers;
    this.#pace = pace;
  }

  #make(routeId: RouteId, message: Fields, caller: Caller, gone?: AbortSignal): Promise<Fields> {
    const made = (): Promise<Fields> => this.#routes.call(routeId, message, caller, gone);
    return hasBody(routeId) ? counted(this.#bodies, this.#room, { tenant: caller.tenant, message }, made) : made();
  }

  /** Makes an answer. It counts to its tenant, and where it is large to the room of answers, until `taken` has settled. */
  async #answer(
    routeId: RouteId,
    message: Fields,
    metadata: Metadata,
    taken: (bytes: number) => Promise<void>,
    gone?: AbortSignal,
  ): Promise<CountedAnswer> {
    const caller = await this.#callers.next(metadata);
    const { tenant } = caller;
    const { promise, resolve, reject } = Promise.withResolvers<Fields>();
    const give = async (resize: (bytes: number) => void): Promise<void> => {
      const answer = await this.#make(routeId, message, caller, gone);
      const bytes = messageSize(answer, Infinity);
      if (isRefusable(routeId)) resize(bytes);
      resolve(answer);
      await taken(bytes);
    };
    const settled = this.#share.within(tenant, () => this.#answers.within(tenant, largestAnswer(routeId), give)).catch(reject);
    return { answer: await promise, settled };
  }

  serve(routeId: RouteId, message: Fields, metadata: Metadata, call: ServerUnaryCall<Fields, Fields>): Promise<Fields> {
    const over = endOf(call);
    const taken = (bytes: number): Promise<void> => untilTaken(call, over, bytes, this.#pace);
    const gone = new AbortController();
    void over.then(() => gone.abort());
    const answer = () => this.#answer(routeId, message, metadata, taken, gone.signal);
    const done = this.#frame.around(routeId, call, async () => (await answer()).answer);
    return done.catch((error) => Promise.reject(exceptionOf(error)));
  }

  /** Appends one batch per message. Answers when the client has ended the stream. */
  async appendStream(call: ServerReadableStream<Fields, Fields>, answer: Answer): Promise<void> {
    const append = async (message: Fields): Promise<Fields> => {
      const { answer, settled } = await this.#answer('appendEvents', message, call.metadata, async () => undefined);
      await settled;
      return answer;
    };
    await this.#frame
      .around('appendEvents', call, () => collectAppends(call, append))
      .then(
        (message) => answer(null, message),
        (error) => answer(statusOf(error)),
      );
  }

  streamEvents(message: Fields, metadata: Metadata, call: ServerWritableStream<Fields, Fields>): Observable<Fields> {
    const over = endOf(call);
    const read: ReadPage = (page, taken) =>
      this.#answer('listEvents', page, metadata, (bytes) => untilTaken(call, Promise.race([taken, over]), bytes, this.#pace));
    const { space, session, from_ordinal } = message;
    return from(this.#frame.through('listEvents', call, streamEvents(call, { space, session, from_ordinal }, read)));
  }
}

/**
 * Runs `act` while the bytes of a message count to those of its tenant and of all, as the message is here already. It
 * waits while the process is short of memory: a message of many values makes more of it than its bytes say.
 */
async function counted<T>(
  bodies: BodyBudget,
  room: RequestBudget,
  { tenant, message }: { readonly tenant: string; readonly message: Fields },
  act: () => Promise<T>,
): Promise<T> {
  const bytes = receivedBytes(message);
  bodies.check(tenant, bytes);
  bodies.hold(tenant, bytes);
  try {
    return await room.holding(tenant, bytes, () => room.workOn(tenant, messageSize(message, LIGHT_BYTES), act));
  } finally {
    bodies.hold(tenant, -bytes);
  }
}
