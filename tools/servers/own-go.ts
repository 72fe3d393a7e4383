import { basename, join } from 'node:path';
import { findCommand, MissingTool } from './server-host.ts';

/** The user's Go, which keeps modules below a folder of ours, writable, so that they can be removed again. Errors: `MissingTool`, saying what it is for. */
export async function ownGo(folder: string, purpose: string): Promise<{ readonly go: string; readonly env: NodeJS.ProcessEnv }> {
  const go = await findCommand('go');
  if (go === undefined) throw new MissingTool(`There is no Go here; it ${purpose}.`);
  const flags = `${process.env['GOFLAGS'] ?? ''} -modcacherw`.trim();
  return { go, env: { ...process.env, GOPATH: folder, GOMODCACHE: join(folder, 'mod'), GOFLAGS: flags } };
}

/** What a module or a program of it is named after; a version is no folder. */
export function lastFolderOf(path: string): string {
  return basename(path.replace(/\/v\d+$/, ''));
}
