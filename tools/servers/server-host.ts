import { execFile } from 'node:child_process';
import { access, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** Flag of a Java program that ends soon: half of the processor time until OpenSearch answers is compiling for speed. */
export const COMPILE_ONCE = '-XX:TieredStopAtLevel=1';

/**
 * Runs a command that fetches a server. Errors: `MissingTool` with the first line of the problem, as only the download
 * failed.
 */
export async function runFetch(command: string, args: readonly string[], options: Parameters<typeof run>[2]): Promise<void> {
  try {
    await run(command, args, { maxBuffer: 1 << 24, shell: process.platform === 'win32', ...options });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const lines = `${stdout}\n${stderr}`.split('\n');
    const line = lines.find((text) => /error/i.test(text)) ?? (error as Error).message;
    throw new MissingTool(`${command} could not fetch it: ${line.slice(0, 200)}`, { cause: error });
  }
}

/** Thrown when the machine lacks something that a server needs, so that it is reported and never silently skipped. */
export class MissingTool extends Error {
  override readonly name = 'MissingTool';
}

/** Returns the user's cache folder for servers. */
function serverCacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'total-recall', 'servers');
}

/**
 * Returns the cached folder of one version of a server. `install` fills it once; a half-filled folder is never visible.
 */
export async function installedFolder(name: string, mayFetch: boolean, install: (folder: string) => Promise<void>): Promise<string> {
  const cache = serverCacheFolder();
  const folder = join(cache, name);
  if (await exists(folder)) return folder;
  if (!mayFetch)
    throw new MissingTool(
      `${name} is not in ${cache}. "npm run servers" fetches it, and so do tests with TOTAL_RECALL_TEST_SERVERS=fetch.`,
    );
  const draft = join(cache, `.draft-${name}-${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { recursive: true });
  try {
    await install(draft);
    // Another process may have been first, with the same content.
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Returns the path of a command; undefined if it does not exist. */
export async function findCommand(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const suffix of process.platform === 'win32' ? ['.exe', '.cmd'] : ['']) {
      const path = join(folder, `${name}${suffix}`);
      if (folder !== '' && (await exists(path))) return path;
    }
  }
  return undefined;
}

/** Returns the home of a JDK of at least this version: `JAVA_HOME`, the default java, or one installed beside it. */
export async function findJava(atLeast: number): Promise<string> {
  for (const home of await javaHomes()) {
    if ((await javaVersion(home)) >= atLeast) return home;
  }
  throw new MissingTool(`There is no JDK ${atLeast} or newer here. Install one, or name it in JAVA_HOME.`);
}

async function javaHomes(): Promise<string[]> {
  const command = await findCommand('java');
  const standard = command === undefined ? undefined : dirname(dirname(await realpath(command)));
  const beside = standard === undefined ? [] : (await readdir(dirname(standard))).sort().map((name) => join(dirname(standard), name));
  return [process.env['JAVA_HOME'], standard, ...beside].filter((home): home is string => home !== undefined && home !== '');
}

async function javaVersion(home: string): Promise<number> {
  try {
    const { stderr } = await run(join(home, 'bin', 'java'), ['-version']);
    return Number(/ version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
