import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand, installedFolder, MissingTool, runFetch } from '../../tools/servers/server-host.ts';

/** Versions of Node.js that the client supports, besides the one that runs the tests. */
const VERSIONS = ['20.20.2', '22.23.3'] as const;
const INSTALL_TIMEOUT_MS = 300_000;

export interface OtherNode {
  readonly version: string;
  readonly path: string;
}

/** Returns the other versions, from npm through the cache of servers, or the reason why one is missing. */
export async function otherNodes(): Promise<(OtherNode | { readonly version: string; readonly missing: string })[]> {
  const mayFetch = process.env['TOTAL_RECALL_TEST_SERVERS'] === 'fetch' || process.env['REQUIRE_REAL_BACKENDS'] === '1';
  return Promise.all(
    VERSIONS.map(async (version) => {
      try {
        const folder = await installedFolder(`node-${version}`, mayFetch, (draft) => install(draft, version));
        return { version, path: join(folder, 'node_modules', platformPackage(), 'bin', 'node') };
      } catch (error) {
        if (!(error instanceof MissingTool) || process.env['REQUIRE_REAL_BACKENDS'] === '1') throw error;
        process.stderr.write(`\nNOT TESTED on Node ${version}: ${error.message}\n`);
        return { version, missing: error.message };
      }
    }),
  );
}

function platformPackage(): string {
  return `node-${process.platform}-${process.arch}`;
}

async function install(folder: string, version: string): Promise<void> {
  const npm = await findCommand('npm');
  if (npm === undefined) throw new MissingTool('There is no npm here; it fetches Node.js.');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const args = ['install', `${platformPackage()}@${version}`, '--save-exact', '--ignore-scripts', '--no-fund', '--no-audit', '--force'];
  await runFetch(npm, args, { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
}
