import { readFileSync } from 'node:fs';
import { parseConfig, unknownVariables, type Configs } from '@total-recall/runtime';
import { restartForMemory } from '@total-recall/runtime/restart-for-memory';
import { observeProcess } from '../observe-process.ts';
import type { RunningService, ServiceProcess } from './running-service.ts';

/** Programs of a cluster that answer requests. */
export type ServiceName = 'ingest' | 'retriever' | 'consolidator' | 'gateway';

export interface ServiceMain<Name extends ServiceName> {
  readonly name: Name;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** URL of the app's `package.json`. */
  readonly manifest: URL;
  /** Resolves when the service answers requests. */
  readonly start: (service: ServiceProcess<Configs[Name]>) => Promise<RunningService>;
}

/** Runs one service until SIGINT or SIGTERM, then exits the process. Prints its addresses as one line of JSON. */
export function runService<Name extends ServiceName>(main: ServiceMain<Name>): void {
  restartForMemory(process);
  // A full disk or a closed pipe makes output fail; that must not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  serve(main).then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${main.name} could not start: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
}

async function serve<Name extends ServiceName>({ name, env, manifest, start }: ServiceMain<Name>): Promise<number> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const config = parseConfig(name, env);
  const observers = observeProcess(config, name);
  for (const variable of unknownVariables(env)) observers.logger.warn({ variable }, 'nothing reads this variable');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const service = await Promise.race([start({ config, ...observers, version }), signalled]);
  // A signal during the start ends the process at once: the data on the servers is safe at any point.
  if (!service) return 1;
  const { addresses, apiKey, stop } = service;
  process.stdout.write(`${JSON.stringify({ service: name, addresses, apiKey })}\n`);
  await signalled;
  const { problems } = await stop();
  return problems.length === 0 ? 0 : 1;
}
