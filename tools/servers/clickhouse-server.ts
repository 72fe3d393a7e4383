import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { startChildServer } from './child-server.ts';
import lock from './clickhouse-lock.json' with { type: 'json' };
import { httpOk } from './http-ok.ts';
import type { RunningServer, ServerOptions } from './running-server.ts';
import { findCommand, installedFolder, MissingTool, runFetch } from './server-host.ts';

const INSTALL_TIMEOUT_MS = 600_000;

/** Starts ClickHouse's engine (npm chdb) behind a process that serves its HTTP interface. */
export async function startClickhouse(options: ServerOptions): Promise<RunningServer> {
  const { dataFolder, mayFetch, onStep } = options;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new MissingTool('The engine of ClickHouse is pinned for Linux on x64 only.');
  const installed = await installedFolder('clickhouse-chdb-3.4.0', mayFetch, async (draft) => {
    onStep('clickhouse: fetching the engine, about 550 MB unpacked');
    await install(draft);
  });
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const data = join(dataFolder, 'data');
  await mkdir(data, { recursive: true });
  onStep('clickhouse: starting');
  const child = await startChildServer({
    name: 'clickhouse',
    command: process.execPath,
    args: ['--no-warnings', fileURLToPath(new URL('clickhouse-front.ts', import.meta.url)), installed, data, String(port)],
    detached: options.detached,
    logFile: join(dataFolder, 'server.log'),
    ready: () => httpOk(`${url}/ping`),
  });
  return { name: 'clickhouse', url, exited: child.exited, stop: () => child.stop() };
}

/** Installs the packages of the lock file. npm checks their hashes, and none of their scripts runs. */
async function install(folder: string): Promise<void> {
  const npm = await findCommand('npm');
  if (npm === undefined) throw new MissingTool('There is no npm here; it fetches ClickHouse.');
  const { name, version, dependencies } = lock.packages[''];
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, private: true, dependencies }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const args = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
  await runFetch(npm, args, { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
}
