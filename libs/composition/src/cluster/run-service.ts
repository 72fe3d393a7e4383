import { readFileSync } from 'node:fs';
import {
  createHeldMemory,
  describeUnknown,
  parseConfig,
  reasonText,
  unknownVariables,
  type Configs,
  type HeldMemory,
} from '@total-recall/runtime';
import { collectAfterStart } from '@total-recall/runtime/collect-garbage';
import { restartForMemory } from '@total-recall/runtime/restart-for-memory';
import { observeProcess } from '../observe-process.ts';
import { openProcess, type OpenProcess } from '../open-process.ts';

/** Programs of a cluster that answer requests. */
export type ServiceName = 'ingest' | 'retriever' | 'consolidator' | 'gateway';

/** The open process of a service, with its config. */
export interface ServiceProcess<Config> extends OpenProcess {
  readonly config: Config;
  /** Collects what the caches of the process hold. */
  readonly held: HeldMemory;
}

/** Addresses and key that a service prints once it answers. */
export interface RunningService {
  /** Addresses by port: `service`, `operations`, `api`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Set only by the first start of a gateway. The key is stored nowhere else. */
  readonly apiKey?: string;
}

export interface ServiceMain {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** URL of the app's `package.json`. */
  readonly manifest: URL;
}

/**
 * Runs one service until SIGINT or SIGTERM, then exits the process. `start` opens and starts everything and resolves
 * when the service answers; its addresses are printed as one line of JSON. What it left in the lifecycle ends in the
 * reverse order, also when it fails.
 */
export function runService<Name extends ServiceName>(
  name: Name,
  main: ServiceMain,
  start: (service: ServiceProcess<Configs[Name]>) => Promise<RunningService>,
): void {
  restartForMemory(process);
  // A full disk or a closed pipe makes output fail; that must not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  serve(name, main, start).then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${name} could not start: ${reasonText(error)}\n`);
      process.exit(1);
    },
  );
}

async function serve<Name extends ServiceName>(
  name: Name,
  { env, manifest }: ServiceMain,
  start: (service: ServiceProcess<Configs[Name]>) => Promise<RunningService>,
): Promise<number> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const config = parseConfig(name, env);
  const observers = observeProcess(config, name);
  for (const unknown of unknownVariables(env)) observers.logger.warn({ ...unknown }, describeUnknown(unknown));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const service = { ...(await openProcess(config, { ...observers, role: name, version })), config, held: createHeldMemory() };
  const starting = start(service).catch(async (error: unknown) => {
    await service.life.stop();
    throw error;
  });
  const running = await Promise.race([starting, signalled]);
  // A signal during the start ends the process at once: the data on the servers is safe at any point.
  if (!running) return 1;
  const { addresses, apiKey } = running;
  collectAfterStart();
  process.stdout.write(`${JSON.stringify({ service: name, addresses, apiKey })}\n`);
  await signalled;
  const { problems } = await service.life.stop();
  return problems.length === 0 ? 0 : 1;
}
