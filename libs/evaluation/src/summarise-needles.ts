import type { ProbeOutcome } from './ask-probe.ts';
import { NEEDLE_TYPES, type Needle, type NeedleRun, type NeedleType } from './generate-needles.ts';
import { latencyOf, mean, shareOf, type Latency, type Share } from './ranking-measures.ts';

/** Shares of one group of needle questions. */
export interface NeedleShares {
  readonly n: number;
  readonly recallAt10: Share;
  readonly hop1: Share;
  readonly hop2: Share;
  /** Needles that the newest `windowTokens` of the trace still held at that time. */
  readonly truncation: Share;
}

export interface NeedlesResult {
  readonly dataset: string;
  readonly n: number;
  readonly seed: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly 'recall@10': Share;
  readonly hop1: Share;
  readonly hop2: Share;
  /**
   * `planted`: another string of the type came first; `neverPlanted`: an answer was given although nothing was planted;
   * `all`: both together.
   */
  readonly falseRecall: { readonly all: Share; readonly planted: Share; readonly neverPlanted: Share };
  /**
   * Number of `ContextCompacted` records by trace. `asked` counts requested compactions, which come in addition to
   * those that the trigger caused.
   */
  readonly cycles: {
    readonly asked: number;
    readonly askedDone: number;
    readonly done: number;
    readonly fewest: number;
    readonly most: number;
  };
  readonly truncation: Share;
  /**
   * Questions whose answer the window did not show: an agent would have recalled. As a share of the questions and of
   * all turns. Source: 002 H7.
   */
  readonly pullFrequency: { readonly turns: number; readonly pulls: number; readonly ofTurns: number | null; readonly ofQuestions: Share };
  readonly byType: Readonly<Partial<Record<NeedleType, NeedleShares>>>;
  /** Figures after each cycle, over every needle planted by then. */
  readonly byCycle: Readonly<Record<string, NeedleShares>>;
  readonly tokenPrecision: number | null;
  readonly tokensIn: number;
  readonly latencyMs: Latency;
  readonly missed: readonly { readonly type: NeedleType; readonly value: string; readonly query: string; readonly secondQuery?: string }[];
}

/** A question with its outcome. */
export interface Answered {
  readonly needle: Needle;
  readonly outcome: ProbeOutcome;
  readonly kept: boolean;
}

/** Result of one trace. */
export interface TraceOutcome {
  readonly final: readonly Answered[];
  /** True when the window showed the answer, by question. */
  readonly shown: readonly boolean[];
  readonly turns: number;
  readonly byCycle: readonly { readonly cycle: number; readonly answers: readonly Answered[] }[];
  readonly neverPlanted: readonly boolean[];
  readonly asked: number;
  readonly askedDone: number;
  readonly cycles: number;
  readonly tokensIn: number;
}

export function summariseNeedles(run: NeedleRun, outcomes: readonly TraceOutcome[]): NeedlesResult {
  const final = outcomes.flatMap((outcome) => outcome.final);
  const shares = sharesOf(final, run.seed);
  const planted = final.map(({ outcome }) => outcome.falseRecall);
  const neverPlanted = outcomes.flatMap((outcome) => outcome.neverPlanted);
  const cycles = outcomes.map((outcome) => outcome.cycles);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    dataset: `needles ${run.preset}`,
    n: final.length,
    seed: run.seed,
    config: {
      ...run.settings,
      asker: run.asker === 'session' ? 'the session' : `another agent of the space, window ${run.asker.windowTokens}`,
      traces: run.traces.length,
      events: run.traces[0]!.events.length,
      pullTokens: final[0]?.outcome.budgetTokens ?? null,
      keyEvents: false,
    },
    'recall@10': shares.recallAt10,
    hop1: shares.hop1,
    hop2: shares.hop2,
    falseRecall: {
      all: shareOf([...planted, ...neverPlanted], run.seed),
      planted: shareOf(planted, run.seed),
      neverPlanted: shareOf(neverPlanted, run.seed),
    },
    cycles: {
      asked: sum(outcomes.map((outcome) => outcome.asked)),
      askedDone: sum(outcomes.map((outcome) => outcome.askedDone)),
      done: sum(cycles),
      fewest: Math.min(...cycles),
      most: Math.max(...cycles),
    },
    truncation: shares.truncation,
    pullFrequency: pullsOf(outcomes, run.seed),
    byType: Object.fromEntries(
      NEEDLE_TYPES.map((type) => [
        type,
        sharesOf(
          final.filter(({ needle }) => needle.type === type),
          run.seed,
        ),
      ]),
    ),
    byCycle: sharesByCycle(outcomes, run.seed),
    tokenPrecision: mean(final.flatMap(({ outcome }) => (outcome.precision === null ? [] : [outcome.precision]))),
    tokensIn: sum(outcomes.map((outcome) => outcome.tokensIn)),
    latencyMs: latencyOf(
      outcomes
        .flatMap((outcome) => [...outcome.byCycle.flatMap((entry) => entry.answers), ...outcome.final])
        .flatMap(({ outcome }) => outcome.latenciesMs),
    ),
    missed: final
      .filter(({ outcome }) => !outcome.hop2)
      .map(({ needle, outcome }) => ({ type: needle.type, value: needle.value, query: needle.query, secondQuery: outcome.secondQuery })),
  };
}

function pullsOf(outcomes: readonly TraceOutcome[], seed: number): NeedlesResult['pullFrequency'] {
  const asked = outcomes.flatMap((outcome) => outcome.shown.map((isShown) => !isShown));
  const turns = outcomes.reduce((total, outcome) => total + outcome.turns, 0);
  const pulls = asked.filter(Boolean).length;
  return { turns, pulls, ofTurns: turns === 0 ? null : pulls / turns, ofQuestions: shareOf(asked, seed) };
}

function sharesByCycle(outcomes: readonly TraceOutcome[], seed: number): Record<string, NeedleShares> {
  const cycles = [...new Set(outcomes.flatMap((outcome) => outcome.byCycle.map((entry) => entry.cycle)))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    cycles.map((cycle) => [
      cycle,
      sharesOf(
        outcomes.flatMap((outcome) => outcome.byCycle.filter((entry) => entry.cycle === cycle).flatMap((entry) => entry.answers)),
        seed,
      ),
    ]),
  );
}

function sharesOf(answers: readonly Answered[], seed: number): NeedleShares {
  return {
    n: answers.length,
    recallAt10: shareOf(
      answers.map(({ outcome }) => outcome.recallAt10),
      seed,
    ),
    hop1: shareOf(
      answers.map(({ outcome }) => outcome.hop1),
      seed,
    ),
    hop2: shareOf(
      answers.map(({ outcome }) => outcome.hop2),
      seed,
    ),
    truncation: shareOf(
      answers.map(({ kept }) => kept),
      seed,
    ),
  };
}
