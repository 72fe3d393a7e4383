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
  /** By how much the clocks of gateway and service may differ; 5 s where absent. */
  readonly skewMs?: number;
  /** Calls at one time; what comes above is refused with `unavailable`. 1,024 where absent. */
  readonly callsInFlight?: number;
}

/** Who may call, and how many at a time. */
export interface CallGuard {
  /** Refuses a call by its metadata, so that of a call without a good token no message is read. */
  readonly interceptor: ServerInterceptor;
  /** What the token of a call that was let through grants. */
  claimsOf(metadata: Metadata): ServiceClaims;
  /** Counts what is in flight. Errors: `unavailable` above the bound, `closed` at the end. */
  around<T>(act: () => Promise<T>): Promise<T>;
  /** New calls are refused from now on. */
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

  function admit(path: string, metadata: Metadata): void {
    checkRoom();
    const rpc = rpcs.get(path);
    if (!rpc) return;
    const claims = verifiers.get(rpc.service)!.verify(bearerOf(metadata));
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

/** The token of a call; HTTP/2 takes the header once only. */
function bearerOf(metadata: Metadata): string | undefined {
  return /^Bearer (\S+)$/i.exec(metadataText(metadata, 'authorization') ?? '')?.[1];
}
