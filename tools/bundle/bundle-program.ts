import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

/** Calls of `workerFile` in the build; the text is the stem of a file beside the caller. */
const WORKERS = /\bworkerFile\((['"])(\.\.?\/[^'"]+)\1, import\.meta\.url\)/g;
/** Name of the part for a cluster, which the published package leaves out (ADR 0123). */
export const CLUSTER_CHUNK = 'cluster.js';
const OURS = '@total-recall/';

export interface Bundle {
  /** Files written, by their names. */
  readonly files: readonly string[];
  /** Packages of others that the program imports. */
  readonly packages: ReadonlySet<string>;
}

/**
 * Bundles one app from its build, `dist/src/main.js`, to `dist/program`: our packages in as few files as the program's
 * lazy imports and threads allow, packages of others as they are (ADR 0180). All files stand in one folder, so each
 * thread is found beside its caller.
 *
 * @throws when a package of others is another one seen from the app than from the package that imports it, and when two
 * threads have one name.
 */
export async function bundleProgram(app: string): Promise<Bundle> {
  const folder = join(app, 'dist/program');
  const packages = new Set<string>();
  const build = await rolldown({
    input: { main: join(app, 'dist/src/main.js') },
    platform: 'node',
    treeshake: { moduleSideEffects: (id) => id === 'reflect-metadata' },
    plugins: [keepOthers(app, packages), readBuild()],
    onLog(level, log) {
      // A service of a cluster imports at once what other programs import when they need it.
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(`${app}: ${log.message}`);
    },
  });
  try {
    await rm(folder, { recursive: true, force: true });
    const { output } = await build.write({
      dir: folder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: ({ facadeModuleId }) =>
        facadeModuleId?.endsWith('/composition/dist/src/cluster/index.js') ? CLUSTER_CHUNK : '[name]-[hash].js',
    });
    return { files: output.map(({ fileName }) => fileName), packages };
  } finally {
    await build.close();
  }
}

/** Leaves imports of other packages as they are, and sees to it that they lead from the app to where they led before. */
function keepOthers(app: string, packages: Set<string>): Plugin {
  const fromApp = createRequire(join(app, 'dist/program/main.js'));
  return {
    name: 'keep-others',
    resolveId(id, importer) {
      if (isBuiltin(id)) return { id, external: true };
      if (importer === undefined || id.startsWith('.') || id.startsWith('/') || id.startsWith(OURS)) return null;
      const name = id
        .split('/')
        .slice(0, id.startsWith('@') ? 2 : 1)
        .join('/');
      if (folderOf(fromApp, name) !== folderOf(createRequire(importer), name))
        throw new Error(`${name} as ${importer} sees it is not the one that ${app} would load.`);
      packages.add(name);
      return { id, external: true };
    },
  };
}

/** Folder of a package as a module sees it. */
function folderOf(require: NodeJS.Require, name: string): string | undefined {
  return require.resolve
    .paths(name)!
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
}

/**
 * Reads a file of the build with the compiler's source map, so that maps of the bundle lead to the sources. Each thread
 * that it starts becomes an entry, named as its file, and is looked for beside the caller.
 */
function readBuild(): Plugin {
  const workers = new Map<string, string>();
  return {
    name: 'read-build',
    async load(id) {
      if (!existsSync(`${id}.map`)) return null;
      const code = (await readFile(id, 'utf8')).replaceAll(WORKERS, (_call, _quote, stem: string) => {
        const file = `${join(dirname(id), stem)}.js`;
        const name = basename(stem);
        if ((workers.get(name) ?? file) !== file) throw new Error(`${file} and ${workers.get(name)} have one name.`);
        if (!workers.has(name)) this.emitFile({ type: 'chunk', id: file, fileName: `${name}.js` });
        workers.set(name, file);
        return `workerFile('./${name}', import.meta.url)`;
      });
      return { code, map: await readFile(`${id}.map`, 'utf8') };
    },
  };
}
