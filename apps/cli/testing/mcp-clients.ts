import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startCli, type Started } from './run-cli.ts';

const BIN = fileURLToPath(new URL('../bin/total-recall.js', import.meta.url));

/** `legacy` speaks the protocol of 2025, with its handshake; `auto` finds out that the server speaks the present one. */
export type Era = 'legacy' | 'auto';

export interface McpConnection {
  readonly client: Client;
  /** The process of the server. */
  readonly pid: number;
  /** Everything that the server wrote beside the protocol. */
  notes(): string;
  close(): Promise<void>;
}

/** A result of a tool as tests look at it. */
export interface ToolOutcome {
  readonly text: string;
  readonly failed: boolean;
  readonly fields?: any;
}

function newClient(era: Era): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
}

/** Starts `total-recall mcp` and connects over its stdin and stdout. */
export async function connectStdio(args: readonly string[], env: Readonly<Record<string, string>>, era: Era): Promise<McpConnection> {
  const inherited = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', ...args],
    env: { ...inherited, ...env },
    stderr: 'pipe',
  });
  let notes = '';
  transport.stderr?.on('data', (chunk: Buffer) => (notes += chunk.toString('utf8')));
  const client = newClient(era);
  await client.connect(transport);
  return { client, pid: transport.pid!, notes: () => notes, close: () => client.close() };
}

export interface McpHttp {
  /** The address of `/mcp`. */
  readonly url: string;
  /** Connects a client, with a key of its own where one is given. */
  connect(era: Era, options?: { readonly apiKey?: string; readonly space?: string }): Promise<Client>;
  /** Stops it and returns all that it wrote. */
  stop(): Promise<string>;
}

/** Starts `total-recall mcp --http` on a free port. */
export async function startMcpHttp(args: readonly string[], env: Readonly<Record<string, string>>): Promise<McpHttp> {
  const started: Started = startCli(['mcp', '--http', '0', ...args], env);
  const url = /MCP at (\S+)/.exec(await started.printed(/Ctrl-C stops it/))![1]!;
  return {
    url,
    async connect(era, { apiKey, space } = {}) {
      const client = newClient(era);
      const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
      const at = new URL(space === undefined ? url : `${url}/${space}`);
      await client.connect(new StreamableHTTPClientTransport(at, { requestInit: { headers } }));
      return client;
    },
    async stop() {
      started.child.kill('SIGTERM');
      const { stdout, stderr } = await started.finished;
      return stdout + stderr;
    },
  };
}

export async function callTool(client: Client, name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<ToolOutcome> {
  const result = await client.callTool({ name, arguments: args }, { ...(signal && { signal }) });
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text, failed: result.isError === true, ...(result.structuredContent !== undefined && { fields: result.structuredContent }) };
}

/** Reads all pages of `expand` by their cursors. */
export async function expandPages(
  client: Client,
  args: { readonly marker: string; readonly session: string; readonly budgetTokens: number },
): Promise<string[]> {
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const { text } = await callTool(client, 'expand', { ...args, ...(cursor !== undefined && { cursor }) });
    pages.push(text);
    cursor = /\[more follows: expand \S+ with session \S+ and cursor (\S+)\]$/.exec(text)?.[1];
  } while (cursor !== undefined);
  return pages;
}
