import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherNodes } from './client-package/other-nodes.ts';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('../libs/client/', import.meta.url));
const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url));
const CONSUMER = fileURLToPath(new URL('client-package/consumer.ts', import.meta.url));
/** Two compilers: the one that builds the project, and the one whose types editors show. */
const COMPILERS = ['typescript-native/bin/tsc', 'typescript/lib/tsc.js'];
const quiet = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
const nodes = [{ version: process.versions.node, path: process.execPath }, ...(await otherNodes())];

describe('the package of the client, alone in an empty folder', () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof createStandalone>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'total-recall-package-'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...quiet], { cwd: CLIENT });
    const listed = JSON.parse(stdout) as { filename: string }[] | Record<string, { filename: string }>;
    const [{ filename }] = Object.values(listed) as [{ filename: string }];
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await run('npm', ['install', '--offline', join(folder, filename), ...quiet], { cwd: folder });
    await copyFile(CONSUMER, join(folder, 'consumer.ts'));
    const settings = { TOTAL_RECALL_DATA_DIR: join(folder, 'data'), TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' };
    service = await createStandalone(parseConfig('standalone', { ...settings, TOTAL_RECALL_EMBEDDER: 'off' }), SILENT_LOGGER, '0.0.0-test');
  });

  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('brings nothing but itself: no other package, no tests', async () => {
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@total-recall']);
    expect(await readdir(join(folder, 'node_modules', '@total-recall'))).toEqual(['client']);
    const installed = join(folder, 'node_modules', '@total-recall', 'client');
    const files = (await readdir(installed, { recursive: true })).filter((file) => /\.(js|ts|map)$/.test(file));
    expect(files).toContain(join('dist', 'src', 'index.js'));
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
    const imported = await Promise.all(
      files
        .filter((file) => /\.(js|ts)$/.test(file))
        .map(async (file) => [...(await readFile(join(installed, file), 'utf8')).matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name)),
    );
    expect(imported.flat()).toEqual([]);
  });

  it.each(COMPILERS)('has types that %s takes, strictly and whole', async (compiler) => {
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--skipLibCheck', 'false'];
    const types = ['--types', 'node', '--typeRoots', join(MODULES, '@types')];
    const { stdout } = await run(process.execPath, [join(MODULES, compiler), ...options, ...types, 'consumer.ts'], { cwd: folder });
    expect(stdout).toBe('');
  });

  it.for(nodes)('runs on Node $version', async (node, context) => {
    if ('missing' in node) return context.skip(node.missing);
    if (service.bootstrap.kind !== 'created') throw new Error('the first start made no key');
    const args = ['consumer.js', service.url, service.bootstrap.apiKey, `on-${node.version}`];
    const { stdout, stderr } = await run(node.path, args, { cwd: folder });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      roles: ['system', 'user'],
      text: 'a.ts is empty',
      ai: ['user', 'assistant', 'tool'],
      refused: 'not_found',
      aborted: 'enough',
    });
  });
});
