import { appendFile, glob, mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createSeededRandom } from '@total-recall/evaluation';
import { applyMutant, generateMutants, type GeneratedMutant } from './generate-mutants.ts';
import type { MutantRunner, MutantVerdict } from './mutant-runner.ts';
import { readImports, type RelatedTests } from './related-tests.ts';

/** A mutant with what came of it, as a line of the results file. */
export interface SampledMutant extends Pick<GeneratedMutant, 'operator' | 'line'> {
  readonly seed: number;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  /** `untested`: no test of the library imports the file. */
  readonly outcome: MutantVerdict['kind'] | 'untested';
  readonly by?: string;
  readonly tests: number;
  readonly seconds: number;
  readonly commit: string;
}

export interface SampleOptions {
  readonly count: number;
  readonly seed: number;
  /** Packages to sample, as many places of each; one that has fewer gives all. */
  readonly packages: readonly string[];
  /** File with a result a line; those of the same seed and packages are not run again. */
  readonly results: string;
  readonly commit: string;
  readonly isStopping: () => boolean;
}

/** Tests over one mutant: the nearest, and if they notice nothing the others. */
const NEAREST = 3;
const MOST = 12;
const DEADLINE_MS = 240_000;

interface Chosen {
  readonly file: string;
  readonly source: string;
  readonly mutant: GeneratedMutant;
}

/** Names a change, which the same seed chooses again. */
const placeOf = ({ file, line, text, replacement }: Pick<SampledMutant, 'file' | 'line' | 'text' | 'replacement'>): string =>
  [file, line, text, replacement].join('\0');

/** Runs mutants that the seed chooses, and appends each to the results. */
export async function runSample(
  runner: MutantRunner,
  options: SampleOptions,
  told: (one: SampledMutant) => void,
): Promise<SampledMutant[]> {
  const results = resolve(options.results);
  await mkdir(dirname(results), { recursive: true });
  const kept = (await readResults(results)).filter(
    ({ seed, file }) => seed === options.seed && options.packages.some((path) => file.startsWith(`${path}/`)),
  );
  const known = new Set(kept.map(placeOf));
  const related = await readImports(await filesOf(options.packages.map((path) => `${path}/{src,testing}/**/*.ts`)));
  for (const { file, source, mutant } of await chooseMutants(options)) {
    if (options.isStopping()) break;
    const place = { file, line: mutant.line, text: source.slice(mutant.from, mutant.to), replacement: mutant.replacement };
    if (known.has(placeOf(place))) continue;
    const startedMs = performance.now();
    const found = await noticed(runner, related, file, applyMutant(source, mutant));
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    const one: SampledMutant = { seed: options.seed, ...place, operator: mutant.operator, ...found, seconds, commit: options.commit };
    kept.push(one);
    await appendFile(results, `${JSON.stringify(one)}\n`);
    told(one);
  }
  return kept;
}

export async function readResults(path: string): Promise<SampledMutant[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SampledMutant);
}

/** Chooses places by seed, one of each package in turn, so that a sample that is stopped is even too. */
async function chooseMutants({ count, seed, packages }: Pick<SampleOptions, 'count' | 'seed' | 'packages'>) {
  const random = createSeededRandom(seed);
  const shuffled: Chosen[][] = [];
  for (const path of packages) shuffled.push(random.shuffled(await mutantsOf(path)));
  const most = Math.max(...shuffled.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => shuffled.flatMap((chosen) => chosen.slice(turn, turn + 1)))
    .flat()
    .slice(0, count);
}

async function mutantsOf(path: string): Promise<Chosen[]> {
  const all: Chosen[] = [];
  for (const file of await filesOf([`${path}/src/**/*.ts`])) {
    if (file.endsWith('.test.ts')) continue;
    const source = await readFile(file, 'utf8');
    for (const mutant of generateMutants(source)) all.push({ file, source, mutant });
  }
  return all;
}

async function filesOf(patterns: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob([...patterns])) if (!file.includes('node_modules') && !file.includes('/dist/')) files.push(file);
  return files.sort();
}

type Found = Pick<SampledMutant, 'outcome' | 'by' | 'tests'>;

/** Runs the nearest tests, then the others, until one notices the change. */
async function noticed(runner: MutantRunner, related: RelatedTests, file: string, source: string): Promise<Found> {
  const tests = related.of(file).slice(0, MOST);
  if (tests.length === 0) return { outcome: 'untested', tests: 0 };
  for (const [from, to] of [
    [0, NEAREST],
    [NEAREST, MOST],
  ] as const) {
    const some = tests.slice(from, to);
    if (some.length === 0) break;
    const verdict = await runner.run({ path: resolve(file), source, tests: some }, DEADLINE_MS);
    if (verdict.kind === 'survived') continue;
    const by = verdict.kind === 'killed' ? verdict.by : verdict.kind === 'broken' ? verdict.what : undefined;
    return { outcome: verdict.kind, ...(by !== undefined && { by }), tests: tests.length };
  }
  return { outcome: 'survived', tests: tests.length };
}
