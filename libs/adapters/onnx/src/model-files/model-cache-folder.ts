import { join } from 'node:path';

/** Where models are kept: `XDG_CACHE_HOME` or `~/.cache`, on Windows `LOCALAPPDATA`; below it `total-recall/models`. */
export function modelCacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  homeFolder: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const wanted = environment['XDG_CACHE_HOME'] || (platform === 'win32' ? environment['LOCALAPPDATA'] : undefined);
  return join(wanted || join(homeFolder, '.cache'), 'total-recall', 'models');
}
