// `npm run docs:benchmarks`: writes the tables of bench/results into BENCHMARKS.md and docs/benchmarks. `--check` writes
// nothing and fails where a page differs from the results, or a result stands on no page.
import { relative } from 'node:path';
import { renderPages } from './measure/render-pages.ts';
import { writePages } from './measure/write-pages.ts';

if (process.argv.includes('--check')) {
  const { pages, unplaced } = await renderPages();
  const wrong = [
    ...pages.filter(({ before, after }) => before !== after).map(({ path }) => `${relative('.', path)} differs from bench/results.`),
    ...unplaced.map((name) => `No page has a place for ${name}.`),
  ];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) console.error('Run npm run docs:benchmarks.');
  process.exitCode = wrong.length === 0 ? 0 : 1;
} else {
  await writePages();
}
