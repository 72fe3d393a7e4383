import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Workspace } from './workspaces.ts';

export interface Program {
  /** Absolute paths of all files of ours that the program may load. */
  readonly files: ReadonlySet<string>;
  /** Packages of others that those files name, with their versions. */
  readonly packages: ReadonlyMap<string, string>;
}

/** A text in quotes, on one line. Modules, workers and resolved files are all named by one. */
const QUOTED = /(['"`])((?:(?!\1)[^\\\n]){1,200})\1/g;

/**
 * Follows the build from its entries. Every quoted text that names a file beside it, a package of ours or a dependency
 * counts, so that workers, `require` and dynamic imports are found without running anything. It may find too much,
 * never too little. Texts in `without` are not followed.
 */
export function walkProgram(entries: readonly string[], workspaces: ReadonlyMap<string, Workspace>, without: ReadonlySet<string>): Program {
  const files = new Set<string>();
  const packages = new Map<string, string>();
  const needs = dependenciesOf(workspaces);
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!file.endsWith('.js')) continue;
    for (const [, , text] of readFileSync(file, 'utf8').matchAll(QUOTED)) {
      if (without.has(text!)) continue;
      if (/^\.\.?\//.test(text!)) waiting.push(...filesAt(join(dirname(file), text!)));
      else {
        const name = packageOf(text!);
        const ours = workspaces.get(name);
        if (ours) waiting.push(...exportedFile(ours, text!.slice(name.length)));
        else if (needs.has(name)) packages.set(name, needs.get(name)!);
      }
    }
  }
  return { files, packages };
}

/** Dependencies of all packages of ours with their versions: a bundled file may need those of several. */
function dependenciesOf(workspaces: ReadonlyMap<string, Workspace>): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const { manifest } of workspaces.values()) {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      if ((versions.get(name) ?? version) !== version) throw new Error(`${name} is needed in two versions, here by ${manifest.name}.`);
      versions.set(name, version);
    }
  }
  return versions;
}

export function ownerOf(file: string, workspaces: ReadonlyMap<string, Workspace>): Workspace {
  const owner = [...workspaces.values()].find(({ folder }) => file.startsWith(`${folder}/`));
  if (!owner) throw new Error(`${file} is in no package of this repository.`);
  return owner;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Returns the file that a relative text names; workers are named without their ending. */
function filesAt(path: string): string[] {
  return [path, `${path}.js`].filter((file) => /\.(js|json|proto)$/.test(file) && existsSync(file) && statSync(file).isFile());
}

/** Returns the file behind a subpath of a package of ours, by its `exports`. Other texts that begin alike have none. */
function exportedFile({ folder, manifest }: Workspace, subpath: string): string[] {
  const target = manifest.exports?.[`.${subpath}`];
  if (target !== undefined) return [join(folder, typeof target === 'string' ? target : target['default']!)];
  const open = Object.keys(manifest.exports ?? {}).find((key) => key.endsWith('/*') && `.${subpath}`.startsWith(key.slice(0, -1)));
  return open === undefined ? [] : filesAt(join(folder, subpath));
}
