// `npm run check:packages`: packs what is published, installs it in empty folders (the second from npm's cache alone),
// and uses it there as a reader of the README would. `-- --nodes 20,22` does the same under other versions of Node.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { packPackages, type Tarball } from './release/pack-packages.ts';
import { command, install, otherNode, sizeOf, tryService, tryTypes } from './release/try-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const run = promisify(execFile);
const { nodes = '' } = parseArgs({ options: { nodes: { type: 'string' } } }).values;
const others = nodes.split(',').filter((version) => version !== '');

/** Files that no user needs: a package that holds one is packed wrongly. */
const UNWANTED = /\.test\.|\/testing\/|tsbuildinfo|\.env$|(^|\/)bench\//;

const temp = await mkdtemp(join(tmpdir(), 'total-recall-packages-'));
try {
  const { service, client, integrations } = await packPackages(root, join(temp, 'packed'));
  for (const tarball of [service, client, ...integrations]) describe(tarball);
  const tarballs = [service.file, client.file];
  const first = { folder: join(temp, 'first'), node: process.execPath };
  await install(first, tarballs, false);
  const { bytes, files } = await sizeOf(join(first.folder, 'node_modules'));
  console.log(`installed: ${megabytes(bytes)} in ${files} files`);
  const second = { folder: join(temp, 'second'), node: process.execPath };
  await install(second, tarballs, true);
  console.log('installed again from the cache of npm alone');
  await tryTypes(second, join(root, 'node_modules/typescript-native/bin/tsc'));
  console.log('a program compiles against its types');
  if ((await command(second, ['--version'])) !== service.version) throw new Error('it prints another version');
  await tryService(second);
  console.log(`used under Node ${process.versions.node}: npx total-recall serve, and both clients`);
  for (const version of others) await tryUnder(version, tarballs);
} finally {
  await rm(temp, { recursive: true, force: true });
}

function describe({ name, version, bytes, unpackedBytes, files }: Tarball): void {
  console.log(`${name} ${version}: ${megabytes(bytes)} packed, ${megabytes(unpackedBytes)} unpacked, ${files.length} files`);
  const unwanted = files.filter((file) => UNWANTED.test(file));
  if (unwanted.length > 0) throw new Error(`${name} holds what no user needs: ${unwanted.slice(0, 5).join(', ')}`);
}

/** An older Node needs the newer one beside the package, as the program says; the clients run under it as they are. */
async function tryUnder(version: string, tarballs: readonly string[]): Promise<void> {
  const node = await otherNode(temp, version);
  const place = { folder: join(temp, `under-${version}`), node };
  const older = Number(version.split('.')[0]) < 24;
  await install(place, [...tarballs, ...(older ? [`${nodePackage}@24`] : [])], false);
  await tryService(place);
  const { stdout } = await run(node, ['--version'], { cwd: dirname(node) });
  console.log(`used under Node ${stdout.trim()}${older ? ', which starts the Node 24 beside it' : ''}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
