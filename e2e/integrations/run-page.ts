import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs every TypeScript example of a page as a program of its own that calls a service, and returns what each printed. */
export async function runPage(
  page: string,
  service: { readonly url: string; readonly apiKey: string },
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const examples = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!.replaceAll('http://127.0.0.1:8420', service.url));
  const caches = join(ROOT, 'e2e/dist');
  await mkdir(caches, { recursive: true });
  // Inside of the repository, so that packages are found as they are where someone has installed them.
  const folder = await mkdtemp(join(caches, 'page-'));
  try {
    const printed: string[] = [];
    for (const [at, code] of examples.entries()) {
      const file = join(folder, `${at + 1}.mts`);
      await writeFile(file, code);
      const options = { env: { ...process.env, ...env, TOTAL_RECALL_API_KEY: service.apiKey }, timeout: 60_000 };
      const args = ['--conditions=total-recall-source', '--disable-warning=ExperimentalWarning', file];
      printed.push((await promisify(execFile)(process.execPath, args, options)).stdout);
    }
    return printed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
