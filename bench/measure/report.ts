import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FigureTable } from './figures.ts';
import type { MachineRecord } from './machine.ts';

export const RESULTS = join(import.meta.dirname, '..', 'results');

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
