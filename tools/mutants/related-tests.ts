import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g;

/** Finds the tests that reach a file by imports. */
export interface RelatedTests {
  /** Returns tests of the file's own library, those with the fewest imports in between first. */
  of(file: string): readonly string[];
}

/** Reads the imports of these files. Imports of packages are not followed, so every test is one of the library itself. */
export async function readImports(files: readonly string[]): Promise<RelatedTests> {
  const importers = new Map<string, Set<string>>();
  for (const path of files.map((file) => resolve(file))) {
    const source = await readFile(path, 'utf8');
    for (const [, imported] of source.matchAll(RELATIVE_IMPORT)) {
      const target = resolve(dirname(path), imported!);
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return {
    of(file) {
      const reached = new Set([resolve(file)]);
      for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
      return [...reached].filter((path) => path.endsWith('.test.ts'));
    },
  };
}
