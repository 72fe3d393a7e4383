import { once } from 'node:events';
import { createClient, TotalRecallApiError, TotalRecallConnectionError } from '@total-recall/client';
import { drainMsOf } from '@total-recall/composition';
import { newSecret } from '@total-recall/gateway';
import { createLogger, createMetrics } from '@total-recall/observability';
import { serveProxy, type ProxyOptions, type ProxyServer } from '@total-recall/proxy';
import { createSystemClock, createSystemRandom, createSystemScheduler, createTokenCounter, TotalRecallError } from '@total-recall/runtime';
import type { Standalone } from '@total-recall/standalone';
import { Option, type Command } from 'commander';
import { readConfig, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { isAstray } from '../../describe-error.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { several } from '../../option-values.ts';
import { isLoopback } from '../../output/first-steps.ts';
import { createKeyCheck, type KeyCheck } from '../../service/check-keys.ts';
import { openRemoteMemory } from '../../service/remote-memory.ts';
import { startService, stopService } from '../../service/start-service.ts';
import { lowerCase, readProxySettings, withProxyFlags, type ProxyFlags, type ProxySettings } from './proxy-settings.ts';

interface ProxyCommandOptions extends ProxyFlags {
  readonly url?: string;
  readonly apiKey?: string;
  readonly dataDir?: string;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly json?: boolean;
}

/** Options with the settings that flags or variables give. */
type Resolved = Omit<ProxyCommandOptions, keyof ProxyFlags> & ProxySettings;

const MIB = 1024 * 1024;
/** Time limit of one append. It runs beside the call, which does not wait for it. */
const APPEND_TIMEOUT_MS = 10_000;
/** Time limit of asking for a key. A call goes on long before, without a memory. */
const KEY_TIMEOUT_MS = 2_000;
/** Name of the key by which a proxy reaches the service in its own process. */
const OWN_KEY = 'total-recall proxy';

export function addProxy(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('proxy')
    .description(
      'Run a proxy for the OpenAI and Anthropic APIs that records each conversation and fits it into the window. An agent only changes its base URL.',
    )
    .addOption(new Option('--url <address>', 'a running service to use (TOTAL_RECALL_URL); by default this process runs one itself'))
    .addOption(new Option('--api-key <key>', 'with --url: the API key for callers that send none (better in TOTAL_RECALL_API_KEY)'))
    .option('--data-dir <folder>', 'without --url: the data folder (TOTAL_RECALL_DATA_DIR; default ~/.total-recall)')
    .option('--host <address>', 'the address to listen on', '127.0.0.1');
  withProxyFlags(command)
    .option('--allow-host <name>', 'also accept requests for this host name', several(lowerCase))
    .option('--json', 'print the addresses it listens on as one JSON object')
    .addHelpText(
      'after',
      '\nA flag overrides the variable in its parentheses, which also counts for the proxy in `total-recall serve`.\n\nExamples:\n  total-recall proxy\n  OPENAI_BASE_URL=http://127.0.0.1:8424/v1 my-agent\n  ANTHROPIC_BASE_URL=http://127.0.0.1:8424 my-agent\n\ndocs/proxy.md has the setting for each SDK.',
    )
    .action((options: ProxyCommandOptions) => execute((context) => proxy(options, context)));
}

async function proxy(given: ProxyCommandOptions, context: CommandContext): Promise<ExitCode> {
  const options: Resolved = { ...given, ...readProxySettings(given, context) };
  const { url, apiKey } = readSettings(context.io, {
    TOTAL_RECALL_URL: { flag: '--url', value: options.url },
    TOTAL_RECALL_API_KEY: { flag: '--api-key', value: options.apiKey },
  });
  return url === undefined
    ? withOwnService(options, context)
    : beforeService(options, context, { url, ...(apiKey !== undefined && { apiKey }) });
}

/** Serves a memory and stands before the vendors in one process; callers on this machine need no key. */
async function withOwnService(options: Resolved, context: CommandContext): Promise<ExitCode> {
  const config = readConfig('standalone', context.io, {
    TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir },
    // The variable gives the port of this proxy. The service behind it serves none of its own.
    TOTAL_RECALL_PROXY_PORT: { flag: '--port', value: 'off' },
  });
  const standalone = await startService(config, context).catch((error: unknown) => {
    throw serviceRuns(error) ?? error;
  });
  const apiKey = await ownKey(standalone, config.tenant);
  const { terminal } = context;
  const { bootstrap } = standalone;
  const firstStart =
    bootstrap.kind === 'created' &&
    `${bootstrap.hadTenant ? 'The tenant had no API key, so one was created.' : 'First start: created a tenant.'} Its API key, for other programs, is shown only this once: ${bootstrap.apiKey}`;
  if (firstStart && !options.json) terminal.out(firstStart);
  const server = await listen(options, context, {
    ...(isLoopback(options.host) && { apiKey }),
    ...memoryAt(standalone.url),
    tokens: standalone.cores.tokens,
    onErased: (run) => standalone.cores.stores.keys.onDestroyed(run),
  }).catch(async (error: unknown) => {
    // No later start shows the key.
    if (firstStart && options.json) terminal.note(firstStart);
    await standalone.stop();
    throw error;
  });
  const made = bootstrap.kind === 'created' ? { tenant: bootstrap.tenant, apiKey: bootstrap.apiKey } : {};
  if (options.json) terminal.out(JSON.stringify({ url: server.url, serviceUrl: standalone.url, dataDir: config.dataDir, ...made }));
  else terminal.out(startLines(server.url, options, `${config.dataDir}, served at ${standalone.url}`));
  await untilInterrupted(server, context, drainMsOf(config));
  return stopService(standalone, terminal);
}

