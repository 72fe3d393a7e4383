import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { Server, type ServerCredentials, type ServerOptions } from '@grpc/grpc-js';
import { ServerGrpc, type GrpcOptions } from '@nestjs/microservices';
import { TotalRecallError } from '@total-recall/runtime';
import { readingAnything } from './unreadable-message.ts';

export interface BoundServerOptions {
  /** What is served, and how its messages are read. */
  readonly proto: Pick<GrpcOptions['options'], 'package' | 'protoPath' | 'loader'>;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly credentials: ServerCredentials;
  /** Of the channel, as gRPC names them, and what looks at calls before their messages are read. */
  readonly server: ServerOptions;
  /** Looks at every connection before anything of it is read, and may end it. */
  readonly onConnection?: (socket: Socket) => void;
}

/** Takes bytes that are no message for one that is refused later, with a code of ours. */
class TolerantServer extends Server {
  override addService(...[service, implementation]: Parameters<Server['addService']>): void {
    super.addService(readingAnything(service), implementation);
  }
}

/** Nest's server of gRPC that says which address it was given, and ends in two steps. */
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
    const { host, port, credentials, server: settings } = this.#options;
    const server = new TolerantServer(settings);
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

  /** The port is ours and not that of gRPC, which shows no connection before a call comes over it. */
  #portBefore(server: Server, credentials: ServerCredentials): NetServer {
    const injector = server.createConnectionInjector(credentials);
    return createServer({ noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
      this.#options.onConnection?.(socket);
      if (!socket.destroyed) injector.injectConnection(socket);
    });
  }

  /** No new calls; resolves when those in flight are done. */
  async drain(): Promise<void> {
    // gRPC does not count connections that it was handed: those of the port end with their last call.
    const ended = new Promise<void>((resolve) => (this.#port ? this.#port.close(() => resolve()) : resolve()));
    await new Promise<void>((resolve) => (this.#server ? this.#server.tryShutdown(() => resolve()) : resolve()));
    await ended;
  }

  cut(): void {
    this.#server?.forceShutdown();
    for (const socket of this.#sockets) socket.destroy();
  }
}
