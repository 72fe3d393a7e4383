import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { startChildServer, type ChildServer } from '../servers/child-server.ts';

export type ServiceName = 'ingest' | 'retriever' | 'consolidator' | 'gateway';

/** A service in its own process. Once stopped it can be started again at the same addresses. */
export interface ServiceProcess {
  readonly name: string;
  readonly app: ServiceName;
  /** Addresses by purpose: `service`, `operations`, `api`, `grpc`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** First API key; only after the first start of a gateway. */
  readonly apiKey?: string;
  /** Id of the current or last process. */
  readonly pid: number;
  /** Resolves when that process has ended, with the way it ended. */
  readonly exited: Promise<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
}

export interface ServiceProcessOptions {
  /** Name of the log; several replicas of a service have different ones. */
  readonly name: string;
  /** Folder of the app under `apps`. */
  readonly app: ServiceName;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** True when the caller ends the process itself, so that Ctrl-C in a terminal does not reach it. */
  readonly detached: boolean;
}

interface Started {
  readonly child: ChildServer;
  readonly addresses: Readonly<Record<string, string>>;
  readonly apiKey?: string;
}

const PORT_VARIABLES = ['TOTAL_RECALL_SERVICE_PORT', 'TOTAL_RECALL_OPS_PORT', 'TOTAL_RECALL_PORT', 'TOTAL_RECALL_GRPC_PORT'];

/** Starts a service and waits until it answers. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  let starts = 0;
  const startOnce = (ports: Readonly<Record<string, string>>): Promise<Started> =>
    startProcess(options, starts++ === 0 ? `${options.name}.log` : `${options.name}-${starts}.log`, ports);
  const ports = await portsOf(options.env);
  let running = await startOnce(ports);
  const { addresses, apiKey } = running;
  return {
    name: options.name,
    app: options.app,
    addresses,
    ...(apiKey !== undefined && { apiKey }),
    get pid() {
      return running.child.pid;
    },
    get exited() {
      return running.child.exited;
    },
    start: async () => {
      running = await startOnce(ports);
    },
    stop: () => running.child.stop(),
    kill: () => running.child.kill(),
  };
}

/** Chooses ports in place of any port, so that a service that starts again finds its own free. */
async function portsOf(env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string>>> {
  const ports: Record<string, string> = {};
  for (const name of PORT_VARIABLES) if (env[name] === '0') ports[name] = String(await freePort());
  return ports;
}

/** Starts the process. Its standard output may contain the first key and is kept out of the log. */
async function startProcess(
  { name, app, folder, env, detached }: ServiceProcessOptions,
  log: string,
  ports: NodeJS.ProcessEnv,
): Promise<Started> {
  let printed = '';
  const main = fileURLToPath(new URL(`../../apps/${app}/dist/program/main.js`, import.meta.url));
  const child = await startChildServer({
    name,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', main],
    env: { ...env, ...ports },
    detached,
    logFile: join(folder, log),
    onOutput: (text) => (printed += text),
    ready: async () => printed.includes('\n'),
  });
  return { child, ...(JSON.parse(printed) as Omit<Started, 'child'>) };
}
