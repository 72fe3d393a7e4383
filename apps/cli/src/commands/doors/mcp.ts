import { once } from 'node:events';
import { stdin, stdout } from 'node:process';
import { openMemory, serveOverHttp, serveOverStdio } from '@total-recall/mcp';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { placeName, several, wholeNumber } from '../../option-values.ts';
import { isLoopback } from '../../output/first-steps.ts';
import { needKey, readConnection, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface McpOptions extends ConnectionOptions {
  readonly space: string;
  readonly session?: string;
  readonly http?: number | true;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly json?: boolean;
}

const DEFAULT_PORT = 8423;

export function addMcp(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('mcp')
    .description('Serve a memory to an agent over MCP: recall, open, remember and more as tools, over stdio or HTTP.');
  withConnection(command)
    .option('--space <name>', 'the space', placeName, DEFAULT_SPACE)
    .option('--session <name>', 'the session for calls that name none', placeName)
    .option(
      '--http [port]',
      `serve streamable HTTP instead of stdio, at /mcp and /mcp/SPACE (default port ${DEFAULT_PORT})`,
      wholeNumber(0, 65_535),
    )
    .option('--host <address>', 'with --http: the address to listen on', '127.0.0.1')
    .option('--allow-host <name>', 'with --http: also accept requests for this host name', several(hostName))
    .option('--allow-origin <name>', 'with --http: accept requests from web pages of this host', several(hostName))
    .option('--json', 'with --http: print its address as one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall mcp --space work           an agent starts this and speaks over stdin and stdout\n  total-recall mcp --http --space work    for agents that take a URL: http://127.0.0.1:8423/mcp\n\nThe service must run (`total-recall serve`). docs/mcp.md has the configuration for each agent.',
    )
    .action((options: McpOptions) =>
      execute((context) => (options.http === undefined ? overStdio(options, context) : overHttp(options, context))),
    );
}

function hostName(text: string): string {
  return text.trim().toLowerCase();
}

async function overStdio(options: McpOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, version, interrupted } = context;
  const { url, apiKey } = readConnection(options, context);
  const { space, session } = options;
  const memory = openMemory({ url, apiKey: needKey(apiKey), space, ...(session !== undefined && { session }) });
  context.endsWell();
  await serveOverStdio({ memory, version, stdin, stdout, signal: interrupted, note: terminal.note });
  return EXIT.ok;
}

async function overHttp(options: McpOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, version, interrupted } = context;
  const { space, session, host, allowHost = [], allowOrigin = [] } = options;
  const { url, apiKey } = readConnection(options, context);
  const local = isLoopback(host);
  if (!local && apiKey !== undefined)
    throw new CommandError(EXIT.usage, `Anyone who reaches ${host} could use the API key of this server.`, {
      advice: 'Leave out TOTAL_RECALL_API_KEY and --api-key so that each caller sends its own key, or listen on 127.0.0.1.',
    });
  const server = await serveOverHttp({
    host,
    port: options.http === true || options.http === undefined ? DEFAULT_PORT : options.http,
    hosts: allowHost,
    origins: allowOrigin,
    space,
    ...(apiKey !== undefined && { apiKey }),
    version,
    open: (key, named) => openMemory({ url, apiKey: key, space: named, ...(session !== undefined && { session }) }),
    note: terminal.note,
  });
  if (options.json) terminal.out(JSON.stringify({ url: server.url, serviceUrl: url }));
  else terminal.out(`MCP at ${server.url} for the memory at ${url}. Ctrl-C stops it.`);
  if (apiKey === undefined) terminal.note('Each caller sends its own key: Authorization: Bearer tr_...');
  if (!local) terminal.note(`Warning: it listens on ${host} without TLS. Put a proxy with TLS in front of it.`);
  context.endsWell();
  context.outlivesOutput();
  if (!interrupted.aborted) await once(interrupted, 'abort');
  await server.close();
  return EXIT.ok;
}
