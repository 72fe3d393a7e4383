import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly provenance?: boolean };
  /** Fields that OpenClaw reads of its plug-ins. */
  readonly openclaw?: object;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export interface Workspace {
  readonly folder: string;
  readonly manifest: Manifest;
}

const FOLDERS = ['apps', 'libs', 'libs/services', 'libs/adapters', 'integrations'];

/** Returns the packages of this repository by name. */
export function readWorkspaces(root: string): ReadonlyMap<string, Workspace> {
  const files = FOLDERS.flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name, 'package.json')));
  return new Map(
    files
      .filter((file) => existsSync(file))
      .map((file) => {
        const manifest = readJson<Manifest>(file);
        return [manifest.name, { folder: dirname(file), manifest }];
      }),
  );
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
