import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { addShortLeases, SHORT_LEASES } from './add-short-leases.ts';
import { startChildServer } from './child-server.ts';
import { fetchMavenFiles } from './fetch-maven-files.ts';
import { httpOk } from './http-ok.ts';
import files from './opensearch-files.json' with { type: 'json' };
import type { RunningServer, ServerOptions } from './running-server.ts';
import { COMPILE_ONCE, exists, findCommand, findJava, installedFolder, MissingTool, run } from './server-host.ts';

const VERSION = '3.6.0';
const JAVA_VERSION = 21;
const PLUGINS = ['opensearch-knn', 'neural-search'];
/** Lines of the distribution's JVM settings that do not fit a server of this size and place. */
const NOT_OURS = /^(-Xm[sx]|[0-9-]*:?-Xlog:gc|.*HeapDumpOnOutOfMemory)/;

/**
 * Starts one OpenSearch node with k-NN and hybrid queries. Vectors must use the engine `lucene`: this distribution
 * lacks the native ones, and the first document of an index that names one ends the node.
 */
export async function startOpenSearch(options: ServerOptions): Promise<RunningServer> {
  const { dataFolder, mayFetch, onStep } = options;
  const java = await findJava(JAVA_VERSION);
  const home = await installedFolder(`opensearch-${VERSION}`, mayFetch, async (draft) => {
    onStep('opensearch: fetching 172 MB');
    await install(draft, java);
  });
  if (options.isShortLived) await addShortLeases(home, java, VERSION);
  const port = options.port ?? (await freePort());
  const folders = {
    config: join(dataFolder, 'config'),
    data: join(dataFolder, 'data'),
    logs: join(dataFolder, 'logs'),
    tmp: join(dataFolder, 'tmp'),
  };
  for (const folder of [folders.data, folders.logs, folders.tmp]) await mkdir(folder, { recursive: true });
  if (!(await exists(folders.config))) await cp(join(home, 'config'), folders.config, { recursive: true });
  await writeConfig(folders, port, await freePort());
  onStep('opensearch: starting, about half a minute');
  const url = `http://127.0.0.1:${port}`;
  const [command, ...args] = [...(await unprivilegedPrefix()), join(home, 'bin', 'opensearch')];
  const child = await startChildServer({
    name: 'opensearch',
    command: command!,
    args,
    cwd: home,
    env: {
      ...process.env,
      HOME: dataFolder,
      OPENSEARCH_JAVA_HOME: java,
      OPENSEARCH_PATH_CONF: folders.config,
      OPENSEARCH_TMPDIR: folders.tmp,
      OPENSEARCH_JAVA_OPTS: ['-Xms1g -Xmx1g -XX:-AlwaysPreTouch', ...(options.isShortLived ? [COMPILE_ONCE, SHORT_LEASES] : [])].join(' '),
    },
    detached: options.detached,
    logFile: join(dataFolder, 'server.log'),
    readyMs: 240_000,
    ready: () => httpOk(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`),
  });
  return { name: 'opensearch', url, exited: child.exited, stop: () => child.stop() };
}

async function install(folder: string, java: string): Promise<void> {
  await fetchMavenFiles(files, folder);
  const unpack = async (zip: string, into: string): Promise<void> => {
    await mkdir(into, { recursive: true });
    await run(join(java, 'bin', 'jar'), ['xf', join(folder, 'files', zip)], { cwd: into });
  };
  const names = Object.keys(files.sha256);
  const zipOf = (name: string): string => names.find((zip) => zip.startsWith(`${name}-3.`))!;
  await unpack(zipOf('opensearch'), join(folder, 'unpacked'));
  const [root] = await readdir(join(folder, 'unpacked'));
  for (const entry of await readdir(join(folder, 'unpacked', root!)))
    await rename(join(folder, 'unpacked', root!, entry), join(folder, entry));
  for (const plugin of PLUGINS) await unpack(zipOf(plugin), join(folder, 'plugins', plugin));
  for (const script of await readdir(join(folder, 'bin'))) await chmod(join(folder, 'bin', script), 0o755);
  // 75 MB of geographic data that is not used here.
  for (const left of ['unpacked', 'files', 'pom.xml', 'modules/ingest-geoip'])
    await rm(join(folder, left), { recursive: true, force: true });
}

async function writeConfig(
  folders: Readonly<Record<'config' | 'data' | 'logs', string>>,
  port: number,
  transportPort: number,
): Promise<void> {
  const settings = {
    'cluster.name': 'total-recall',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': transportPort,
    'path.data': folders.data,
    'path.logs': folders.logs,
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  await writeFile(join(folders.config, 'opensearch.yml'), lines.join(''));
  const jvm = join(folders.config, 'jvm.options');
  const kept = (await readFile(jvm, 'utf8')).split('\n').filter((line) => !NOT_OURS.test(line));
  await writeFile(jvm, kept.join('\n'));
}

/**
 * Returns a command prefix for root: OpenSearch refuses to run as root, and a user namespace gives it another user id.
 */
async function unprivilegedPrefix(): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  const unshare = await findCommand('unshare');
  const prefix = ['-U', '--map-user=1000', '--map-group=1000'];
  const works =
    unshare !== undefined &&
    (await run(unshare, [...prefix, 'true']).then(
      () => true,
      () => false,
    ));
  if (!works) throw new MissingTool('OpenSearch does not run as root, and no user namespace can be made here. Run this as another user.');
  return [unshare, ...prefix];
}