async function beforeService(
  options: Resolved,
  context: CommandContext,
  { url, apiKey }: { readonly url: string; readonly apiKey?: string },
): Promise<ExitCode> {
  if (apiKey !== undefined && !isLoopback(options.host))
    throw new CommandError(EXIT.usage, `Anyone who reaches ${options.host} could use the API key of this proxy.`, {
      advice: 'Leave out TOTAL_RECALL_API_KEY and --api-key so that each caller sends its own key, or listen on 127.0.0.1.',
    });
  const tokens = createTokenCounter();
  const { terminal } = context;
  const { forbid, ...memory } = memoryAt(url);
  const server = await listen(options, context, { ...(apiKey !== undefined && { apiKey }), ...memory, tokens });
  if (await answersAsMemory({ url, apiKey }, context)) await tellOfRights({ url, apiKey, space: options.space, forbid }, context);
  if (options.json) terminal.out(JSON.stringify({ url: server.url, serviceUrl: url }));
  else terminal.out(startLines(server.url, options, url));
  context.endsWell();
  context.outlivesOutput();
  await untilInterrupted(server, context, drainMsOf(readConfig('standalone', context.io)));
  await tokens.close();
  return EXIT.ok;
}

function listen(
  options: Resolved,
  { io, terminal }: CommandContext,
  memory: Pick<ProxyOptions, 'apiKey' | 'open' | 'authenticate' | 'tokens' | 'onErased'>,
): Promise<ProxyServer> {
  const { host, port, space, windowTokens, modelWindows, origins, addsTools } = options;
  if (memory.apiKey === undefined)
    terminal.note('Each caller sends an API key of the service: in the header X-Total-Recall-Key, or as /tr_... before the path.');
  if (!isLoopback(host)) terminal.note(`Warning: it listens on ${host} without TLS. Put a proxy with TLS in front of it.`);
  const format = io.stderr.isTTY ? 'text' : 'json';
  return serveProxy({
    host,
    port,
    space,
    hosts: options.allowHost ?? [],
    origins,
    upstreams: { openai: options.openaiUrl, anthropic: options.anthropicUrl },
    proxies: io.env,
    ...(windowTokens !== undefined && { windowTokens }),
    modelWindows,
    answerBytes: options.answerMb * MIB,
    addsTools,
    ...memory,
    clock: createSystemClock(),
    scheduler: createSystemScheduler(),
    metrics: createMetrics({ processMetrics: true }),
    logger: createLogger({ level: readConfig('standalone', io).logLevel, format, service: 'proxy' }),
  });
}

/** Says what to do where a service runs on the folder, or at its port: one process serves a folder. */
function serviceRuns(error: unknown): CommandError | undefined {
  const advice = 'If a service runs there, let the proxy use it: --url http://127.0.0.1:8420, with a key in TOTAL_RECALL_API_KEY.';
  if (error instanceof TotalRecallError && error.details?.['problem'] === 'in_use')
    return new CommandError(EXIT.failed, error.message, { code: error.code, advice, cause: error });
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, port, address } = at as NodeJS.ErrnoException & { port?: number; address?: string };
    if (code === 'EADDRINUSE')
      return new CommandError(EXIT.failed, `Port ${port} of ${address}, for the service, is in use.`, {
        code,
        advice: `${advice} Otherwise choose other ports with TOTAL_RECALL_PORT and TOTAL_RECALL_OPS_PORT.`,
        cause: error,
      });
  }
  return undefined;
}

