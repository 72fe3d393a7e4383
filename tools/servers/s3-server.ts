import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { startChildServer } from './child-server.ts';
import type { RunningServer, ServerOptions } from './running-server.ts';
import { findCommand, installedFolder, MissingTool, run, runFetch } from './server-host.ts';

const MODULE = 'github.com/versity/versitygw';
const VERSION = 'v1.8.0';
/** Go's own hash (SHA-256) of the module's sources. */
const MODULE_HASH = 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=';
const BUILD_TIMEOUT_MS = 1_800_000;
/** Of a server that listens on loopback only. */
const ACCESS_KEY = 'total-recall';
const SECRET_KEY = 'total-recall-secret';

/** An S3 server over plain files: versitygw, built from source by the user's Go. */
export async function startS3(options: ServerOptions): Promise<RunningServer> {
  const { dataFolder, mayFetch, onStep } = options;
  const installed = await installedFolder(`versitygw-${VERSION}`, mayFetch, async (draft) => {
    onStep('s3: building versitygw, a few minutes');
    await build(draft);
  });
  const port = options.port ?? (await freePort());
  const data = join(dataFolder, 'data');
  await mkdir(data, { recursive: true });
  onStep('s3: starting');
  const url = `http://127.0.0.1:${port}`;
  const child = await startChildServer({
    name: 's3',
    command: join(installed, 'bin', 'versitygw'),
    args: ['--port', `127.0.0.1:${port}`, '--health', '/health', 'posix', data],
    env: { ...process.env, ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
    logFile: join(dataFolder, 'server.log'),
    ready: async () => (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
  const settings = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY, region: 'us-east-1' };
  return { name: 's3', url, settings, exited: child.exited, stop: () => child.stop() };
}

async function build(folder: string): Promise<void> {
  const go = await findCommand('go');
  if (go === undefined) throw new MissingTool('There is no Go here; it builds the S3 server.');
  const [path, cache, bin] = [join(folder, 'path'), join(folder, 'cache'), join(folder, 'bin')];
  const flags = `${process.env['GOFLAGS'] ?? ''} -modcacherw`.trim();
  const env = { ...process.env, GOPATH: path, GOMODCACHE: join(path, 'mod'), GOCACHE: cache, GOBIN: bin, GOFLAGS: flags, CGO_ENABLED: '0' };
  try {
    await runFetch(go, ['install', '-ldflags', '-s -w', `${MODULE}/cmd/versitygw@${VERSION}`], { env, timeout: BUILD_TIMEOUT_MS });
    const { stdout } = await run(go, ['version', '-m', join(bin, 'versitygw')]);
    const found = stdout.split('\n').find((line) => line.includes(`\tmod\t${MODULE}\t${VERSION}\t`));
    if (!found?.endsWith(MODULE_HASH))
      throw new Error(`The sources of ${MODULE} ${VERSION} are not those that were expected: ${found?.trim()}`);
  } finally {
    await rm(path, { recursive: true, force: true });
    await rm(cache, { recursive: true, force: true });
  }
}
