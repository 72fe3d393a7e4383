import 'reflect-metadata';
import { createRequire } from 'node:module';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ServerGrpc, type GrpcOptions, type MicroserviceOptions } from '@nestjs/microservices';
import { GRPC_PACKAGE, LIMITS } from '@total-recall/contracts';
import type { Gateway } from '@total-recall/gateway';
import { createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { createRouteCaller } from './grpc/call-route.ts';
import { grpcController, GRPC_FRAME, ROUTE_CALLER } from './grpc/grpc-controller.ts';
import { createGrpcFrame } from './grpc/grpc-frame.ts';
import type { HttpLogger } from './http/http-logger.ts';
import { SILENT_METER, type HttpMeter } from './http/http-meter.ts';

const PROTO = createRequire(import.meta.url).resolve('@total-recall/contracts/proto/totalrecall/v1/total_recall.proto');
/** Names and numbers of fields beside the body of a message. */
const FRAMING_BYTES = 64 * 1024;

export interface GrpcServerOptions {
  readonly gateway: Gateway;
  readonly logger: HttpLogger;
  /** Counts nothing where absent. */
  readonly meter?: HttpMeter;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly limits?: { readonly bodyBytes?: number; readonly requestsInFlight?: number };
}

export interface GrpcServer {
  /** Resolves with the address once it answers. Errors: `unavailable` where the port cannot be had. */
  listen(): Promise<{ readonly address: string }>;
  /** Lets calls in flight finish until the deadline, then cuts them. */
  close(deadlineMs: number): Promise<void>;
}

/** The public API over gRPC, on a port of its own: plaintext as HTTP is, so put TLS in front of it off loopback. */
export async function createGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { gateway, logger, meter = SILENT_METER, host, port, limits = {} } = options;
  const scheduler = createSystemScheduler();
  const frame = createGrpcFrame({ logger, meter }, limits.requestsInFlight);
  const strategy = new BoundServer(
    `${host.includes(':') ? `[${host}]` : host}:${port}`,
    (limits.bodyBytes ?? LIMITS.bodyBytes) + FRAMING_BYTES,
  );
  class GrpcModule {}
  Module({
    controllers: [grpcController()],
    providers: [
      { provide: ROUTE_CALLER, useValue: createRouteCaller(gateway) },
      { provide: GRPC_FRAME, useValue: frame },
    ],
  })(GrpcModule);
  const app: INestMicroservice = await NestFactory.createMicroservice<MicroserviceOptions>(GrpcModule, {
    strategy,
    logger: false,
    abortOnError: false,
  });
  return {
    async listen() {
      await app.listen();
      if (strategy.failure !== undefined) throw strategy.failure;
      return { address: `${host.includes(':') ? `[${host}]` : host}:${strategy.port}` };
    },
    async close(deadlineMs) {
      frame.close();
      const drained = new AbortController();
      const late = scheduler.delay(deadlineMs, drained.signal).then(
        () => strategy.cut(),
        () => undefined,
      );
      await strategy.drain();
      drained.abort();
      await late;
      await app.close();
    },
  };
}

/** Nest's server of gRPC that says which port it was given, and ends in two steps. */
class BoundServer extends ServerGrpc {
  port = 0;
  failure: TotalRecallError | undefined;
  readonly #address: string;
  readonly #channel: Record<string, number>;
  #server: Server | undefined;

  constructor(address: string, messageBytes: number) {
    const options: GrpcOptions['options'] = {
      package: GRPC_PACKAGE,
      protoPath: PROTO,
      loader: { keepCase: true, longs: Number, enums: Number, arrays: false, defaults: false },
    };
    super(options);
    this.#address = address;
    this.#channel = {
      'grpc.max_receive_message_length': messageBytes,
      'grpc.max_send_message_length': -1,
      'grpc.keepalive_time_ms': 60_000,
      'grpc.keepalive_timeout_ms': 10_000,
      'grpc.max_concurrent_streams': 256,
    };
  }

  override async createClient(): Promise<Server> {
    const server = new Server(this.#channel);
    this.#server = server;
    this.port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(this.#address, ServerCredentials.createInsecure(), (cause, port) => {
        if (!cause) return resolve(port);
        this.failure = new TotalRecallError('unavailable', `gRPC cannot listen on ${this.#address}.`, { cause });
        reject(this.failure);
      }),
    );
    return server;
  }

  async drain(): Promise<void> {
    await new Promise<void>((resolve) => (this.#server ? this.#server.tryShutdown(() => resolve()) : resolve()));
  }

  cut(): void {
    this.#server?.forceShutdown();
  }
}
