import type { Metadata, ServerInterceptor } from '@grpc/grpc-js';
import {
  createServiceTokenVerifier,
  requireGrant,
  TotalRecallError,
  type Clock,
  type ServiceClaims,
  type ServiceScope,
  type ServiceVerifyingKey,
} from '@total-recall/runtime';
import { rpcOf, SERVICE_METHODS, serviceNameOf, SERVICES_PACKAGE, type ServiceName } from '@total-recall/runtime/service-calls';
import { checkMetadata } from '../grpc/check-metadata.ts';
import { metadataText } from '../grpc/metadata-text.ts';

export interface CallGuardOptions {
  /** Public keys of the gateway; more than one while they rotate. */
  readonly keys: readonly ServiceVerifyingKey[];
  readonly clock: Clock;
  /** Largest difference between the clocks of gateway and service. Default: 5 s. */
  readonly skewMs?: number;
  /** Most calls at one time; calls above it are refused with `unavailable`. Default: 1,024. */
  readonly callsInFlight?: number;
}

/** Authenticates the calls between services and limits how many run at a time. */
export interface CallGuard {
  /** Interceptor that refuses a call by its metadata, so that no message is read without a valid token. */
  readonly interceptor: ServerInterceptor;
  /** Returns what the token of an admitted call grants. */
  claimsOf(metadata: Metadata): ServiceClaims;
  /** Counts a call while it runs. Errors: `unavailable` above the limit, `closed` while shutting down. */
  around<T>(act: () => Promise<T>): Promise<T>;
  /** Refuses new calls from now on. */
  close(): void;
}

interface Rpc {
  readonly service: ServiceName;
  readonly scope: ServiceScope;
}

export function createCallGuard(options: CallGuardOptions): CallGuard {
  const { callsInFlight = 1_024 } = options;
  const verifiers = new Map(
    (Object.keys(SERVICE_METHODS) as ServiceName[]).map((service) => [
      service,
      createServiceTokenVerifier({ ...options, audience: service }),
    ]),
  );
  const rpcs = rpcsByPath();
  const granted = new WeakMap<Metadata, ServiceClaims>();
  let [inFlight, closing] = [0, false];

  function checkRoom(): void {
    if (closing) throw new TotalRecallError('closed', 'The service is shutting down.', { retryAfterMs: 1_000 });
    if (inFlight >= callsInFlight)
      throw new TotalRecallError('unavailable', 'Too many calls are in flight at the moment.', { retryAfterMs: 1_000 });
  }

  async function admit(path: string, metadata: Metadata): Promise<void> {
    checkRoom();
    const rpc = rpcs.get(path);
    if (!rpc) return;
    const claims = await verifiers.get(rpc.service)!.verify(bearerOf(metadata));
    requireGrant(claims, { tenant: claims.tenant, scope: rpc.scope, spaces: claims.spaces });
    granted.set(metadata, claims);
  }

  return {
    interceptor: checkMetadata({ check: admit }),
    claimsOf: (metadata) => granted.get(metadata)!,
    async around(act) {
      checkRoom();
      inFlight += 1;
      try {
        return await act();
      } finally {
        inFlight -= 1;
      }
    },
    close: () => void (closing = true),
  };
}

function rpcsByPath(): ReadonlyMap<string, Rpc> {
  const services = Object.entries(SERVICE_METHODS) as [ServiceName, Readonly<Record<string, ServiceScope>>][];
  return new Map(
    services.flatMap(([service, methods]) =>
      Object.entries(methods).map(([method, scope]) => [
        `/${SERVICES_PACKAGE}.${serviceNameOf(service)}/${rpcOf(method)}`,
        { service, scope },
      ]),
    ),
  );
}

/** Returns the bearer token of a call; HTTP/2 allows the header only once. */
function bearerOf(metadata: Metadata): string | undefined {
  return /^Bearer (\S+)$/i.exec(metadataText(metadata, 'authorization') ?? '')?.[1];
}
