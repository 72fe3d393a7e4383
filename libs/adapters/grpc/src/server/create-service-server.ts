import { Server, type sendUnaryData, type ServerUnaryCall, type UntypedServiceImplementation } from '@grpc/grpc-js';
import {
  createServiceTokenVerifier,
  requireGrant,
  TotalRecallError,
  type Clock,
  type Scheduler,
  type ServiceScope,
  type ServiceVerifyingKey,
} from '@total-recall/runtime';
import { decodeCall, spacesOf, type AnswerMessage, type CallMessage, type PortRequest } from '../wire/call-message.ts';
import { SERVER_OPTIONS } from '../wire/channel-options.ts';
import { LOOPBACK, serverCredentials, type Plaintext, type ServerTls } from '../wire/credentials.ts';
import { encodeDocument } from '../wire/document.ts';
import { rpcOf, SERVICE_METHODS, type ServiceName, type ServicePorts } from '../wire/methods.ts';
import { loadServices } from '../wire/services-definition.ts';
import { toStatus } from '../wire/status.ts';

export interface ServiceServerOptions {
  /** The cores that this process serves. */
  readonly services: Partial<ServicePorts>;
  /** Public keys of the gateway; more than one while they rotate. */
  readonly keys: readonly ServiceVerifyingKey[];
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Plaintext on loopback where absent. */
  readonly security?: ServerTls | Plaintext;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** By how much the clocks of gateway and service may differ; 5 s where absent. */
  readonly skewMs?: number;
  /** Calls at one time; what comes above is refused with `unavailable`. 1,024 where absent. */
  readonly callsInFlight?: number;
  /** Told what a caller is not: the cause of an `internal` error, by service and method. */
  readonly onFailure?: (failure: { readonly service: ServiceName; readonly method: string; readonly error: unknown }) => void;
}

export interface ServiceServer {
  /** Resolves with the port once it answers. Errors: `unavailable` where the address cannot be had. */
  listen(): Promise<{ readonly port: number }>;
  /** No new calls; those in flight finish until the deadline, then they are cut. */
  close(deadlineMs: number): Promise<void>;
}

type Handler = (request: PortRequest) => Promise<unknown>;

/** Serves ports to other services. The token of a call is checked before anything of the call is read. */
export function createServiceServer(options: ServiceServerOptions): ServiceServer {
  const { callsInFlight = 1_024 } = options;
  const server = new Server(SERVER_OPTIONS);
  let inFlight = 0;
  let closing = false;

  async function limited(act: () => Promise<AnswerMessage>): Promise<AnswerMessage> {
    if (closing) throw new TotalRecallError('closed', 'The service is shutting down.', { retryAfterMs: 1_000 });
    if (inFlight >= callsInFlight)
      throw new TotalRecallError('unavailable', 'Too many calls are in flight at the moment.', { retryAfterMs: 1_000 });
    inFlight += 1;
    try {
      return await act();
    } finally {
      inFlight -= 1;
    }
  }

  function implement(service: ServiceName, core: Readonly<Record<string, Handler>>): UntypedServiceImplementation {
    const verifier = createServiceTokenVerifier({ ...options, audience: service });
    const serve = async (
      method: string,
      scope: ServiceScope,
      call: ServerUnaryCall<CallMessage, AnswerMessage>,
    ): Promise<AnswerMessage> => {
      const claims = verifier.verify(bearerOf(call.metadata.get('authorization')));
      const { tenant } = call.request;
      requireGrant(claims, { tenant, scope, spaces: claims.spaces });
      const request = decodeCall(call.request);
      if (request.space === undefined && method !== 'spaces') throw new TotalRecallError('invalid_request', 'The call names no space.');
      requireGrant(claims, { tenant, scope, spaces: spacesOf(request) });
      return { answer: encodeDocument(await core[method]!(request)) };
    };
    const rpc = ([method, scope]: [string, ServiceScope]) => [
      rpcOf(method),
      (call: ServerUnaryCall<CallMessage, AnswerMessage>, answer: sendUnaryData<AnswerMessage>): void => {
        limited(() => serve(method, scope, call)).then(
          (message) => answer(null, message),
          (error: unknown) => {
            if (!(error instanceof TotalRecallError) || error.code === 'internal') options.onFailure?.({ service, method, error });
            answer(toStatus(error));
          },
        );
      },
    ];
    return Object.fromEntries(Object.entries(SERVICE_METHODS[service]).map(rpc)) as UntypedServiceImplementation;
  }

  const definitions = loadServices();
  for (const [name, core] of Object.entries(options.services) as [ServiceName, object][])
    server.addService(definitions[name].service, implement(name, core as Readonly<Record<string, Handler>>));

  return {
    async listen() {
      const { host, port, security = LOOPBACK } = options;
      const credentials = serverCredentials(host, security);
      const address = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
      return new Promise((resolve, reject) =>
        server.bindAsync(address, credentials, (cause, bound) => {
          if (cause) reject(new TotalRecallError('unavailable', `The services cannot listen on ${address}.`, { cause }));
          else resolve({ port: bound });
        }),
      );
    },
    async close(deadlineMs) {
      closing = true;
      const drained = new AbortController();
      const shut = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      const late = options.scheduler.delay(deadlineMs, drained.signal).then(
        () => server.forceShutdown(),
        () => undefined,
      );
      await Promise.race([shut, late]);
      drained.abort();
    },
  };
}

/** The token of a call; HTTP/2 takes the header once only. */
function bearerOf([value]: readonly (string | Buffer)[]): string | undefined {
  return typeof value === 'string' ? /^Bearer (\S+)$/i.exec(value)?.[1] : undefined;
}
