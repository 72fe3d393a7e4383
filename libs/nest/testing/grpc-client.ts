import { Client, credentials, Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { fromMessage, publicService, toMessage } from '@total-recall/contracts';
import { type TotalRecallError } from '@total-recall/runtime';
import { decodeStatusDetails, STATUS_DETAILS_KEY } from '@total-recall/runtime/grpc-status';
import { publicServiceDefinition } from './public-service-definition.ts';

type Json = Record<string, any>;
const DEFINITION = publicServiceDefinition();
const { rpcs, messages } = publicService();

/** A refused call: the gRPC status, and our error in its details. */
export class CallRefused extends Error {
  readonly status: StatusObject;
  readonly problem: TotalRecallError | undefined;

  constructor(status: ServiceError) {
    super(status.details, { cause: status });
    this.status = status;
    const [details] = status.metadata?.get(STATUS_DETAILS_KEY) ?? [];
    this.problem = details instanceof Uint8Array ? decodeStatusDetails(details) : undefined;
  }
}

interface WithMetadata {
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface GrpcTestClient {
  /** Makes one call, with JSON in and out. Rejects with `CallRefused`; `signal` cancels it. */
  call(rpc: string, input: Json, options?: WithMetadata & { readonly deadlineMs?: number; readonly signal?: AbortSignal }): Promise<Json>;
  /** Encodes a request message as `call` sends it. Throws when the proto file cannot express it. */
  bytesOf(rpc: string, input: Json): Buffer;
  /** Makes one call with these exact bytes as its message. Resolves with the name of the status and its details. */
  callBytes(
    rpc: string,
    bytes: Buffer,
    options?: { readonly deadlineMs?: number },
  ): Promise<{ readonly status: string; readonly details: string }>;
  /** Sends each input as one message of a client stream. */
  send(rpc: string, inputs: readonly Json[], options?: WithMetadata): Promise<Json>;
  /** Yields the messages of a server stream. */
  stream(rpc: string, input: Json, options?: WithMetadata): AsyncIterable<Json>;
  close(): void;
}

/** Creates a client from the proto file alone, as any other language would. Uses TLS if an authority (PEM) is given. */
export function grpcTestClient(address: string, apiKey?: string, ca?: string): GrpcTestClient {
  const client = new Client(address, ca === undefined ? credentials.createInsecure() : credentials.createSsl(Buffer.from(ca)), {
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });
  const rpcOf = (name: string) => ({ ...rpcs.find((rpc) => rpc.name === name)!, ...DEFINITION[name]! });
  const metadataOf = (more: Readonly<Record<string, string>> = {}): Metadata => {
    const metadata = new Metadata();
    if (apiKey !== undefined) metadata.set('authorization', `Bearer ${apiKey}`);
    for (const [key, value] of Object.entries(more)) metadata.set(key, value);
    return metadata;
  };
  return {
    call(name, input, { deadlineMs = 60_000, metadata, signal } = {}) {
      const { path, requestSerialize, responseDeserialize, request, response } = rpcOf(name);
      const message = toMessage(messages, request, input);
      const options = { deadline: Date.now() + deadlineMs };
      return new Promise((resolve, reject) => {
        const call = client.makeUnaryRequest<Json, Json>(
          path,
          requestSerialize,
          responseDeserialize,
          message,
          metadataOf(metadata),
          options,
          (error, answer) => (error ? reject(new CallRefused(error)) : resolve(fromMessage(messages, response, answer!))),
        );
        signal?.addEventListener('abort', () => call.cancel());
      });
    },
    bytesOf(name, input) {
      const { requestSerialize, request } = rpcOf(name);
      return requestSerialize(toMessage(messages, request, input));
    },
    callBytes(name, bytes, { deadlineMs = 60_000 } = {}) {
      const asItIs = (raw: Buffer): Buffer => raw;
      const options = { deadline: Date.now() + deadlineMs };
      return new Promise((resolve) =>
        client.makeUnaryRequest(rpcOf(name).path, asItIs, asItIs, bytes, metadataOf(), options, (error) =>
          resolve({ status: status[error?.code ?? status.OK], details: error?.details ?? '' }),
        ),
      );
    },
    send(name, inputs, { metadata } = {}) {
      const { path, requestSerialize, responseDeserialize, request, response } = rpcOf(name);
      return new Promise((resolve, reject) => {
        const call = client.makeClientStreamRequest<Json, Json>(
          path,
          requestSerialize,
          responseDeserialize,
          metadataOf(metadata),
          (error, answer) => (error ? reject(new CallRefused(error)) : resolve(fromMessage(messages, response, answer!))),
        );
        for (const input of inputs) call.write(toMessage(messages, request, input));
        call.end();
      });
    },
    async *stream(name, input, { metadata } = {}) {
      const { path, requestSerialize, responseDeserialize, request, response } = rpcOf(name);
      const call = client.makeServerStreamRequest<Json, Json>(
        path,
        requestSerialize,
        responseDeserialize,
        toMessage(messages, request, input),
        metadataOf(metadata),
      );
      try {
        for await (const message of call as AsyncIterable<Json>) yield fromMessage(messages, response, message);
      } catch (error) {
        throw new CallRefused(error as ServiceError);
      } finally {
        call.cancel();
      }
    },
    close: () => client.close(),
  };
}
