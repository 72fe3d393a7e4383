// One service of the cluster: `main.js ingest|retriever|gateway`. Prints where it answers as one line of JSON, and ends with SIGINT or SIGTERM.
import { readFileSync } from 'node:fs';
import { createLogger } from '@total-recall/observability';
import { parseConfig, unknownVariables } from '@total-recall/runtime';
import { runGateway } from './run-gateway.ts';
import { runIngest, runRetriever } from './run-core-service.ts';

const SERVICES = { ingest: runIngest, retriever: runRetriever, gateway: runGateway };
const PACKAGE = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';

async function main(name: string | undefined): Promise<number> {
  const run = name !== undefined && Object.hasOwn(SERVICES, name) ? SERVICES[name as keyof typeof SERVICES] : undefined;
  if (!run) {
    process.stderr.write(`Which service? ${Object.keys(SERVICES).join(', ')}.\n`);
    return 2;
  }
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const config = parseConfig(process.env);
  const logger = createLogger({ level: config.logLevel, format: config.logFormat === 'text' ? 'text' : 'json' });
  for (const variable of unknownVariables(process.env)) logger.warn({ variable }, 'nothing reads this variable');
  const { version } = JSON.parse(readFileSync(new URL(PACKAGE, import.meta.url), 'utf8')) as { version: string };
  const service = await Promise.race([run(config, logger, version), signalled]);
  // What is on the servers bears an end at any time, so a start is not waited for.
  if (!service) return 1;
  const { addresses, apiKey, stop } = service;
  process.stdout.write(`${JSON.stringify({ service: name, addresses, apiKey })}\n`);
  await signalled;
  const { problems } = await stop();
  return problems.length === 0 ? 0 : 1;
}

main(process.argv[2]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${process.argv[2]} could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