/**
 * Says at the start that nothing would be kept, which the calls themselves are not held up for. Returns true where the
 * memory knows the key of this proxy.
 */
async function answersAsMemory({ url, apiKey = 'tr_none' }: { url: string; apiKey?: string }, { terminal }: CommandContext) {
  const isOwn = apiKey !== 'tr_none';
  try {
    await askOnce(url, apiKey).call('getTenant', {});
    return true;
  } catch (error) {
    if (error instanceof TotalRecallConnectionError)
      terminal.note(
        `Warning: ${url} does not answer. Until it does, calls go on and nothing is recorded. Start it with \`total-recall serve\`.`,
      );
    else if (isOwn && error instanceof TotalRecallApiError && error.status === 401 && !isAstray(error))
      terminal.note(`Warning: ${url} rejects the key in TOTAL_RECALL_API_KEY, so calls that send no other key are refused.`);
    else if (!(error instanceof TotalRecallApiError) || (isAstray(error) && !error.retryable)) {
      const answer = error instanceof TotalRecallApiError ? error.status : 'no JSON';
      terminal.note(
        `Warning: ${url} does not answer like Total Recall (${answer}), so calls go on and nothing is recorded. Is that the address of the API, without /v1?`,
      );
    }
    return isOwn && error instanceof TotalRecallApiError && error.code === 'forbidden' && !isAstray(error);
  }
}

/**
 * Says at the start that the key of this proxy may not append to its space. It asks by an append of no event, which the
 * memory refuses in any case: it looks at the rights first.
 */
async function tellOfRights(
  { url, apiKey = '', space, forbid }: { url: string; apiKey?: string; space: string; forbid: KeyCheck['forbid'] },
  { terminal }: CommandContext,
): Promise<void> {
  const asked = { params: { space, session: 'proxy' }, body: { events: [] } };
  const error: unknown = await askOnce(url, apiKey)
    .call('appendEvents', asked)
    .catch((refusal: unknown) => refusal);
  if (!(error instanceof TotalRecallApiError) || error.code !== 'forbidden' || isAstray(error)) return;
  const why = error.message.slice(error.code.length + 2);
  forbid({ apiKey, space }, new TotalRecallError(error.code, why, { cause: error }));
  terminal.note(
    `Warning: the key of this proxy may not append to the space ${space}, so calls are refused. ${why} Create one that may with \`total-recall keys create --scopes read,write\`.`,
  );
}

const askOnce = (url: string, apiKey: string) => createClient({ url, apiKey, timeoutMs: KEY_TIMEOUT_MS, retry: { attempts: 1 } });

/** Serves until the first signal, and lets calls under way finish for a while. A second signal ends the process at once. */
async function untilInterrupted(server: ProxyServer, { interrupted }: CommandContext, drainMs: number): Promise<void> {
  if (!interrupted.aborted) await once(interrupted, 'abort');
  await server.close(drainMs);
}

function startLines(url: string, { space, openaiUrl, anthropicUrl }: Resolved, memory: string): string {
  return [
    `The proxy answers at ${url}`,
    '',
    `  OpenAI SDKs       OPENAI_BASE_URL=${url}/v1       forwards to ${openaiUrl}`,
    `  Anthropic SDKs    ANTHROPIC_BASE_URL=${url}       forwards to ${anthropicUrl}`,
    `  memory            ${memory}, space ${space}`,
    `  metrics           ${url}/-/metrics`,
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

function memoryAt(url: string): Pick<ProxyOptions, 'open' | 'authenticate'> & Pick<KeyCheck, 'forbid'> {
  const { check, forbid } = createKeyCheck((apiKey) => askOnce(url, apiKey).call('getTenant', {}), createSystemClock());
  return {
    forbid,
    open(apiKey) {
      const client = createClient({ url, apiKey, timeoutMs: APPEND_TIMEOUT_MS, retry: { attempts: 2 } });
      return openRemoteMemory(client, (space, refusal) => forbid({ apiKey, space }, refusal));
    },
    authenticate: check,
  };
}

/** Returns a key for this process alone. It is one key, with a new secret at each start. */
async function ownKey({ gateway, cores }: Standalone, tenant: string): Promise<string> {
  const { control } = cores.stores;
  const known = (await control.apiKeys(tenant)).find(({ name, revokedAt }) => name === OWN_KEY && revokedAt === undefined);
  if (!known) return (await gateway.issueKey(tenant, { name: OWN_KEY, scopes: ['read', 'write'] })).apiKey;
  const { secretHash, text } = newSecret(createSystemRandom(), known.id);
  await control.putApiKey({ ...known, secretHash });
  return text;
}
