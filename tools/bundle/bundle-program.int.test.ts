import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { bundleProgram } from './bundle-program.ts';

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes an app as the compiler would, with an empty source map beside each module. */
async function app(files: Readonly<Record<string, string>>): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-bundle-'));
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    if (/^(?:app|lib)\/.*\.js$/.test(name)) await writeFile(`${file}.map`, '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}');
  }
  return join(folder, 'app');
}

const HELPER = 'export const workerFile = (stem, url) => new URL(`${stem}.js`, url);\n';
const startsThread = (stem: string, helper: string): string =>
  `import { workerFile } from '${helper}';\nexport const thread = workerFile('${stem}', import.meta.url);\n`;

describe('a bundled program', () => {
  it('finds its threads beside the caller, wherever they stood', async () => {
    const path = await app({
      'app/package.json': '{"type":"module"}',
      'app/dist/src/main.js': `export { thread } from './stores/store.js';\nexport const late = () => import('./late.js');\n`,
      'app/dist/src/late.js': 'export const isLate = true;\n',
      'app/dist/src/helper.js': HELPER,
      'app/dist/src/stores/store.js': startsThread('../threads/reader', '../helper.js'),
      'app/dist/src/threads/reader.js': 'console.log("reads");\n',
    });
    await bundleProgram(path);
    const main = pathToFileURL(join(path, 'dist/program/main.js')).href;
    const { thread, late } = (await import(/* @vite-ignore */ main)) as { thread: URL; late: () => Promise<{ isLate: boolean }> };
    expect(thread.href).toBe(new URL('./reader.js', main).href);
    expect(await readFile(thread, 'utf8')).toContain('console.log("reads")');
    expect((await late()).isLate).toBe(true);
  });

  it('has no two threads of one name', async () => {
    const path = await app({
      'app/package.json': '{"type":"module"}',
      'app/dist/src/main.js': `export { thread as a } from './a/a.js';\nexport { thread as b } from './b/b.js';\n`,
      'app/dist/src/helper.js': HELPER,
      'app/dist/src/a/a.js': startsThread('./reader', '../helper.js'),
      'app/dist/src/a/reader.js': '1;\n',
      'app/dist/src/b/b.js': startsThread('./reader', '../helper.js'),
      'app/dist/src/b/reader.js': '2;\n',
    });
    await expect(bundleProgram(path)).rejects.toThrow(/have one name/);
  });

  it('loads the packages of others that its modules would load', async () => {
    const lib = {
      'lib/package.json': '{"type":"module","dependencies":{"other":"1"}}',
      'lib/index.js': `export { value } from 'other';\n`,
    };
    const main = `export { value } from '../../../lib/index.js';\n`;
    const other = { 'node_modules/other/package.json': '{"main":"index.js"}', 'node_modules/other/index.js': 'exports.value = 1;\n' };
    const path = await app({ ...lib, ...other, 'app/package.json': '{"type":"module"}', 'app/dist/src/main.js': main });
    const read = (): Promise<string> => readFile(join(path, 'dist/program/main.js'), 'utf8');
    await bundleProgram(path);
    expect(await read()).toContain('from "other"');
    await mkdir(join(folder, 'app/node_modules/other'), { recursive: true });
    await writeFile(join(folder, 'app/node_modules/other/package.json'), '{"main":"index.js"}');
    await expect(bundleProgram(path)).rejects.toThrow(/other as .* sees it is not the one/);
    expect(await read(), 'the program of before').toContain('from "other"');
  });
});
