import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { stagePackage } from './stage-package.ts';
import { readWorkspaces } from './workspaces.ts';

const run = promisify(execFile);

export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly files: readonly string[];
}

interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

export interface PackedPackages {
  readonly service: Tarball;
  readonly client: Tarball;
  /** The packages for frameworks. */
  readonly integrations: readonly Tarball[];
}

/** Packs what is published into a folder. It needs the build. */
export async function packPackages(root: string, to: string): Promise<PackedPackages> {
  await mkdir(to, { recursive: true });
  const stage = await mkdtemp(join(tmpdir(), 'total-recall-package-'));
  try {
    await stagePackage(root, stage);
    const service = await pack(stage, to);
    const client = await pack(join(root, 'libs/client'), to);
    const integrations: Tarball[] = [];
    for (const folder of integrationFolders(root)) integrations.push(await pack(folder, to));
    return { service, client, integrations };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

function integrationFolders(root: string): string[] {
  const folders = [...readWorkspaces(root).values()].map(({ folder }) => folder);
  return folders.filter((folder) => dirname(folder) === join(root, 'integrations')).toSorted();
}

async function pack(folder: string, to: string): Promise<Tarball> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', to];
  const { stdout } = await run('npm', args, { cwd: folder, maxBuffer: 1 << 24, shell: process.platform === 'win32' });
  const printed = JSON.parse(stdout) as readonly Packed[] | Readonly<Record<string, Packed>>;
  const [packed] = Object.values(printed) as Packed[];
  const { name, version, filename, size, unpackedSize, files } = packed!;
  return { name, version, file: join(to, filename), bytes: size, unpackedBytes: unpackedSize, files: files.map(({ path }) => path) };
}
