import 'reflect-metadata';
import { ServerCredentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
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
  /** Cores that this process serves, made by `serviceModule`. */
  readonly module: ServiceModule;
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** TLS files, or explicit plaintext. By default plaintext on loopback. */
  readonly security?: ServerTls | Plaintext;
  readonly scheduler: Scheduler;
  /** Tracer that continues the trace of each call. */
  readonly tracer?: Tracer;
  readonly onFailure?: OnCallFailure;
}

export interface ServiceServer {
  /** Resolves with host and port once the server answers. Errors: `unavailable` when the address cannot be bound. */
  listen(): Promise<{ readonly address: string }>;
  /** Refuses new calls, lets those in flight finish until the deadline, then cuts them. */
  close(deadlineMs: number): Promise<void>;
}

const SERVER_OPTIONS = {
  ...CHANNEL_OPTIONS,
  // Clients resolve the addresses again when a connection ends; that is how they find new replicas.
  'grpc.max_connection_age_ms': 300_000,
  'grpc.max_connection_age_grace_ms': 60_000,
  'grpc.max_concurrent_streams': 1_024,
} as const;

/**
 * Creates a server of ports for other services, as a Nest microservice. The token of a call is checked before its
 * message is read. Errors: `invalid_request` for plaintext off loopback, or for a certificate that cannot be read.
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
    proto: { package: SERVICES_PACKAGE, packageDefinition: loadSync(SERVICES_PROTO, { longs: Number, arrays: true }) },
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
