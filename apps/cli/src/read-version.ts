import { readFileSync } from 'node:fs';

/** The version of this program: of `apps/cli/package.json`, from the source as from the build. */
export function readVersion(): string {
  const up = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
  return (JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as { version: string }).version;
}
