import { readFileSync } from 'node:fs';

/** Reads the version of this program from `apps/cli/package.json`, in the source tree and in the build. */
export function readVersion(): string {
  const up = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
  return (JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as { version: string }).version;
}
