import { Metadata, type Client, type ServiceError } from '@grpc/grpc-js';
import type { Clock, Tracer } from '@total-recall/ports';
import type { ServiceScope, ServiceTokenSigner } from '@total-recall/runtime';
import {
  decodeDocument,
  encodeCall,
  rpcOf,
  SERVICE_METHODS,
  spacesOf,
  TRACE_KEY,
  type AnswerMessage,
  type PortRequest,
  type ServiceName,
} from '@total-recall/runtime/service-calls';
import { loadServices } from '../wire/services-definition.ts';
import { fromStatus } from '../wire/status.ts';
import { laneOf, type Lane } from './lanes.ts';

interface ServiceCallDeps {
  readonly tokens: ServiceTokenSigner;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly tracer: Tracer;
}

/**
 * Calls a method of a service once, with its own token, on the client for the lane of its message. Errors: those of the
 * service; `unavailable` at the timeout.
 */
export type ServiceCall = (method: string, request: PortRequest, clientOf: (lane: Lane) => Client) => Promise<unknown>;

export function createServiceCall(service: ServiceName, { tokens, clock, timeoutMs, tracer }: ServiceCallDeps): ServiceCall {
  const definition = loadServices()[service].service;
  const scopes: Readonly<Record<string, ServiceScope>> = SERVICE_METHODS[service];

  async function metadataOf(method: string, request: PortRequest): Promise<Metadata> {
    const spaces = spacesOf(request);
    const metadata = new Metadata();
    const token = await tokens.sign({ tenant: request.tenant, ...(spaces && { spaces }), scope: scopes[method]!, audience: service });
    metadata.set('authorization', `Bearer ${token}`);
    const trace = tracer.current();
    if (trace) metadata.set(TRACE_KEY, trace.traceparent);
    return metadata;
  }

  return async (method, request, clientOf) => {
    const { path, requestSerialize, responseDeserialize } = definition[rpcOf(method)]!;
    const metadata = await metadataOf(method, request);
    const message = requestSerialize(encodeCall(request));
    const client = clientOf(laneOf(message.length));
    return new Promise((resolve, reject) =>
      client.makeUnaryRequest<Buffer, AnswerMessage>(
        path,
        (bytes) => bytes,
        responseDeserialize,
        message,
        metadata,
        { deadline: clock.now() + timeoutMs },
        (error: ServiceError | null, answer?: AnswerMessage) => {
          if (error) reject(fromStatus(error, service));
          else resolve(decodeDocument(answer!.answer));
        },
      ),
    );
  };
}
