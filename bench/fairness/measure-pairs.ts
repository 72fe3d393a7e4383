import { setTimeout as delay } from 'node:timers/promises';
import { processUse, usedBetween } from '../cluster/process-use.ts';
import { latency, quantiles, value, type Figure, type FigureTable } from '../measure/figures.ts';
import { loadNow } from '../measure/machine.ts';
import type { FairTarget } from './fair-target.ts';
import { makeNoise, type Noise } from './noise.ts';
import { OPERATIONS, quietCalls, type Times } from './quiet-caller.ts';

interface Pair {
  readonly alone: Times;
  readonly beside: Times;
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
}

/** Measures the quiet tenant alone and beside the noise, in turn, and compares each pair of phases. */
export async function measurePairs(target: FairTarget, { title, noise, rounds, seconds }: PairedRun): Promise<FigureTable[]> {
  const refused = new Map<string, number>();
  const pairs: Pair[] = [];
  await quietCalls(target, seconds);
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await quietCalls(target, seconds, refused);
    const [before, noisy] = [await processUse(), makeNoise(target, noise)];
    await delay(500);
    const beside = await quietCalls(target, seconds, refused);
    const after = await processUse();
    const residentMiB = new Map([...after].map(([name, use]) => [name, use.residentMiB]));
    const pair = { alone, beside, used: usedBetween(before, after), residentMiB, answers: await noisy.stop() };
    pairs.push(pair);
    console.log(`round ${round}: ${lineOf(pair)}; load ${loadNow()}`);
  }
  const other = [...refused].map(([answer, count]) => value(`quiet tenant: ${answer}`, 'answers', [count]));
  return [
    { title, figures: [...latenciesOf(pairs), ...ratiosOf(pairs), ...answersOf(pairs), ...other] },
    { title: `CPU and memory beside the noise, ${title}`, figures: usesOf(pairs, seconds + 0.5) },
  ];
}

function lineOf({ alone, beside, answers }: Pair): string {
  const shown = OPERATIONS.map((name) => `${name} ${quantiles(alone[name]).p95} and ${quantiles(beside[name]).p95}`).join(', ');
  return `p95 alone and beside in ms: ${shown}; the noisy one ${[...answers].map(([status, count]) => `${count} x ${status}`).join(', ')}`;
}

const latenciesOf = (pairs: readonly Pair[]): Figure[] =>
  OPERATIONS.flatMap((name) =>
    (['alone', 'beside'] as const).map((phase) => {
      const runs = pairs.map((pair) => pair[phase][name]);
      return latency(`${name}, ${phase}`, runs);
    }),
  );

const ratiosOf = (pairs: readonly Pair[]): Figure[] =>
  OPERATIONS.map((name) =>
    value(
      `${name}: p95 beside / alone`,
      'times',
      pairs.map(({ alone, beside }) => quantiles(beside[name]).p95 / quantiles(alone[name]).p95),
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
