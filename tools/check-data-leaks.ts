import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLeaks, RUN_WORDS, traitsOf, type Leak } from './find-data-leaks.ts';

/*
 * Checks that the repository has no text of the evaluation data: its licences forbid that, and constants tuned on it
 * would be measured on themselves. `node tools/check-data-leaks.ts [folder]`; the default folder is ../shared/data.
 * Real traces under a free licence, below `traces`, are skipped. Exit codes: 0 nothing found or no data there (it says
 * which), 1 found.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const data = resolve(root, process.argv[2] ?? '../shared/data');
const MAX_BYTES = 4 * 1024 * 1024;
const SHOWN = 50;
/** Hand-written questions about the traces with short answers: the one file that may contain something of the data. */
const ALLOWED = 'libs/evaluation/questions/traces.json';

const documents = existsSync(data) ? globSync('**/*.json', { cwd: data }).filter((path) => !path.startsWith('traces')) : [];
if (documents.length === 0) {
  process.stdout.write(`NOT CHECKED: there is no evaluation data in ${relative(root, data)}, so nothing could be compared.\n`);
} else {
  const traits = traitsOf(documents.map((path) => JSON.parse(readFileSync(join(data, path), 'utf8')) as unknown));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\0');
  const paths = tracked.filter(
    (path) => path !== '' && path !== ALLOWED && existsSync(join(root, path)) && statSync(join(root, path)).size <= MAX_BYTES,
  );
  const leaks = paths.flatMap((path): Leak[] => findLeaks(path, readFileSync(join(root, path), 'utf8'), traits));
  for (const { path, line, kind } of leaks.slice(0, SHOWN)) {
    process.stdout.write(
      `${path}:${line} ${kind === 'words' ? `${RUN_WORDS} words of the data in a row` : "the name of one of the data's speakers"}\n`,
    );
  }
  process.stdout.write(
    `${leaks.length === 0 ? 'Nothing' : `${leaks.length} places`} of the data in ${paths.length} tracked files (${documents.length} data files, ${traits.runs.size} runs, ${traits.names.size} names).\n`,
  );
  process.exitCode = leaks.length === 0 ? 0 : 1;
}
