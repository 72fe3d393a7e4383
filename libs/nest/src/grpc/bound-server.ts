import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { Server, type ServerCredentials, type ServerOptions } from '@grpc/grpc-js';
import { ServerGrpc, type GrpcOptions } from '@nestjs/microservices';
import { TotalRecallError } from '@total-recall/runtime';
import { withLenientDecoding, type LookAtMessage } from './unreadable-message.ts';

export interface BoundServerOptions {
  /** Package of the service, and what its proto file declares. */
  readonly proto: Pick<GrpcOptions['options'], 'package' | 'packageDefinition'>;
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  readonly credentials: ServerCredentials;
  /** Channel options by their gRPC names, and interceptors that run before messages are read. */
  readonly server: ServerOptions;
  /** Called with each new connection before any of its bytes are read; it may destroy the socket. */
  readonly onConnection?: (socket: Socket) => void;
  /** Called with the bytes of each message before it is decoded; it may refuse them. */
  readonly lookAtMessage?: LookAtMessage;
}

/** Accepts bytes that are not a valid message, so that the call is refused later with our own error code. */
class TolerantServer extends Server {
  readonly #look: LookAtMessage | undefined;

  constructor(settings: ServerOptions, look: LookAtMessage | undefined) {
    super(settings);
    this.#look = look;
  }

  override addService(...[service, implementation]: Parameters<Server['addService']>): void {
    super.addService(withLenientDecoding(service, this.#look), implementation);
  }
}

/** Nest's gRPC server, which also reports the address it was given and closes in two steps: drain, then cut. */
export class BoundServer extends ServerGrpc {
  address = '';
  failure: TotalRecallError | undefined;
  readonly #options: BoundServerOptions;
  #server: Server | undefined;
  #port: NetServer | undefined;
  readonly #sockets = new Set<Socket>();

  constructor(options: BoundServerOptions) {
    super(options.proto);
    this.#options = options;
  }

  override async createClient(): Promise<Server> {
    const { host, port, credentials, server: settings, lookAtMessage } = this.#options;
    const server = new TolerantServer(settings, lookAtMessage);
    this.#server = server;
    const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    const front = this.#portBefore(server, credentials);
    this.#port = front;
    await new Promise<void>((resolve, reject) => {
      front.once('error', (cause) => {
        this.failure = new TotalRecallError('unavailable', `gRPC cannot listen on ${named}:${port}.`, { cause });
        reject(this.failure);
      });
      front.listen(port, host.replace(/^\[|\]$/g, ''), resolve);
    });
    this.address = `${named}:${(front.address() as AddressInfo).port}`;
    return server;
  }

  /** Opens the port ourselves, because gRPC only reveals a connection when its first call arrives. */
  #portBefore(server: Server, credentials: ServerCredentials): NetServer {
    const injector = server.createConnectionInjector(credentials);
    return createServer({ noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
      this.#options.onConnection?.(socket);
      if (!socket.destroyed) injector.injectConnection(socket);
    });
  }

  /** Refuses new calls and resolves when the calls in flight have ended. */
  async drain(): Promise<void> {
    // gRPC does not track connections that were handed to it, so we wait for those of our own port as well.
    const ended = new Promise<void>((resolve) => (this.#port ? this.#port.close(() => resolve()) : resolve()));
    await new Promise<void>((resolve) => (this.#server ? this.#server.tryShutdown(() => resolve()) : resolve()));
    await ended;
  }

  cut(): void {
    this.#server?.forceShutdown();
    for (const socket of this.#sockets) socket.destroy();
  }
}
