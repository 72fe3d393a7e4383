import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, run } from './server-host.ts';

const SOURCE = join(import.meta.dirname, 'ShortLeases.java');
/** Another name for each text of the source, as the plugin stays in the cache with the server. */
const NAME = 'total-recall-short-leases-1';

/** Flag of the Java program under which new indices have the interval. */
export const SHORT_LEASES = '-Dtotal_recall.lease_interval=2s';

/**
 * Compiles the plugin `ShortLeases` into an installed OpenSearch, once. Without it, or without the flag, everything works
 * and an erasure takes half a minute longer; so it is left out where there is no compiler.
 */
export async function addShortLeases(home: string, java: string, version: string): Promise<void> {
  const folder = join(home, 'plugins', NAME);
  const [javac, jar] = ['javac', 'jar'].map((name) => join(java, 'bin', name)) as [string, string];
  if ((await exists(folder)) || !(await exists(javac))) return;
  const draft = await mkdtemp(`${home}-plugin-`);
  try {
    const [plugin, classes] = [join(draft, 'plugin'), join(draft, 'classes')];
    await mkdir(plugin);
    await run(javac, ['-cp', join(home, 'lib', '*'), '-d', classes, '--release', '21', SOURCE]);
    await run(jar, ['cf', join(plugin, `${NAME}.jar`), '-C', classes, '.']);
    const descriptor = {
      description: 'Short leases for tests',
      version: '1',
      name: NAME,
      classname: 'ShortLeases',
      'java.version': '21',
      'opensearch.version': version,
    };
    const lines = Object.entries(descriptor).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(plugin, 'plugin-descriptor.properties'), lines.join(''));
    // Another process may have been first, with the same content.
    await rename(plugin, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
