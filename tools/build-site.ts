// `npm run site`: builds the documentation as a site into docs/dist. Its generator has an install of its own, made here
// when it is missing or old. A link to a page that does not exist fails the build.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildOpenApi } from '@total-recall/contracts';
import { renderDocsPage } from '@total-recall/nest/docs-page';

const SITE = join(import.meta.dirname, '..', 'docs');
const DIST = join(SITE, 'dist');

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: SITE, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** Returns true where the generator that is installed is the one that the lock file names. */
function isInstalled(): boolean {
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((path) => versionIn(join(SITE, path)));
  return installed !== undefined && installed === locked;
}

function versionIn(lock: string): string | undefined {
  if (!existsSync(lock)) return undefined;
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, { version?: string }> };
  return packages['node_modules/vitepress']?.version;
}

// `npm ci` refuses the lock file for packages of other systems, which npm leaves out of it.
if (!isInstalled()) run('npm', ['install', '--no-save', '--ignore-scripts']);
run(process.execPath, [join(SITE, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build']);

const { version } = JSON.parse(readFileSync(join(SITE, '..', 'package.json'), 'utf8')) as { version: string };
const document = buildOpenApi({ version });
await mkdir(join(DIST, 'api'), { recursive: true });
await writeFile(join(DIST, 'api', 'index.html'), renderDocsPage(document, '../').html);
await writeFile(join(DIST, 'openapi.json'), JSON.stringify(document));
console.log(`docs/dist: the documentation, and the API of ${version} as api/`);
