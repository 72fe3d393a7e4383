import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server that listens is reached from its own machine; one that listens on every address is `localhost`. */
export function urlOf(server: Server, host: string, scheme: 'http' | 'https' = 'http'): string {
  const { port } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}
