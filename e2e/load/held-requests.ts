import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server in front of another one, which some requests reach only once they are let go. */
export interface HeldRequests {
  readonly url: string;
  /** Lets go what is held, and holds nothing from then on. */
  letGo(): void;
  close(): Promise<void>;
}

/** Forwards everything to `target`; requests with a path that matches wait. */
export async function holdRequests(target: string, isHeld: (path: string) => boolean): Promise<HeldRequests> {
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  const { hostname, port } = new URL(target);
  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    const { url: path, method, headers } = from;
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  };
  const server = createServer(async (from, to) => {
    if (isHeld(from.url!)) await free;
    forward(from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letGo,
    close: async () => {
      letGo();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
