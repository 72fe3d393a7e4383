import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FigureTable } from './figures.ts';
import { machineLine, type MachineRecord } from './machine.ts';
import { renderTables } from './render-tables.ts';

const RESULTS = join(import.meta.dirname, '..', 'results');
const PAGE = join(import.meta.dirname, '..', '..', 'BENCHMARKS.md');

/** Result of one suite, as it is saved under `bench/results/`. */
export interface SuiteResult {
  readonly suite: string;
  readonly quick: boolean;
  readonly seed: number;
  readonly startedAt: string;
  readonly seconds: number;
  readonly machine: MachineRecord;
  readonly loadAfter: readonly number[];
  readonly tables: readonly FigureTable[];
}

export async function saveResult(result: SuiteResult): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${result.suite}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Puts the tables of every saved result between its markers in BENCHMARKS.md; other text stays. */
export async function rewritePage(): Promise<string[]> {
  let page = await readFile(PAGE, 'utf8');
  const missing: string[] = [];
  for (const file of (await readdir(RESULTS)).filter((name) => name.endsWith('.json')).sort()) {
    const result = JSON.parse(await readFile(join(RESULTS, file), 'utf8')) as SuiteResult;
    const [open, close] = [`<!-- bench:${result.suite} -->`, `<!-- /bench:${result.suite} -->`];
    const from = page.indexOf(open);
    const to = page.indexOf(close);
    if (from === -1 || to === -1) {
      missing.push(result.suite);
      continue;
    }
    page = `${page.slice(0, from + open.length)}\n\n${provenance(result)}\n\n${renderTables(result.tables)}\n\n${page.slice(to)}`;
  }
  await writeFile(PAGE, page);
  return missing;
}

function provenance({ machine, startedAt, seconds, seed, loadAfter, quick }: SuiteResult): string {
  return `${quick ? 'Quick run. ' : ''}${startedAt.slice(0, 16).replace('T', ' ')} UTC, ${Math.round(seconds)} s, seed ${seed}. ${machineLine(machine)}, after ${loadAfter.join(' ')}.`;
}
