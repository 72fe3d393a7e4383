import { join } from 'node:path';

/**
 * Returns the cache folder of models: `total-recall/models` below `XDG_CACHE_HOME` or `~/.cache`, on Windows below
 * `LOCALAPPDATA`. The home folder is asked for only where the environment names no other: a dynamic user of systemd has
 * none, and asking throws.
 */
export function modelCacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  homeFolder: () => string,
  platform: NodeJS.Platform = process.platform,
): string {
  const wanted = environment['XDG_CACHE_HOME'] || (platform === 'win32' ? environment['LOCALAPPDATA'] : undefined);
  return join(wanted || join(homeFolder(), '.cache'), 'total-recall', 'models');
}
