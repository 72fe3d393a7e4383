import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

/** Returns the violated rules as `rule: from -> to`. */
async function violationsIn(folder: string): Promise<string[]> {
  const options = { cwd: folder, maxBuffer: 256 * 1024 * 1024 };
  const args = [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'libs', 'apps'];
  // The cruiser exits with the number of violations and still prints them.
  const { stdout, stderr } = await run(process.execPath, args, options).catch((error: { stdout: string; stderr: string }) => error);
  if (stdout === '') throw new Error(`The cruiser said nothing but: ${stderr}`);
  const report = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number };
  };
  expect(report.summary.totalCruised).toBeGreaterThan(5);
  return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

/** A small source tree with the same structure as ours. */
const CLEAN: Readonly<Record<string, string>> = {
  'libs/domain/src/index.ts': `export const one = 1;`,
  'libs/contracts/src/index.ts': `import { one } from '@total-recall/domain';\nexport const two = one + 1;`,
  'libs/runtime/src/index.ts': `import { readFileSync } from 'node:fs';\nimport { two } from '@total-recall/contracts';\nexport const three = [two, readFileSync];`,
  'libs/services/ingest/src/index.ts': `import { three } from '@total-recall/runtime';\nexport const ingest = three;`,
  'libs/services/gateway/src/index.ts': `import { three } from '@total-recall/runtime';\nexport const gateway = three;`,
  'libs/adapters/sqlite/src/index.ts': `import { DatabaseSync } from 'node:sqlite';\nimport { three } from '@total-recall/runtime';\nexport const sqlite = [DatabaseSync, three];`,
  'libs/adapters/files/src/index.ts': `import { three } from '@total-recall/runtime';\nexport const files = three;`,
  'libs/client/src/index.ts': 'export const client = 2;',
  'libs/composition/src/index.ts': `import { ingest } from '@total-recall/ingest';\nimport { sqlite } from '@total-recall/adapter-sqlite';\nexport const wired = [ingest, sqlite];`,
  'apps/standalone/src/main.ts': `import { sqlite } from '@total-recall/adapter-sqlite';\nimport { wired } from '@total-recall/composition';\nexport const app = [sqlite, wired];`,
};
const PACKAGES: Readonly<Record<string, string>> = {
  'libs/domain': 'domain',
  'libs/contracts': 'contracts',
  'libs/runtime': 'runtime',
  'libs/services/ingest': 'ingest',
  'libs/services/gateway': 'gateway',
  'libs/adapters/sqlite': 'adapter-sqlite',
  'libs/adapters/files': 'adapter-files',
  'libs/client': 'client',
  'libs/composition': 'composition',
  'apps/standalone': 'standalone',
};

const PLANTED: readonly (readonly [string, string, string])[] = [
  ['domain-imports', 'libs/domain/src/planted.ts', `import { two } from '@total-recall/contracts';\nexport const x = two;`],
  [
    'domain-imports',
    'libs/domain/src/planted.ts',
    `import type { three } from '../../runtime/src/index.ts';\nexport type X = typeof three;`,
  ],
  ['domain-is-pure', 'libs/domain/src/planted.ts', `import { createHash } from 'node:crypto';\nexport const x = createHash;`],
  ['contracts-imports', 'libs/contracts/src/planted.ts', `import { three } from '@total-recall/runtime';\nexport const x = three;`],
  [
    'services-imports',
    'libs/services/ingest/src/planted.ts',
    `import { sqlite } from '@total-recall/adapter-sqlite';\nexport const x = sqlite;`,
  ],
  ['services-imports', 'libs/services/ingest/src/planted.ts', `export async function x() {\n  return import('@total-recall/gateway');\n}`],
  ['gateway-imports', 'libs/services/gateway/src/planted.ts', `export { ingest } from '@total-recall/ingest';`],
  [
    'adapters-imports',
    'libs/adapters/files/src/planted.ts',
    `import { sqlite } from '@total-recall/adapter-sqlite';\nexport const x = sqlite;`,
  ],
  [
    'composition-imports',
    'libs/composition/src/planted.ts',
    `import { app } from '../../../apps/standalone/src/main.ts';\nexport const x = app;`,
  ],
  ['client-imports', 'libs/client/src/planted.ts', `import { two } from '@total-recall/contracts';\nexport const x = two;`],
  ['runtime-imports', 'libs/runtime/src/planted.ts', `import { ingest } from '@total-recall/ingest';\nexport const x = ingest;`],
  ['vendor-nest', 'libs/services/gateway/src/planted.ts', `import { Module } from '@nestjs/common';\nexport const x = Module;`],
  [
    'vendor-mcp',
    'apps/standalone/src/planted.ts',
    `import { McpServer } from '@modelcontextprotocol/server';\nexport const x = McpServer;`,
  ],
  ['vendor-s3', 'libs/adapters/files/src/planted.ts', `import { S3 } from '@aws-sdk/client-s3';\nexport const x = S3;`],
  [
    'sqlite-in-its-adapter',
    'libs/services/ingest/src/planted.ts',
    `import { DatabaseSync } from 'node:sqlite';\nexport const x = DatabaseSync;`,
  ],
  ['no-cycles', 'libs/runtime/src/planted.ts', `import { y } from './other.ts';\nexport const x = y;`],
  ['resolvable', 'libs/runtime/src/planted.ts', `import { x } from './nowhere.ts';\nexport const y = x;`],
];
/** Name of a planted file. All are there at once, as each cruise takes a second. */
const nameOf = (path: string, at: number): string => path.replace('planted', `planted-${at}`);

// `npm run boundaries` runs the check over this tree.
describe('the check of import rules', () => {
  let folder: string;
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boundaries-'));
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'package.json'])
      await copyFile(join(root, file), join(folder, file));
    await mkdir(join(folder, 'node_modules/@total-recall'), { recursive: true });
    const manifest = (name: string) => ({
      name: `@total-recall/${name}`,
      type: 'module',
      exports: { '.': { 'total-recall-source': './src/index.ts' } },
      dependencies: Object.fromEntries(Object.values(PACKAGES).map((other) => [`@total-recall/${other}`, '*'])),
    });
    for (const [path, name] of Object.entries(PACKAGES)) {
      await write(`${path}/package.json`, JSON.stringify(manifest(name)));
      await symlink(join(folder, path), join(folder, 'node_modules/@total-recall', name), 'dir');
    }
    for (const [path, text] of Object.entries(CLEAN)) await write(path, text);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('finds nothing in a clean tree', async () => {
    expect(await violationsIn(folder)).toEqual([]);
  });

  describe('bites', () => {
    let found: readonly string[];
    beforeAll(async () => {
      for (const [at, [rule, path, text]] of PLANTED.entries()) {
        const name = nameOf(path, at);
        await write(name, text);
        if (rule === 'no-cycles')
          await write(join(dirname(path), 'other.ts'), `import { x } from './${basename(name)}';\nexport const y = x;`);
      }
      found = await violationsIn(folder);
    });

    it.each(PLANTED.map(([rule, path], at) => [rule, nameOf(path, at)] as const))('%s in %s', (rule, path) => {
      expect(found.some((violation) => violation.startsWith(`${rule}: `) && violation.includes(path))).toBe(true);
    });
  });
});
