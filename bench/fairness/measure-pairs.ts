import { setTimeout as delay } from 'node:timers/promises';
import { processUse, usedBetween } from '../cluster/process-use.ts';
import { latency, quantiles, value, type Figure, type FigureTable } from '../measure/figures.ts';
import { loadNow } from '../measure/machine.ts';
import { besideLoad } from './beside-load.ts';
import { burn } from './burn.ts';
import type { FairTarget } from './fair-target.ts';
import { makeNoise, type Noise } from './noise.ts';
import { OPERATIONS, quietCalls, type Operation, type Times } from './quiet-caller.ts';

const PHASES = ['alone', 'beside', 'burning'] as const;
type Phase = (typeof PHASES)[number];

interface Pair {
  readonly alone: Times;
  readonly beside: Times;
  /** Times beside threads that take as many cores as the noise did; absent where that is not asked for. */
  readonly burning?: Times;
  /** Cores that all processes took together, by phase. */
  readonly cores: Readonly<Partial<Record<Phase, number>>>;
  /** Answers to the noisy tenant by status. */
  readonly answers: ReadonlyMap<number, number>;
  /** CPU seconds by process while the noise lasted, and what each had resident at its end. */
  readonly used: ReadonlyMap<string, number>;
  readonly residentMiB: ReadonlyMap<string, number>;
}

export interface PairedRun {
  readonly title: string;
  readonly noise: Noise;
  readonly rounds: number;
  readonly seconds: number;
  /** Adds a phase beside threads that only count, with the cores that the noise took. */
  readonly burn?: boolean;
}

/** Measures the quiet tenant alone and beside the noise, in turn, and compares each pair of phases. */
export async function measurePairs(target: FairTarget, run: PairedRun): Promise<FigureTable[]> {
  const { title, rounds, seconds } = run;
  const refused = new Map<string, number>();
  const pairs: Pair[] = [];
  await quietCalls(target, seconds);
  for (let round = 1; round <= rounds; round += 1) {
    const pair = await measurePair(target, run, refused);
    pairs.push(pair);
    console.log(`round ${round}: ${lineOf(pair)}; load ${loadNow()}`);
  }
  const other = [...refused].map(([answer, count]) => value(`quiet tenant: ${answer}`, 'answers', [count]));
  return [
    { title, figures: [...latenciesOf(pairs), ...ratiosOf(pairs), ...answersOf(pairs), ...other] },
    { title: `CPU and memory beside the noise, ${title}`, figures: [...coresOf(pairs), ...usesOf(pairs, seconds + 0.5)] },
  ];
}

async function measurePair(target: FairTarget, { noise, seconds, burn: burns }: PairedRun, refused: Map<string, number>): Promise<Pair> {
  const start = await processUse();
  const alone = await quietCalls(target, seconds, refused);
  const before = await processUse();
  const [[beside, after], answers] = await besideLoad(makeNoise(target, noise), async () => {
    await delay(500);
    return [await quietCalls(target, seconds, refused), await processUse()] as const;
  });
  const residentMiB = new Map([...after].map(([name, use]) => [name, use.residentMiB]));
  const used = usedBetween(before, after);
  const cores = { alone: sumOf(usedBetween(start, before)) / seconds, beside: sumOf(used) / (seconds + 0.5) };
  const pair = { alone, beside, used, residentMiB, answers, cores };
  if (burns !== true) return pair;
  await delay(1_000);
  // Beside the noise fewer calls are made, and each takes what it took alone.
  const ofQuiet = cores.alone * (beside.recall.length / alone.recall.length);
  const [[burning, all]] = await besideLoad(burn(Math.max(0, cores.beside - ofQuiet)), async () => {
    const from = await processUse();
    return [await quietCalls(target, seconds, refused), sumOf(usedBetween(from, await processUse()))] as const;
  });
  return { ...pair, burning, cores: { ...cores, burning: all / seconds } };
}

const sumOf = (used: ReadonlyMap<string, number>): number => [...used.values()].reduce((sum, own) => sum + own, 0);

const phasesOf = (pairs: readonly Pair[]): readonly Phase[] => PHASES.filter((phase) => pairs.every((pair) => pair[phase] !== undefined));

function lineOf(pair: Pair): string {
  const phases = phasesOf([pair]);
  const timesOf = (name: Operation): string => phases.map((phase) => quantiles(pair[phase]![name]).p95).join(' and ');
  const shown = OPERATIONS.map((name) => `${name} ${timesOf(name)}`).join(', ');
  const { answers } = pair;
  return `p95 ${phases.join(' and ')} in ms: ${shown}; the noisy one ${[...answers].map(([status, count]) => `${count} x ${status}`).join(', ')}`;
}

const latenciesOf = (pairs: readonly Pair[]): Figure[] =>
  OPERATIONS.flatMap((name) =>
    phasesOf(pairs).map((phase) => {
      const runs = pairs.map((pair) => pair[phase]![name]);
      return latency(`${name}, ${phase}`, runs);
    }),
  );

const ratiosOf = (pairs: readonly Pair[]): Figure[] =>
  OPERATIONS.flatMap((name) =>
    phasesOf(pairs)
      .filter((phase) => phase !== 'alone')
      .map((phase) =>
        value(
          `${name}: p95 ${phase} / alone`,
          'times',
          pairs.map((pair) => quantiles(pair[phase]![name]).p95 / quantiles(pair.alone[name]).p95),
        ),
      ),
  );

const coresOf = (pairs: readonly Pair[]): Figure[] =>
  phasesOf(pairs).map((phase) =>
    value(
      `all, ${phase}`,
      'cores',
      pairs.map(({ cores }) => cores[phase] ?? 0),
    ),
  );

function answersOf(pairs: readonly Pair[]): Figure[] {
  const statuses = new Set(pairs.flatMap(({ answers }) => [...answers.keys()]));
  return [...statuses].sort().map((status) =>
    value(
      `noisy tenant: ${status}`,
      'answers a phase',
      pairs.map(({ answers }) => answers.get(status) ?? 0),
    ),
  );
}

function usesOf(pairs: readonly Pair[], seconds: number): Figure[] {
  const names = [...new Set(pairs.flatMap(({ used }) => [...used.keys()]))];
  const of = (unit: string, runsOf: (pair: Pair, name: string) => number): Figure[] =>
    names.map((name) =>
      value(
        name,
        unit,
        pairs.map((pair) => runsOf(pair, name)),
      ),
    );
  return [
    ...of('cores', ({ used }, name) => (used.get(name) ?? 0) / seconds),
    ...of('MiB resident', ({ residentMiB }, name) => residentMiB.get(name) ?? 0),
  ];
}
