import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import { createMemoryServer } from '../create-memory-server.ts';
import { MCP_LIMITS } from '../limits.ts';
import type { MemoryAccess } from '../memory-access.ts';
import { admitRequest, pageHeaders, preflightHeaders, type Admission, type AdmissionRules } from './admit-request.ts';
import { answerRequest } from './answer-request.ts';

export interface HttpOptions extends AdmissionRules {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly version: string;
  /** Opens the memory for a key and a space. */
  readonly open: (apiKey: string, space: string) => MemoryAccess;
  /** Takes what is worth knowing to a person, without content and keys. */
  readonly note: (text: string) => void;
}

export interface HttpServer {
  readonly url: string;
  /** Ends open requests and stops listening. */
  close(): Promise<void>;
}

/**
 * Serves streamable HTTP at `/mcp` and `/mcp/SPACE`, in either era of the protocol. It keeps nothing between two requests:
 * each names its key and its space, so callers of several tenants share a server without sharing anything of it.
 */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const { host, port, version, open, note } = options;
  const handler = createMcpHandler(({ authInfo }) => createMemoryServer(memoryOf(authInfo, open), version), {
    maxRequestBodySize: MCP_LIMITS.messageBytes,
    maxSubscriptions: MCP_LIMITS.subscriptions,
    onerror: ({ name }) => note(`An MCP request could not be served (${name}).`),
  });
  const server = createServer((incoming, outgoing) => {
    const preflight = preflightHeaders(incoming, options);
    if (preflight) {
      outgoing.writeHead(204, preflight).end();
      return;
    }
    for (const [name, value] of Object.entries(pageHeaders(incoming.headers, options))) outgoing.setHeader(name, value);
    const admission = admitRequest(incoming, options);
    if (admission.kind === 'refused') {
      refuse(outgoing, admission);
      return;
    }
    answerRequest(incoming, outgoing, (request) => handler.fetch(request, { authInfo: authOf(admission) })).catch((error: unknown) => {
      note(`An MCP request failed (${error instanceof Error ? error.name : 'unknown'}).`);
      outgoing.destroy();
    });
  });
  server.maxConnections = MCP_LIMITS.connections;
  server.listen(port, host);
  await once(server, 'listening');
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/mcp`,
    async close() {
      await handler.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The SDK hands on what it calls authentication: here the key and the space that a request was admitted with. */
function authOf({ apiKey, space }: Extract<Admission, { kind: 'admitted' }>): AuthInfo {
  return { token: apiKey, clientId: 'api-key', scopes: [], extra: { space } };
}

function memoryOf(authInfo: AuthInfo | undefined, open: HttpOptions['open']): MemoryAccess {
  if (authInfo === undefined) throw new Error('A request came in without its admission.');
  return open(authInfo.token, String(authInfo.extra?.['space']));
}

function refuse(outgoing: ServerResponse, { status, code, message }: Extract<Admission, { kind: 'refused' }>): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: `${code}: ${message}` }, id: null });
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...challenge }).end(body);
}
