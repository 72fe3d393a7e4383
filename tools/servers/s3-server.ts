import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { buildGoTool, type GoTool } from './build-go-tool.ts';
import { startChildServer } from './child-server.ts';
import type { RunningServer, ServerOptions } from './running-server.ts';

const VERSITYGW: GoTool = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw',
  version: 'v1.8.0',
  folder: 'cmd/versitygw',
  hash: 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=',
};
/** Credentials of the server, which listens on loopback only. */
const ACCESS_KEY = 'total-recall';
const SECRET_KEY = 'total-recall-secret';

/** Starts an S3 server over plain files: versitygw, built from source by the user's Go. */
export async function startS3(options: ServerOptions): Promise<RunningServer> {
  const { dataFolder, mayFetch, onStep } = options;
  const command = await buildGoTool(VERSITYGW, mayFetch, (text) => onStep(`s3: ${text}`));
  const port = options.port ?? (await freePort());
  const data = join(dataFolder, 'data');
  await mkdir(data, { recursive: true });
  onStep('s3: starting');
  const url = `http://127.0.0.1:${port}`;
  const child = await startChildServer({
    name: 's3',
    command,
    // `--keep-alive`, because by default it closes a connection after each answer, which no cloud service does.
    args: ['--port', `127.0.0.1:${port}`, '--health', '/health', '--keep-alive', 'posix', data],
    env: { ...process.env, ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
    detached: options.detached,
    logFile: join(dataFolder, 'server.log'),
    ready: async () => (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
  const settings = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY, region: 'us-east-1' };
  return { name: 's3', url, settings, exited: child.exited, stop: () => child.stop() };
}
