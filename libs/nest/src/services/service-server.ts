import 'reflect-metadata';
import { ServerCredentials } from '@grpc/grpc-js';
import { Module } from '@nestjs/common';
import { NO_TRACER, type Tracer } from '@total-recall/observability';
import type { Scheduler } from '@total-recall/runtime';
import {
  CHANNEL_OPTIONS,
  LOOPBACK,
  SERVICES_PACKAGE,
  SERVICES_PROTO,
  tlsBytes,
  type Plaintext,
  type ServerTls,
} from '@total-recall/runtime/service-calls';
import { createBoundMicroservice } from '../grpc/bound-microservice.ts';
import { createCallGuard, type CallGuardOptions } from './call-guard.ts';
import { CALL_GUARD, CALL_TRACER, ON_CALL_FAILURE, type OnCallFailure, type ServiceModule } from './service-module.ts';

export interface ServiceServerOptions extends CallGuardOptions {
  /** The cores that this process serves: made by `serviceModule`. */
  readonly module: ServiceModule;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Plaintext on loopback where absent. */
  readonly security?: ServerTls | Plaintext;
  readonly scheduler: Scheduler;
  /** Goes on with the trace of each call. */
  readonly tracer?: Tracer;
  readonly onFailure?: OnCallFailure;
}

export interface ServiceServer {
  /** Resolves with host and port once it answers. Errors: `unavailable` where the address cannot be had. */
  listen(): Promise<{ readonly address: string }>;
  /** No new calls; those in flight finish until the deadline, then they are cut. */
  close(deadlineMs: number): Promise<void>;
}

const SERVER_OPTIONS = {
  ...CHANNEL_OPTIONS,
  // Clients look up the addresses again when a connection ends: so they find replicas that were added.
  'grpc.max_connection_age_ms': 300_000,
  'grpc.max_connection_age_grace_ms': 60_000,
  'grpc.max_concurrent_streams': 1_024,
} as const;

/**
 * Serves ports to other services, as a microservice of Nest. The token of a call is checked before a message of it is read.
 * Errors: `invalid_request` for plaintext off loopback, or for a certificate that cannot be read.
 */
export async function createServiceServer(options: ServiceServerOptions): Promise<ServiceServer> {
  const { module, host, port, security = LOOPBACK, scheduler, tracer = NO_TRACER, onFailure = () => undefined } = options;
  const guard = createCallGuard(options);
  class CallsModule {}
  const provided = [
    { provide: CALL_GUARD, useValue: guard },
    { provide: CALL_TRACER, useValue: tracer },
    { provide: ON_CALL_FAILURE, useValue: onFailure },
  ];
  class RootModule {}
  Module({ imports: [{ module: CallsModule, global: true, providers: provided, exports: provided }, module] })(RootModule);
  const server = await createBoundMicroservice(RootModule, scheduler, {
    proto: { package: SERVICES_PACKAGE, protoPath: SERVICES_PROTO, loader: { longs: Number, arrays: true } },
    host,
    port,
    credentials: serverCredentials(host, security),
    server: { ...SERVER_OPTIONS, interceptors: [guard.interceptor] },
  });
  return {
    listen: async () => ({ address: await server.listen() }),
    close: async (deadlineMs) => {
      guard.close();
      await server.close(deadlineMs);
    },
  };
}

function serverCredentials(host: string, security: ServerTls | Plaintext): ServerCredentials {
  const tls = tlsBytes(host, security);
  if (!tls) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(tls.ca, [{ cert_chain: tls.cert!, private_key: tls.key! }], tls.ca !== null);
}
