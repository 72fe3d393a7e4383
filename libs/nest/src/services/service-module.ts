import 'reflect-metadata';
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject, type DynamicModule, type Type } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { Span, Tracer } from '@total-recall/observability';
import { requireGrant, TotalRecallError, toTotalRecallError, type ServiceScope } from '@total-recall/runtime';
import {
  callSpan,
  decodeCall,
  encodeDocument,
  rpcOf,
  SERVICE_METHODS,
  serviceNameOf,
  spacesOf,
  TENANT_METHODS,
  TRACE_KEY,
  type AnswerMessage,
  type CallMessage,
  type PortRequest,
  type ServiceName,
  type ServicePorts,
} from '@total-recall/runtime/service-calls';
import { applyMethodDecorator } from '../grpc/apply-method-decorator.ts';
import { exceptionOf } from '../grpc/grpc-status.ts';
import { metadataText } from '../grpc/metadata-text.ts';
import type { CallGuard } from './call-guard.ts';

/** Nest module of our services. */
export type ServiceModule = DynamicModule;

/** Receives the cause of an `internal` error, which the caller is not told. */
export type OnCallFailure = (failure: { readonly service: ServiceName; readonly method: string; readonly error: unknown }) => void;

export const CALL_GUARD = Symbol('call guard');
export const CALL_TRACER = Symbol('call tracer');
export const ON_CALL_FAILURE = Symbol('on call failure');
const SERVICE_PORTS = Symbol('service ports');

type Handler = (request: PortRequest) => Promise<unknown>;
type Core = Readonly<Record<string, Handler | undefined>>;

/** Creates the rpcs of ports over their cores. A method that the core lacks answers `not_implemented`. */
export function serviceModule(ports: { readonly [Name in ServiceName]?: Partial<ServicePorts[Name]> }): ServiceModule {
  class ServicePortsModule {}
  return {
    module: ServicePortsModule,
    controllers: (Object.keys(ports) as ServiceName[]).map(serviceController),
    providers: [{ provide: SERVICE_PORTS, useValue: ports }],
  };
}

/**
 * Creates the controller of every rpc of a service. Decorators are applied by hand because the table of methods is the
 * source.
 */
function serviceController(service: ServiceName): Type<unknown> {
  class ServiceController {
    readonly #core: Core;
    readonly #guard: CallGuard;
    readonly #tracer: Tracer;
    readonly #onFailure: OnCallFailure;

    constructor(ports: Readonly<Record<ServiceName, Core>>, guard: CallGuard, tracer: Tracer, onFailure: OnCallFailure) {
      this.#core = ports[service];
      this.#guard = guard;
      this.#tracer = tracer;
      this.#onFailure = onFailure;
    }

    serve(method: string, scope: ServiceScope, message: CallMessage, metadata: Metadata): Promise<AnswerMessage> {
      const [name, about] = callSpan(service, method, 'server');
      const span = this.#tracer.request(name, { ...about, traceparent: metadataText(metadata, TRACE_KEY) });
      return span.run(() => this.#serve(span, method, () => this.#answer(span, method, scope, message, metadata)));
    }

    async #serve(span: Span, method: string, answer: () => Promise<AnswerMessage>): Promise<AnswerMessage> {
      let failure: string | undefined;
      try {
        return await this.#guard.around(answer);
      } catch (thrown) {
        const error = toTotalRecallError(thrown);
        failure = error.code;
        if (error.code === 'internal') this.#onFailure({ service, method, error: thrown });
        throw exceptionOf(error);
      } finally {
        span.end(failure);
      }
    }

    /**
     * Checks the token against the typed fields before the document is decoded, and against the spaces it names
     * afterwards.
     */
    async #answer(span: Span, method: string, scope: ServiceScope, message: CallMessage, metadata: Metadata): Promise<AnswerMessage> {
      const claims = this.#guard.claimsOf(metadata);
      const { tenant } = message;
      requireGrant(claims, { tenant, scope, spaces: claims.spaces });
      span.belongsTo(tenant);
      const request = decodeCall(message);
      if (request.space === undefined && !TENANT_METHODS.has(method))
        throw new TotalRecallError('invalid_request', 'The call names no space.');
      requireGrant(claims, { tenant, scope, spaces: spacesOf(request) });
      const act = this.#core[method];
      if (!act) throw new TotalRecallError('not_implemented', `The ${service} service cannot do ${method} yet.`);
      return { answer: encodeDocument(await act(request)) };
    }
  }
  Controller()(ServiceController);
  Inject(SERVICE_PORTS)(ServiceController, undefined, 0);
  Inject(CALL_GUARD)(ServiceController, undefined, 1);
  Inject(CALL_TRACER)(ServiceController, undefined, 2);
  Inject(ON_CALL_FAILURE)(ServiceController, undefined, 3);
  for (const [method, scope] of Object.entries(SERVICE_METHODS[service]) as [string, ServiceScope][]) {
    const operation = function (this: ServiceController, message: CallMessage, metadata: Metadata) {
      return this.serve(method, scope, message, metadata);
    };
    applyMethodDecorator(ServiceController.prototype, method, operation, GrpcMethod(serviceNameOf(service), rpcOf(method)));
  }
  return ServiceController;
}
