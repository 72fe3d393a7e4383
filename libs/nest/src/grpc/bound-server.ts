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

  constructor(options: BoundServerOptions) {
    super(options.proto);
    this.#options = options;
  }

  override async createClient(): Promise<Server> {
    const { host, port, credentials, server: settings } = this.#options;
    const server = new TolerantServer(settings);
    this.#server = server;
    const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    const bound = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`${named}:${port}`, credentials, (cause, given) => {
        if (!cause) return resolve(given);
        this.failure = new TotalRecallError('unavailable', `gRPC cannot listen on ${named}:${port}.`, { cause });
        reject(this.failure);
      }),
    );
    this.address = `${named}:${bound}`;
    return server;
  }

  /** No new calls; resolves when those in flight are done. */
  async drain(): Promise<void> {
    await new Promise<void>((resolve) => (this.#server ? this.#server.tryShutdown(() => resolve()) : resolve()));
  }

  cut(): void {
    this.#server?.forceShutdown();
  }
}
