import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FixedMutant } from './fixed-mutants.ts';
import type { MutantOrder, MutantRunner } from './mutant-runner.ts';

export interface FixedOutcome {
  readonly mutant: FixedMutant;
  /** Undefined where its tests noticed it. */
  readonly problem?: string;
  /** The test that noticed it. */
  readonly by?: string;
  readonly seconds: number;
}

/** Deadline of one mutant; the slowest takes a few seconds on an idle machine. */
const DEADLINE_MS = 180_000;
/** Deadline of all tests once, without a mutant. */
const UNCHANGED_MS = 600_000;

/** Runs the tests of each mutant over it. Calls `told` after each. */
export async function checkFixed(
  mutants: readonly FixedMutant[],
  runner: MutantRunner,
  told: (outcome: FixedOutcome) => void,
): Promise<readonly FixedOutcome[]> {
  const outcomes: FixedOutcome[] = [];
  for (const mutant of mutants) {
    const startedMs = performance.now();
    const found = await check(mutant, runner);
    const outcome = { mutant, ...found, seconds: (performance.now() - startedMs) / 1_000 };
    outcomes.push(outcome);
    told(outcome);
  }
  return outcomes;
}

/**
 * Returns what is wrong with the tests themselves: over the sources as they are all must hold, because a test that fails
 * anyway notices nothing.
 */
export async function checkUnchanged(mutants: readonly FixedMutant[], runner: MutantRunner): Promise<string | undefined> {
  const [first] = mutants;
  if (first === undefined) return undefined;
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))].map((test) => resolve(test));
  const verdict = await runner.run({ path: resolve(first.file), source: await readFile(first.file, 'utf8'), tests }, UNCHANGED_MS);
  return verdict.kind === 'survived' ? undefined : `The tests do not hold without a mutant: ${JSON.stringify(verdict)}`;
}

async function check(mutant: FixedMutant, runner: MutantRunner): Promise<Pick<FixedOutcome, 'problem' | 'by'>> {
  const source = await readFile(mutant.file, 'utf8').catch(() => '');
  const order = orderOf(mutant, source);
  if (typeof order === 'string') return { problem: order };
  const verdict = await runner.run(order, DEADLINE_MS);
  switch (verdict.kind) {
    case 'survived':
      return { problem: 'no test noticed it' };
    case 'broken':
      return { problem: verdict.what };
    case 'killed':
      return { by: verdict.by };
    case 'timed_out':
      return { problem: 'its tests did not end in time, which says nothing' };
  }
}

/** Applies a mutant to its source; a sentence that says what is wrong where it cannot be applied. */
export function orderOf({ file, text, replacement, tests }: FixedMutant, source: string): MutantOrder | string {
  const places = source.split(text).length - 1;
  if (places !== 1) return `its text stands ${places} times in ${file}, not once; write the mutant anew for the code as it is`;
  return { path: resolve(file), source: source.replace(text, () => replacement), tests: tests.map((test) => resolve(test)) };
}
