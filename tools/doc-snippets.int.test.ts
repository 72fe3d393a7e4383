import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');
const PAGES = [
  'README.md',
  'docs/client.md',
  'libs/client/README.md',
  'docs/integrations/ai-sdk.md',
  'docs/integrations/langgraph.md',
  'docs/integrations/mastra.md',
  'docs/integrations/openai-agents.md',
];

it('every TypeScript example of the README and of the docs of the client compiles as it stands', async () => {
  const caches = join(ROOT, 'node_modules', '.cache');
  await mkdir(caches, { recursive: true });
  const folder = await mkdtemp(join(caches, 'snippets-'));
  try {
    const files = await Promise.all(PAGES.map((page) => writeSnippets(folder, page)));
    expect(files.map((list) => list.length)).toEqual([1, expect.any(Number), 1, 1, 1, 1, 1]);
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'], types: ['node'] };
    const config = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: files.flat() };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compile = promisify(execFile)(process.execPath, [TSC, '-p', folder]);
    const { stdout } = await compile.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
    expect(stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function writeSnippets(folder: string, page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const snippets = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
  return Promise.all(
    snippets.map(async (code, at) => {
      const file = `${page.replaceAll(/[^a-z]/gi, '_')}_${at + 1}.mts`;
      await writeFile(join(folder, file), code);
      return file;
    }),
  );
}
