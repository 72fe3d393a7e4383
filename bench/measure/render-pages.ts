import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatText } from '../../tools/format-text.ts';
import { fillReferences, type Headlines, type Results } from './headlines.ts';
import { machineLine } from './machine.ts';
import { parseRecordedTable, renderRecordedTable } from './recorded-table.ts';
import { grid, renderTables } from './render-tables.ts';
import { RESULTS, type SuiteResult } from './report.ts';

const ROOT = join(RESULTS, '..', '..');
const DETAILS = 'docs/benchmarks';
const HEADLINES = 'headlines.json';
const BLOCK = /<!-- (bench|table|headlines):([\w-]+) -->\n[^]*?<!-- \/\1:\2 -->/g;

interface RenderedPage {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Renders BENCHMARKS.md and its pages with the tables of every kept result between their markers; other text stays. */
export async function renderPages(): Promise<{ readonly pages: readonly RenderedPage[]; readonly unplaced: readonly string[] }> {
  const blocks = await renderBlocks();
  const unplaced = new Set(blocks.keys());
  const paths = [join(ROOT, 'BENCHMARKS.md'), ...(await namesIn(join(ROOT, DETAILS), '.md')).map((name) => join(ROOT, DETAILS, name))];
  const pages: RenderedPage[] = [];
  for (const path of paths) {
    const before = await readFile(path, 'utf8');
    const filled = before.replaceAll(BLOCK, (_, kind: string, name: string) => {
      const key = `${kind}:${name}`;
      const block = blocks.get(key);
      if (block === undefined) throw new Error(`${path} has a place for ${key}, and bench/results has nothing for it.`);
      unplaced.delete(key);
      return `<!-- ${key} -->\n\n${block}\n\n<!-- /${key} -->`;
    });
    pages.push({ path, before, after: await formatText(path, filled) });
  }
  return { pages, unplaced: [...unplaced] };
}

async function renderBlocks(): Promise<ReadonlyMap<string, string>> {
  const suites = new Map<string, SuiteResult>();
  for (const file of (await namesIn(RESULTS, '.json')).filter((name) => name !== HEADLINES)) {
    const result = JSON.parse(await readFile(join(RESULTS, file), 'utf8')) as SuiteResult;
    suites.set(result.suite, result);
  }
  const folder = join(RESULTS, 'recorded');
  const recorded = new Map(
    await Promise.all(
      (await namesIn(folder, '.json')).map(async (file) => {
        const name = file.slice(0, -'.json'.length);
        return [name, parseRecordedTable(name, await readFile(join(folder, file), 'utf8'))] as const;
      }),
    ),
  );
  const headlines = JSON.parse(await readFile(join(RESULTS, HEADLINES), 'utf8')) as Record<string, Headlines>;
  return new Map([
    ...[...suites].map(([name, result]) => [`bench:${name}`, `${provenance(result)}\n\n${renderTables(result.tables)}`] as const),
    ...[...recorded].map(([name, table]) => [`table:${name}`, renderRecordedTable(table)] as const),
    ...Object.entries(headlines).map(([name, table]) => [`headlines:${name}`, renderHeadlines(table, { suites, recorded })] as const),
  ]);
}

function renderHeadlines({ rows }: Headlines, results: Results): string {
  const cells = rows.map(({ what, figure, page }) => [what, fillReferences(figure, results), `[more](${DETAILS}/${page})`]);
  return grid(['what', 'figure', ''], cells, 'lll');
}

function provenance({ machine, startedAt, seconds, seed, loadAfter, quick }: SuiteResult): string {
  return `${quick ? 'Quick run. ' : ''}${startedAt.slice(0, 16).replace('T', ' ')} UTC, ${Math.round(seconds)} s, seed ${seed}. ${machineLine(machine)}, after ${loadAfter.join(' ')}.`;
}

async function namesIn(folder: string, ending: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
}
