import { existsSync, readFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

/** Calls of `workerFile` in the build; the text is the stem of a file beside the caller. */
const WORKERS = /\bworkerFile\((['"])(\.\.?\/[^'"]+)\1, import\.meta\.url\)/g;
/** Imports of ours for what they do, which nothing of ours may do (ADR 0180). */
const FOR_EFFECT = /^import ['"](?:\.|@total-recall\/)/m;
/** File of the part for a cluster, which the published package leaves out (ADR 0123). */
export const CLUSTER_FILE = 'cluster.js';
const OURS = '@total-recall/';

/**
 * Bundles one app from its build, `dist/src/main.js`, to `dist/program`: our packages in as few files as the program's
 * lazy imports and threads allow, packages of others as they are (ADR 0180). All files stand in one folder, so each
 * thread is found beside its caller. The program of before stays until the new one is whole.
 *
 * @returns the names of the files.
 * @throws when a package of others is another one seen from the app than from the lib that depends on it, when two
 * threads have one name, and when a module of ours is imported for what it does.
 */
export async function bundleProgram(app: string): Promise<string[]> {
  const folder = join(app, 'dist/program');
  const [made, former] = [`${folder}.new`, `${folder}.old`];
  const build = await rolldown({
    input: { main: join(app, 'dist/src/main.js') },
    platform: 'node',
    treeshake: { moduleSideEffects: (id) => id === 'reflect-metadata' },
    plugins: [keepOthers(), readBuild(app)],
    // That a busy machine takes long is no fault of the program.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      // A service of a cluster imports at once what the command line imports when it needs it.
      const isMeant = log.code === 'INEFFECTIVE_DYNAMIC_IMPORT' && basename(app) !== 'cli';
      if (level === 'warn' && !isMeant) throw new Error(`${app}: ${log.message}`);
    },
  });
  try {
    for (const left of [made, former]) await rm(left, { recursive: true, force: true });
    const { output } = await build.write({
      dir: made,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: ({ facadeModuleId }) =>
        facadeModuleId?.endsWith('/composition/dist/src/cluster/index.js') ? CLUSTER_FILE : '[name]-[hash].js',
    });
    if (existsSync(folder)) await rename(folder, former);
    await rename(made, folder);
    await rm(former, { recursive: true, force: true });
    return output.map(({ fileName }) => fileName);
  } finally {
    await build.close();
  }
}

/** Leaves imports of other packages as they are. */
function keepOthers(): Plugin {
  return {
    name: 'keep-others',
    resolveId(id, importer) {
      const isOurs = importer === undefined || id.startsWith('.') || id.startsWith('/') || id.startsWith(OURS);
      return isOurs && !isBuiltin(id) ? null : { id, external: true };
    },
  };
}

/**
 * Reads a file of the build with the compiler's source map, so that maps of the bundle lead to the sources. Each thread
 * that it starts becomes an entry, named as its file, and is looked for beside the caller.
 */
function readBuild(app: string): Plugin {
  const workers = new Map<string, string>();
  const compared = new Set<string>();
  return {
    name: 'read-build',
    async load(id) {
      if (!existsSync(`${id}.map`)) return null;
      const text = await readFile(id, 'utf8');
      if (FOR_EFFECT.test(text)) throw new Error(`${id} imports a module of ours for what it does, which a bundle leaves out.`);
      const folder = packageOf(id);
      if (!compared.has(folder)) refuseOtherPackages(app, folder);
      compared.add(folder);
      const code = text.replaceAll(WORKERS, (_call, _quote, stem: string) => {
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

/** Folder of the package that a file belongs to. */
function packageOf(file: string): string {
  const folder = dirname(file);
  if (folder === file) throw new Error('A file of the build stands in no package.');
  return existsSync(join(folder, 'package.json')) ? folder : packageOf(folder);
}

/** Refuses dependencies of a lib that would be others for the app: imported, required by name, or read as files. */
function refuseOtherPackages(app: string, lib: string): void {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(lib, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (!name.startsWith(OURS) && folderOf(app, name) !== folderOf(lib, name))
      throw new Error(`${name} as ${lib} sees it is not the one that ${app} would load.`);
}

/** Folder of a package as the modules of a folder see it. */
function folderOf(from: string, name: string): string | undefined {
  return createRequire(join(from, 'package.json'))
    .resolve.paths(name)!
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
}
