import { readFileSync } from 'node:fs';
import { parseConfig, unknownVariables } from '@total-recall/runtime';
import { restartForMemory } from '@total-recall/runtime/restart-for-memory';
import { observeProcess } from '../observe-process.ts';
import type { RunningService, ServiceProcess } from './running-service.ts';

export interface ServiceMain {
  readonly name: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `package.json` of the app. */
  readonly manifest: URL;
  /** Resolves when the service answers. */
  readonly start: (service: ServiceProcess) => Promise<RunningService>;
}

/** The life of one service: prints where it answers as one line of JSON, ends with SIGINT or SIGTERM, and the process with it. */
export function runService(main: ServiceMain): void {
  restartForMemory(process);
  // Output that cannot be written, as on a full disk or a closed pipe, ends no service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  serve(main).then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${main.name} could not start: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
}

async function serve({ name, env, manifest, start }: ServiceMain): Promise<number> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const config = parseConfig(env);
  const observers = observeProcess(config, name);
  for (const variable of unknownVariables(env)) observers.logger.warn({ variable }, 'nothing reads this variable');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const service = await Promise.race([start({ config, ...observers, version }), signalled]);
  // What is on the servers bears an end at any time, so a start is not waited for.
  if (!service) return 1;
  const { addresses, apiKey, stop } = service;
  process.stdout.write(`${JSON.stringify({ service: name, addresses, apiKey })}\n`);
  await signalled;
  const { problems } = await stop();
  return problems.length === 0 ? 0 : 1;
}
