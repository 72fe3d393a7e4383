import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Fate of one exchange: untouched, never carried out, carried out with its answer lost, or one byte of the answer's
 * body changed.
 */
export type Mishap = 'none' | 'refused' | 'lost-answer' | 'flipped-byte';

/** Starts a proxy to an HTTP service that injects faults. */
export async function startFaultProxy(
  url: string,
  mishapOf: (request: IncomingMessage) => Mishap,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const mishap = mishapOf(incoming);
    if (mishap === 'refused') return void incoming.socket.destroy();
    const { method, url: path, headers } = incoming;
    const forward = request({ hostname, port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (mishap === 'lost-answer') return void incoming.socket.destroy();
        const body = Buffer.concat(chunks);
        if (mishap === 'flipped-byte' && body.length > 0) body[0] = body[0]! ^ 1;
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
      });
    });
    forward.on('error', () => incoming.socket.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
