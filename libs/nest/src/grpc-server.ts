import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ServerCredentials, type ServerInterceptor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { Module } from '@nestjs/common';
import {
  APPEND_STREAM,
  GRPC_PACKAGE,
  GRPC_SERVICE,
  LIMITS,
  publicService,
  STREAM_EVENTS,
  type PublicService,
  type RouteId,
} from '@total-recall/contracts';
import type { Gateway } from '@total-recall/gateway';
import type { Tracer } from '@total-recall/observability';
import { createSystemScheduler, readTlsFiles, TotalRecallError, type TlsFiles } from '@total-recall/runtime';
import { createBoundMicroservice } from './grpc/bound-microservice.ts';
import { checkMetadata } from './grpc/check-metadata.ts';
import { createRouteCaller } from './grpc/call-route.ts';
import { addressOfCall, createEnteredCallers, type AuthenticatedCallers } from './grpc/authenticated-callers.ts';
import {
  ANSWER_PACE,
  ANSWER_ROOM,
  BODY_BUDGET,
  ENTERED_CALLERS,
  grpcController,
  GRPC_FRAME,
  REQUEST_ROOM,
  ROUTE_CALLER,
  TENANT_SHARE,
} from './grpc/grpc-controller.ts';
import { createGrpcFrame, type GrpcFrame } from './grpc/grpc-frame.ts';
import { measureMessage } from './grpc/measure-message.ts';
import { readMessageLayouts } from './grpc/message-layout.ts';
import type { LookAtMessage } from './grpc/unreadable-message.ts';
import { createBodyBudget } from './http/body-budget.ts';
import { createHalfOpen, limitConnections, type HalfOpen } from './address-limits.ts';
import { createAnswerRoom, type AnswerRoom } from './answer-room.ts';
import { createClientAddresses, type ClientAddresses } from './http/client-address.ts';
import { createRequestBudget, type RequestBudget } from './request-budget.ts';
import { createTenantShare } from './tenant-share.ts';
import type { HttpLogger } from './http/http-logger.ts';
import { SILENT_METER, type HttpMeter } from './http/http-meter.ts';

const PROTO = createRequire(import.meta.url).resolve('@total-recall/contracts/proto/totalrecall/v1/total_recall.proto');
/** Read once, where the module is loaded: all rpcs take a tenth of a second. */
const DEFINITION = loadSync(PROTO, { keepCase: true, longs: Number, enums: Number, arrays: false, defaults: false });
/** Allowance for field names and numbers on top of the body of a message, in bytes. */
const FRAMING_BYTES = 64 * 1024;
/** Deepest nesting of messages: a level of any JSON is up to three of them. */
const MESSAGE_DEPTH = 3 * LIMITS.jsonDepth + 8;
const CHANNEL = {
  'grpc.max_send_message_length': -1,
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.max_concurrent_streams': 256,
  // Closes connections that have no call; clients reconnect by themselves.
  'grpc.max_connection_idle_ms': 300_000,
} as const;

export interface GrpcServerOptions {
  readonly gateway: Gateway;
  readonly logger: HttpLogger;
  /** Meter of requests. Nothing is counted without one. */
  readonly meter?: HttpMeter;
  /** Tracer of calls. Without one, a trace has ids but records nothing. */
  readonly tracer?: Tracer;
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** Certificate and key. The port is plaintext without them. */
  readonly tls?: TlsFiles;
  /** Proxies whose `x-forwarded-for` is believed, as addresses and subnets. None by default. */
  readonly trustedProxies?: readonly string[];
  /** Memory budget shared with the other ports of the process. Without one, calls never wait for memory. */
  readonly room?: RequestBudget;
  /** Room of large answers, shared with the other ports of the process. Without one, answers never wait. */
  readonly answers?: AnswerRoom;
  readonly limits?: {
    readonly bodyBytes?: number;
    /** Bytes of the messages of one tenant that are worked on. */
    readonly tenantBytes?: number;
    /** Most fields of one message. */
    readonly messageValues?: number;
    readonly requestsInFlight?: number;
    /** Calls in flight of one tenant. */
    readonly tenantRequests?: number;
    /** Connections of one address, unless it is a trusted proxy. */
    readonly connectionsPerAddress?: number;
    /** Open streams, and calls whose message has not arrived, of one address. */
    readonly halfOpenPerAddress?: number;
    /** Longest time that a reader may take for a small answer; each 64 KiB of a larger one have a thirtieth of it more. */
    readonly answerIdleMs?: number;
  };
}

/** Longest time that a reader may take for a small answer, unless the options set another. */
const ANSWER_IDLE_MS = 30_000;

export interface GrpcServer {
  /** Resolves with the address once the port answers. Errors: `unavailable` when the port cannot be bound. */
  listen(): Promise<{ readonly address: string }>;
  /** Lets calls in flight finish until the deadline, then cuts them. */
  close(deadlineMs: number): Promise<void>;
}

