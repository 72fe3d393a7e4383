import { once } from 'node:events';
import { MIN_WINDOW_TOKENS } from '@total-recall/domain';
import type { StandaloneConfig } from '@total-recall/runtime';
import { collectAfterStart } from '@total-recall/runtime/collect-garbage';
import type { Standalone } from '@total-recall/standalone';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { describeError } from '../../describe-error.ts';
import { CommandError, type ExitCode } from '../../exit-code.ts';
import { tokensFrom } from '../../option-values.ts';
import { curlLines } from '../../output/first-steps.ts';
import type { Style } from '../../output/terminal.ts';
import { startService, stopService } from '../../service/start-service.ts';

interface ServeOptions {
  readonly host?: string;
  readonly port?: string;
  readonly opsHost?: string;
  readonly opsPort?: string;
  readonly dataDir?: string;
  readonly window?: number;
  readonly logLevel?: string;
  readonly json?: boolean;
}

export function addServe(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('serve')
    .description('Start the service. It keeps everything in one folder and needs no other server.')
    .option('--host <address>', 'address of the API (TOTAL_RECALL_HOST; default 127.0.0.1)')
    .option('--port <number>', 'port of the API, 0 for any free port (TOTAL_RECALL_PORT; default 8420)')
    .option('--ops-host <address>', 'address of metrics and probes (TOTAL_RECALL_OPS_HOST; default 127.0.0.1)')
    .option('--ops-port <number>', 'port of metrics and probes (TOTAL_RECALL_OPS_PORT; default 8421)')
    .option('--data-dir <folder>', 'the data folder (TOTAL_RECALL_DATA_DIR; default ~/.total-recall)')
    .option(
      '--window <tokens>',
      'context window of sessions whose policy sets none, such as 32K (TOTAL_RECALL_WINDOW_TOKENS; default 128000)',
      tokensFrom(MIN_WINDOW_TOKENS),
    )
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (TOTAL_RECALL_LOG_LEVEL)')
    .option('--json', 'print the addresses it listens on as one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall serve\n  total-recall serve --port 9000 --data-dir ./memory\n\nThe first start creates a tenant and prints its API key, once. Ctrl-C stops the service cleanly.',
    )
    .action((options: ServeOptions) => execute((context) => serve(options, context)));
}

async function serve(options: ServeOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, interrupted } = context;
  const config = readConfig('standalone', io, {
    TOTAL_RECALL_HOST: { flag: '--host', value: options.host },
    TOTAL_RECALL_PORT: { flag: '--port', value: options.port },
    TOTAL_RECALL_OPS_HOST: { flag: '--ops-host', value: options.opsHost },
    TOTAL_RECALL_OPS_PORT: { flag: '--ops-port', value: options.opsPort },
    TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir },
    TOTAL_RECALL_WINDOW_TOKENS: { flag: '--window', value: options.window?.toString() },
    TOTAL_RECALL_LOG_LEVEL: { flag: '--log-level', value: options.logLevel },
  });
  const standalone = await startService(config, context).catch((error: unknown) => {
    throw portInUse(error) ?? error;
  });
  collectAfterStart();
  if (options.json) terminal.out(JSON.stringify(describe(standalone, config)));
  else terminal.out(renderStart(standalone, config, context));
  if (!interrupted.aborted) await once(interrupted, 'abort');
  terminal.note('Stopping; press Ctrl-C again to force.');
  return stopService(standalone, terminal);
}

function portInUse(error: unknown): CommandError | undefined {
  const { code, message, exitCode } = describeError(error);
  if (code !== 'EADDRINUSE') return undefined;
  const advice =
    'Stop what listens there, or choose other ports: --port for the API, --ops-port for metrics, TOTAL_RECALL_PROXY_PORT for the proxy (0 takes any free port).';
  return new CommandError(exitCode, message, { code, advice, cause: error });
}

function describe({ url, grpcAddress, proxyUrl, operationsUrl, bootstrap }: Standalone, config: StandaloneConfig): object {
  const made =
    bootstrap.kind === 'created' ? { tenant: bootstrap.tenant, apiKey: bootstrap.apiKey, curl: curlLines(url, bootstrap.apiKey) } : {};
  return {
    url,
    docsUrl: `${url}/docs`,
    grpcAddress,
    proxyUrl,
    operationsUrl,
    dataDir: config.dataDir,
    firstStart: bootstrap.kind === 'created',
    ...made,
  };
}

/** A tenant without a key is what a first start leaves that was cut short, or a control.db that lost its keys. */
function createdKey({ tenant, hadTenant }: Standalone['bootstrap'] & { readonly kind: 'created' }, style: Style): string {
  return hadTenant
    ? `The tenant ${style('bold', tenant)} had no API key, so one was created. If it should have keys, stop and put control.db back from a backup.`
    : `First start: created the tenant ${style('bold', tenant)} and its API key.`;
}

function renderStart(
  { url, grpcAddress, proxyUrl, operationsUrl, bootstrap }: Standalone,
  config: StandaloneConfig,
  { terminal, version }: CommandContext,
): string {
  const { style } = terminal;
  const lines = [
    style('bold', `Total Recall ${version}`),
    '',
    `  API         ${style('cyan', url)}`,
    `  docs        ${style('cyan', `${url}/docs`)}`,
    ...(grpcAddress === undefined ? [] : [`  gRPC        ${style('cyan', grpcAddress)}`]),
    ...(proxyUrl === undefined ? [] : [`  proxy       ${style('cyan', proxyUrl)}`]),
    `  operations  ${style('cyan', `${operationsUrl}/readyz`)}  ${style('cyan', `${operationsUrl}/metrics`)}`,
    `  data        ${config.dataDir}`,
    '',
  ];
  if (bootstrap.kind === 'created') {
    lines.push(
      `${createdKey(bootstrap, style)} ${style('yellow', 'The key is shown only this once:')}`,
      '',
      `  ${style('bold', bootstrap.apiKey)}`,
      '',
      'Paste these to append an event, recall it and assemble a window:',
      '',
      ...curlLines(url, bootstrap.apiKey),
      '',
    );
  } else {
    lines.push(
      'The data folder already has a tenant and a key. For another key run `total-recall keys create`, or `keys recover` if none is left.',
      '',
    );
  }
  lines.push(style('dim', 'Ctrl-C stops it.'));
  return lines.join('\n');
}
