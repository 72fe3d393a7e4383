import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Returns the URL at which a listening server is reached from its own machine; `localhost` if it listens on every
 * address.
 */
export function urlOf(server: Server, host: string, scheme: 'http' | 'https' = 'http'): string {
  const { port } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}
