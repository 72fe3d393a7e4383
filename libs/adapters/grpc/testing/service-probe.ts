import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { rpcOf, type CallMessage, type ServiceName } from '@total-recall/runtime/service-calls';
import { loadServices } from '../src/wire/services-definition.ts';
import { fromStatus } from '../src/wire/status.ts';

export interface ProbedCall {
  readonly service: ServiceName;
  readonly method: string;
  /** The `authorization` headers of the call. */
  readonly authorization: readonly string[];
}

/** Answer to a call: our error code, or `done`, and the gRPC status. */
export interface ProbeAnswer {
  readonly code: string;
  readonly status: number;
}

/** Client that can send what anybody on the network can: any method, any header, any bytes. */
export interface ServiceProbe {
  call(call: ProbedCall, message: CallMessage | Uint8Array): Promise<ProbeAnswer>;
  /** Sends the headers of a call and no message. */
  begin(call: ProbedCall): Promise<ProbeAnswer>;
  close(): void;
}

const DEADLINE_MS = 30_000;

export function openServiceProbe(address: string): ServiceProbe {
  const client = new Client(address, credentials.createInsecure());
  const definitions = loadServices();
  const made = ({ service, method, authorization }: ProbedCall) => {
    const metadata = new Metadata();
    for (const header of authorization) metadata.add('authorization', header);
    return { ...definitions[service].service[rpcOf(method)]!, metadata, options: { deadline: Date.now() + DEADLINE_MS } };
  };
  const answer = (service: ServiceName, error: ServiceError | null): ProbeAnswer =>
    error ? { code: fromStatus(error, service).code, status: error.code } : { code: 'done', status: 0 };
  return {
    call: (call, message) =>
      new Promise((resolve) => {
        const { path, requestSerialize, responseDeserialize, metadata, options } = made(call);
        const serialize = message instanceof Uint8Array ? () => Buffer.from(message) : requestSerialize;
        client.makeUnaryRequest(path, serialize, responseDeserialize, message, metadata, options, (error) =>
          resolve(answer(call.service, error)),
        );
      }),
    begin: (call) =>
      new Promise((resolve) => {
        const { path, requestSerialize, responseDeserialize, metadata, options } = made(call);
        client.makeClientStreamRequest(path, requestSerialize, responseDeserialize, metadata, options, (error) =>
          resolve(answer(call.service, error)),
        );
      }),
    close: () => client.close(),
  };
}
