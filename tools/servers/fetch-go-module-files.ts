import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { lastFolderOf, ownGo } from './own-go.ts';
import { installedFolder, MissingTool, run } from './server-host.ts';

const FETCH_TIMEOUT_MS = 300_000;

/** Files from the sources of a Go module. */
export interface GoModuleFiles {
  readonly module: string;
  readonly version: string;
  /** Go's own hash (SHA-256) of the module's sources. */
  readonly hash: string;
  readonly files: readonly string[];
}

/**
 * Returns a folder with those files side by side, fetched once by the user's Go. Errors: `MissingTool` when Go is
 * missing or cannot fetch them.
 */
export async function fetchGoModuleFiles({ module, version, hash, files }: GoModuleFiles): Promise<string> {
  return installedFolder(`${lastFolderOf(module)}-files-${version}`, true, async (draft) => {
    const path = join(draft, '.go');
    const { go, env } = await ownGo(path, `fetches ${module}`);
    try {
      const { stdout } = await run(go, ['mod', 'download', '-json', `${module}@${version}`], {
        cwd: draft,
        env,
        timeout: FETCH_TIMEOUT_MS,
      }).catch((cause: Error) => {
        throw new MissingTool(`go could not fetch ${module}: ${cause.message.slice(0, 200)}`, { cause });
      });
      const { Dir: folder, Sum: found } = JSON.parse(stdout) as { Dir: string; Sum: string };
      if (found !== hash) throw new Error(`The sources of ${module} ${version} are not those that were expected: ${found}`);
      for (const file of files) await cp(join(folder, file), join(draft, basename(file)));
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  });
}
