import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const OURS = '@total-recall/';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { workspaces } = JSON.parse(read('package.json')) as { readonly workspaces: readonly string[] };
const packages = new Map(
  workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: ROOT }))
    .map((file) => {
      const manifest = JSON.parse(read(file)) as Manifest;
      return [manifest.name, { folder: dirname(file), manifest }] as const;
    }),
);

/** Folders of the packages of ours that programs need when they run, their own included. */
function foldersOfPrograms(): Set<string> {
  const folders = new Set<string>();
  const add = (name: string): void => {
    const { folder, manifest } = packages.get(name)!;
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const needed of Object.keys(manifest.dependencies ?? {})) if (needed.startsWith(OURS)) add(needed);
  };
  for (const [name, { folder }] of packages) if (folder.startsWith('apps/')) add(name);
  return folders;
}

it('the image is made of every package of ours that a program needs', () => {
  const copied = [...read('infra/docker/Dockerfile').matchAll(/^COPY (\S+) \1$/gm)].map(([, folder]) => folder!);
  const letIn = read('.dockerignore').split('\n');
  const folders = [...foldersOfPrograms()];
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((folder) => !copied.some((whole) => folder === whole || folder.startsWith(`${whole}/`)))).toEqual([]);
  expect(copied.filter((folder) => !letIn.includes(`!${folder}`))).toEqual([]);
});
