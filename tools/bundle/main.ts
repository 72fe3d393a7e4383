import { join, relative } from 'node:path';
import { cwd } from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.ts';

// Bundles the programs of the apps whose folders are named, or all of them: `node tools/bundle/main.ts apps/cli`. The
// compiler has to have built them.
const root = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAMS = ['cli', 'consolidator', 'gateway', 'ingest', 'prepare', 'retriever'].map((name) => join(root, 'apps', name));

const named = process.argv.slice(2).map((app) => join(cwd(), app));
for (const app of named.length > 0 ? named : PROGRAMS) {
  const files = await bundleProgram(app);
  console.log(`${relative(root, app)}: ${files.filter((file) => file.endsWith('.js')).length} files`);
}
