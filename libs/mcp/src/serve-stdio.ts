import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createMemoryServer } from './create-memory-server.ts';
import { MCP_LIMITS } from './limits.ts';
import type { MemoryAccess } from './memory-access.ts';

export interface StdioOptions {
  readonly memory: MemoryAccess;
  readonly version: string;
  readonly stdin: Readable;
  /** Takes messages of the protocol and nothing else. */
  readonly stdout: Writable;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Takes what is worth knowing to a person, without content. */
  readonly note: (text: string) => void;
}

/** Serves one client over stdio, in either era of the protocol, until its input ends or the signal fires. */
export async function serveOverStdio({ memory, version, stdin, stdout, signal, note }: StdioOptions): Promise<void> {
  const ended = once(stdin, 'close', { signal }).catch(() => undefined);
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MCP_LIMITS.messageBytes });
  const server = serve(() => createMemoryServer(memory, version), {
    transport,
    maxSubscriptions: MCP_LIMITS.subscriptions,
    onerror: ({ name }) => note(`A message of the MCP client could not be served (${name}).`),
  });
  await ended;
  await server.close();
}
