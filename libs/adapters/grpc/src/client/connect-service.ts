import { ChannelCredentials, Client, connectivityState, type ClientOptions } from '@grpc/grpc-js';
import { NO_TRACER, type Tracer } from '@total-recall/ports';
import { inTime, TotalRecallError, toTotalRecallError, type Clock, type Scheduler, type ServiceTokenSigner } from '@total-recall/runtime';
import {
  callSpan,
  CHANNEL_OPTIONS,
  LOOPBACK,
  SERVICE_METHODS,
  tlsBytes,
  type ClientTls,
  type Plaintext,
  type PortRequest,
  type ServiceName,
  type ServicePorts,
} from '@total-recall/runtime/service-calls';
import { closeLanes, connectLanes, type Lane, type Lanes } from './lanes.ts';
import { createOwnerClients } from './owner-clients.ts';
import { createServiceCall } from './service-call.ts';

export interface ServiceClientOptions {
  /**
   * Host and port, such as `ingest:8430`, or several separated by commas. Calls rotate over them, and over all
   * addresses that a name resolves to.
   */
  readonly address: string;
  /** Signer of one token per call, limited to its tenant, its space and the scope of its method. */
  readonly tokens: ServiceTokenSigner;
  /** TLS files, or explicit plaintext. By default plaintext on loopback. */
  readonly security?: ClientTls | Plaintext;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /**
   * Longest time for a call. Default: 30 s. Later it fails with `unavailable`, although an append may have been stored.
   */
  readonly timeoutMs?: number;
  /** Tracer: each call becomes a step of the current trace, which the service continues. */
  readonly tracer?: Tracer;
}

/** Bytes of answers that a connection takes before they are worked off, so that a large one does not hold up others. */
const ANSWERS_WINDOW_BYTES = 4 * 1024 * 1024;

const CLIENT_OPTIONS = {
  ...CHANNEL_OPTIONS,
  'grpc-node.flow_control_window': ANSWERS_WINDOW_BYTES,
  // An append is not always safe to repeat: only the caller knows whether it names a source or a key.
  'grpc.enable_retries': 0,
  // A proxy of the environment (https_proxy) leads out of the cluster, and our services are within.
  'grpc.enable_http_proxy': 0,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 5_000,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
} as const;

/** Pattern of the host and port of one process of a service. */
const OWNER = /^[A-Za-z0-9._[\]:-]{1,255}:\d{1,5}$/;

/**
 * Returns the channel options for one process. It must prove to be the service under the service's name, as its own
 * name is in no certificate.
 */
const ownerOptions = (address: string) => ({ ...CLIENT_OPTIONS, 'grpc.ssl_target_name_override': hostOf(address.split(',')[0]!) });

/** A port of another process. Its methods reject with `TotalRecallError` only, and nothing is retried. */
export type ConnectedService<Port> = Port & {
  /** Resolves once one of the addresses is reachable. Errors: `unavailable` at the deadline. */
  ready(deadlineMs: number): Promise<void>;
  /** Refuses new calls (`closed`), lets those in flight finish until the deadline, then cuts them. */
  close(deadlineMs: number): Promise<void>;
};

/**
 * Connects to a service. Nothing is sent before the first call or `ready`. Errors: `invalid_request` for invalid
 * settings.
 */
export async function connectService<Name extends ServiceName>(
  service: Name,
  options: ServiceClientOptions,
): Promise<ConnectedService<ServicePorts[Name]>> {
  const { address, tokens, security = LOOPBACK, clock, scheduler, timeoutMs = 30_000, tracer = NO_TRACER } = options;
  const connect = (one: string, options: ClientOptions): Lanes =>
    connectLanes((own) => new Client(one, clientCredentials(hostOf(one), security), { ...options, ...own }));
  const targets = address.split(',').map((one) => connect(one, CLIENT_OPTIONS));
  const owners = createOwnerClients((owner) => connect(owner, ownerOptions(address)));
  const call = createServiceCall(service, { tokens, clock, timeoutMs, tracer });
  let turn = 0;
  const calls = new Set<Promise<unknown>>();
  let closed = false;

  /**
   * Returns the next connected client of a lane in rotation. Where none is connected, as before the first large message,
   * it is that of an address whose small lane is, because that one answers; else simply the next.
   */
  function nextClient(lane: Lane): Client {
    turn += 1;
    const inTurn = targets.map((_, at) => targets[(turn + at) % targets.length]!);
    return (inTurn.find((lanes) => isConnected(lanes[lane])) ?? inTurn.find(({ small }) => isConnected(small)) ?? inTurn[0]!)[lane];
  }

  /** Repeats a call once when the service answers that another of its processes owns the data. */
  async function callOwner(method: string, request: PortRequest): Promise<unknown> {
    try {
      return await call(method, request, nextClient);
    } catch (error) {
      const owner = error instanceof TotalRecallError ? error.details?.['servedBy'] : undefined;
      if (typeof owner !== 'string' || !OWNER.test(owner)) throw error;
      return call(method, request, (lane) => owners.at(owner)[lane]);
    }
  }

  const method = (name: string) => async (request: PortRequest) => {
    if (closed) throw new TotalRecallError('closed', `The connection to the ${service} service is closed.`);
    const running = tracer.step(...callSpan(service, name, 'client'), () => callOwner(name, request));
    calls.add(running);
    try {
      return await running;
    } catch (error) {
      throw toTotalRecallError(error);
    } finally {
      calls.delete(running);
    }
  };

  return {
    ...(Object.fromEntries(Object.keys(SERVICE_METHODS[service]).map((name) => [name, method(name)])) as unknown as ServicePorts[Name]),
    async ready(deadlineMs) {
      try {
        await Promise.any(targets.map(({ small }) => waitForReady(small, clock.now() + deadlineMs)));
      } catch (cause) {
        throw new TotalRecallError('unavailable', `The ${service} service at ${address} does not answer.`, { cause });
      }
    },
    async close(deadlineMs) {
      closed = true;
      await inTime(Promise.allSettled(calls), { scheduler, ms: deadlineMs });
      for (const lanes of [...targets, ...owners.all()]) closeLanes(lanes);
    },
  };
}

/** Returns true for a connected client; another one begins to connect. */
function isConnected(client: Client): boolean {
  return client.getChannel().getConnectivityState(true) === connectivityState.READY;
}

function waitForReady(client: Client, deadline: number): Promise<void> {
  return new Promise((resolve, reject) => client.waitForReady(deadline, (error) => (error ? reject(error) : resolve())));
}

function clientCredentials(host: string, security: ClientTls | Plaintext): ChannelCredentials {
  const tls = tlsBytes(host, security);
  return tls ? ChannelCredentials.createSsl(tls.ca, tls.key, tls.cert) : ChannelCredentials.createInsecure();
}

function hostOf(address: string): string {
  return address.replace(/^[a-z]+:(\/\/\/?)?(?=\D)/, '').replace(/:\d+$/, '');
}
