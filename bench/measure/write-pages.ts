import { writeFile } from 'node:fs/promises';
import { renderPages } from './render-pages.ts';

/** Writes the tables of all kept results into BENCHMARKS.md and docs/benchmarks, and says what has no place there. */
export async function writePages(): Promise<void> {
  const { pages, unplaced } = await renderPages();
  for (const { path, before, after } of pages) if (after !== before) await writeFile(path, after);
  console.log(
    unplaced.length === 0 ? 'BENCHMARKS.md and docs/benchmarks are up to date.' : `No page has a place for ${unplaced.join(', ')}.`,
  );
}