/**
 * Creates the server of the public API over gRPC, on its own port, with TLS when HTTP has it. Errors: as
 * `readTlsFiles`.
 */
export async function createGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { gateway, logger, meter = SILENT_METER, tracer, host, port, tls, limits = {} } = options;
  const frame = createGrpcFrame({ logger, meter, tracer, callsInFlight: limits.requestsInFlight });
  const service = publicService();
  const callers = createEnteredCallers(gateway);
  const addresses = createClientAddresses(options.trustedProxies ?? []);
  const halfOpen = createHalfOpen(addresses, limits.halfOpenPerAddress ?? LIMITS.halfOpenPerAddress);
  const messageBytes = (limits.bodyBytes ?? LIMITS.bodyBytes) + FRAMING_BYTES;
  const scheduler = createSystemScheduler();
  const unlimited = { bytes: Infinity, deadlineMs: 0 };
  const bodies = { bodyBytes: messageBytes, tenantBytes: limits.tenantBytes ?? LIMITS.bodiesInFlightBytesPerTenant };
  class GrpcModule {}
  Module({
    controllers: [grpcController()],
    providers: [
      { provide: ROUTE_CALLER, useValue: createRouteCaller(gateway, service) },
      { provide: GRPC_FRAME, useValue: frame },
      { provide: ENTERED_CALLERS, useValue: callers },
      { provide: TENANT_SHARE, useValue: createTenantShare(limits.tenantRequests ?? LIMITS.requestsInFlightPerTenant) },
      { provide: BODY_BUDGET, useValue: createBodyBudget(bodies) },
      { provide: REQUEST_ROOM, useValue: options.room ?? createRequestBudget(scheduler, unlimited) },
      { provide: ANSWER_ROOM, useValue: options.answers ?? createAnswerRoom(scheduler, unlimited) },
      { provide: ANSWER_PACE, useValue: { scheduler, idleMs: limits.answerIdleMs ?? ANSWER_IDLE_MS } },
    ],
  })(GrpcModule);
  const server = await createBoundMicroservice(GrpcModule, scheduler, {
    proto: {
      package: GRPC_PACKAGE,
      packageDefinition: DEFINITION,
    },
    host,
    port,
    credentials: credentialsOf(tls),
    server: {
      ...CHANNEL,
      'grpc.max_receive_message_length': messageBytes,
      interceptors: [knownCallers({ callers, addresses, halfOpen }, frame, service)],
    },
    onConnection: limitConnections(addresses, limits.connectionsPerAddress ?? LIMITS.connectionsPerAddress),
    lookAtMessage: countFields(service, limits.messageValues ?? LIMITS.jsonValues),
  });
  return {
    listen: async () => ({ address: await server.listen() }),
    close: async (deadlineMs) => {
      frame.close();
      await server.close(deadlineMs);
    },
  };
}

/**
 * Refuses callers without a valid key, or over their rate limit, before their message is read. The caller's rights are
 * looked up at the same time.
 */
function knownCallers(
  { callers, addresses, halfOpen }: { callers: AuthenticatedCallers; addresses: ClientAddresses; halfOpen: HalfOpen },
  frame: GrpcFrame,
  { rpcs }: PublicService,
): ServerInterceptor {
  const streams: Readonly<Record<string, RouteId>> = { [APPEND_STREAM.name]: 'appendEvents', [STREAM_EVENTS.name]: 'listEvents' };
  const routes = new Map(rpcs.map(({ name, routeId }) => [`/${GRPC_PACKAGE}.${GRPC_SERVICE}/${name}`, routeId ?? streams[name]!]));
  return checkMetadata({
    async check(path, metadata, peer) {
      if (routes.has(path)) await callers.enter(metadata, addressOfCall(addresses, peer, metadata));
    },
    hold: (metadata, peer) => halfOpen.hold(addressOfCall(addresses, peer, metadata)),
    refused: (path, call, error) => frame.refused(routes.get(path)!, call, error),
  });
}

/** Refuses messages of too many fields, or too deep, before anything is built of them. */
function countFields({ rpcs }: PublicService, values: number): LookAtMessage {
  const layouts = readMessageLayouts(readFileSync(PROTO, 'utf8'));
  const requests = new Map(rpcs.map(({ name, request }) => [name, request]));
  const said = {
    values: `The message has more than ${values} fields and elements. Send fewer events at a time.`,
    depth: `The message nests others more than ${MESSAGE_DEPTH} deep.`,
    form: 'The bytes that were sent are no message of this call.',
  };
  return (rpc, bytes) => {
    const fault = measureMessage(bytes, requests.get(rpc)!, layouts, { values, depth: MESSAGE_DEPTH });
    return fault && new TotalRecallError('invalid_request', said[fault]);
  };
}

function credentialsOf(tls: TlsFiles | undefined): ServerCredentials {
  const { cert, key } = tls ? readTlsFiles(tls) : {};
  if (cert === undefined || key === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(cert), private_key: Buffer.from(key) }]);
}
