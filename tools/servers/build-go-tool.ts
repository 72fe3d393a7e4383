import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lastFolderOf, ownGo } from './own-go.ts';
import { installedFolder, run, runFetch } from './server-host.ts';

const BUILD_TIMEOUT_MS = 1_800_000;

/** A program that the user's Go builds from source and that is kept in the cache. */
export interface GoTool {
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** Path of the program within the module; by default the module itself. */
  readonly folder?: string;
  /** Go's own hash (SHA-256) of the module's sources. */
  readonly hash: string;
}

/**
 * Returns the path of the built program. Errors: `MissingTool` when it is not cached and may not be fetched, or Go is
 * missing.
 */
export async function buildGoTool(tool: GoTool, mayFetch: boolean, onStep: (text: string) => void): Promise<string> {
  const installed = await installedFolder(`${tool.name}-${tool.version}`, mayFetch, async (draft) => {
    onStep(`building ${tool.name}, a few minutes`);
    await build(tool, draft);
  });
  return join(installed, 'bin', programOf(tool));
}

function programOf({ module, folder }: GoTool): string {
  return lastFolderOf(folder ?? module);
}

async function build(tool: GoTool, draft: string): Promise<void> {
  const { name, module, version, folder, hash } = tool;
  const [path, cache, bin] = [join(draft, 'path'), join(draft, 'cache'), join(draft, 'bin')];
  const { go, env: own } = await ownGo(path, `builds ${name}`);
  const env = { ...own, GOCACHE: cache, GOBIN: bin, CGO_ENABLED: '0' };
  const source = folder === undefined ? module : `${module}/${folder}`;
  try {
    // Unoptimised: it runs for seconds, and is built for minutes.
    const flags = ['-gcflags', 'all=-N -l', '-ldflags', '-s -w'];
    await runFetch(go, ['install', ...flags, `${source}@${version}`], { env, timeout: BUILD_TIMEOUT_MS });
    const { stdout } = await run(go, ['version', '-m', join(bin, programOf(tool))]);
    const found = stdout.split('\n').find((line) => line.includes(`\tmod\t${module}\t${version}\t`));
    if (!found?.endsWith(hash)) throw new Error(`The sources of ${module} ${version} are not those that were expected: ${found?.trim()}`);
  } finally {
    await rm(path, { recursive: true, force: true });
    await rm(cache, { recursive: true, force: true });
  }
}
