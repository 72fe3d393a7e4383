import { basename, join } from 'node:path';
import { findCommand, MissingTool } from './server-host.ts';

/**
 * Returns the user's Go, set up to keep modules in a folder of ours. They stay writable, so that they can be removed.
 * Errors: `MissingTool`, naming the purpose.
 */
export async function ownGo(folder: string, purpose: string): Promise<{ readonly go: string; readonly env: NodeJS.ProcessEnv }> {
  const go = await findCommand('go');
  if (go === undefined) throw new MissingTool(`There is no Go here; it ${purpose}.`);
  const flags = `${process.env['GOFLAGS'] ?? ''} -modcacherw`.trim();
  return { go, env: { ...process.env, GOPATH: folder, GOMODCACHE: join(folder, 'mod'), GOFLAGS: flags } };
}

/** Returns the last folder of a module path, without a version suffix. */
export function lastFolderOf(path: string): string {
  return basename(path.replace(/\/v\d+$/, ''));
}
