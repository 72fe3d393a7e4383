import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findAmbientUse, type AmbientUse } from './find-ambient-use.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Paths in which each ambient value may be used; elsewhere it is injected. The client has its own rule because it must
 * not import our runtime.
 */
const ALLOWED: Readonly<Record<AmbientUse['kind'], RegExp>> = {
  environment: /^(apps|libs\/composition|libs\/runtime\/src\/config)\//,
  clock: /^libs\/(runtime|adapters)\//,
  chance: /^libs\/(runtime|adapters|nest|client)\//,
  timer: /^libs\/(runtime|adapters|client)\//,
};

function violations(files: readonly (readonly [string, string])[]): string[] {
  return files.flatMap(([path, source]) =>
    findAmbientUse(path, source)
      .filter(({ kind }) => !ALLOWED[kind].test(path))
      .map(({ kind, text, line }) => `${path}:${line} ${kind}: ${text}`),
  );
}

describe('clock, chance, timers and environment', () => {
  it('are injected everywhere but where they are made', () => {
    const paths = globSync('{libs,apps}/**/*.ts', { cwd: root, exclude: (name) => name === 'dist' || name === 'node_modules' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/\.test\.ts$|\.d\.ts$|\/testing[-/]/.test(path));
    expect(paths.length).toBeGreaterThan(50);
    expect(violations(paths.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]))).toEqual([]);
  });

  it.each([
    ['const t = Date.now();', 'clock'],
    ['const d = new Date();', 'clock'],
    ['const p = globalThis.performance.now();', 'clock'],
    ['const r = Math.random();', 'chance'],
    ['setTimeout(() => 1, 5);', 'timer'],
    ["import { setTimeout as wait } from 'node:timers/promises';", 'timer'],
    ['const { HOME } = process.env;', 'environment'],
  ])('finds %s', (source, kind) => {
    expect(violations([['libs/services/ingest/src/x.ts', source]])).toEqual([expect.stringContaining(` ${kind}: `)]);
  });

  it.each(['// Date.now()', "const text = 'Math.random()';", 'const d = new Date(0);', 'clock.now();', 'scheduler.setTimeout;'])(
    'leaves %s alone',
    (source) => {
      expect(violations([['libs/domain/src/x.ts', source]])).toEqual([]);
    },
  );
});
