import type { Marker, NewEvent, SessionAddress } from '@total-recall/domain';
import { askProbe, timedRecall, type ProbeOutcome } from './ask-probe.ts';
import type { EvaluationProgress, EvaluationTarget } from './evaluation-target.ts';
import {
  generateNeedles,
  NEEDLE_PATTERNS,
  NEEDLE_TYPES,
  type Needle,
  type NeedlePreset,
  type NeedleRun,
  type NeedleTrace,
  type NeedleType,
  type NeverPlanted,
} from './generate-needles.ts';
import { holds, passagesByRank } from './judge-answer.ts';
import { createTermWeights, type TermWeights } from './query-terms.ts';
import { latencyOf, mean, shareOf, type Latency, type Share } from './ranking-measures.ts';
import { appendAll, createSessionReader, textOfEvent, type SessionReader } from './session-events.ts';
import { shownIn } from './simulate-pulls.ts';
import { splitTurns } from './split-turns.ts';

/** Shares of one group of needle questions. */
export interface NeedleShares {
  readonly n: number;
  readonly recallAt10: Share;
  readonly hop1: Share;
  readonly hop2: Share;
  /** Needles that the newest `windowTokens` of the trace still held at that moment. */
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
  /** `all` is over both kinds; `planted`: another string of the type came first; `neverPlanted`: answered as if there were one. */
  readonly falseRecall: { readonly all: Share; readonly planted: Share; readonly neverPlanted: Share };
  /** `ContextCompacted` records by trace; `asked` counts the compactions asked for, beside those the trigger caused. */
  readonly cycles: {
    readonly asked: number;
    readonly askedDone: number;
    readonly done: number;
    readonly fewest: number;
    readonly most: number;
  };
  readonly truncation: Share;
  /** Questions whose answer the window did not show when they came: an agent that recalls only then would have; of them, and of all turns. Source: 002 H7. */
  readonly pullFrequency: { readonly turns: number; readonly pulls: number; readonly ofTurns: number | null; readonly ofQuestions: Share };
  readonly byType: Readonly<Partial<Record<NeedleType, NeedleShares>>>;
  /** Asked of every needle planted by then, each time the session's cycle had risen. */
  readonly byCycle: Readonly<Record<string, NeedleShares>>;
  readonly tokenPrecision: number | null;
  readonly tokensIn: number;
  readonly latencyMs: Latency;
  readonly missed: readonly { readonly type: NeedleType; readonly value: string; readonly query: string; readonly secondQuery?: string }[];
}

interface Answered {
  readonly needle: Needle;
  readonly outcome: ProbeOutcome;
  readonly kept: boolean;
}

interface TraceOutcome {
  readonly final: readonly Answered[];
  /** By question: whether the window showed its answer. */
  readonly shown: readonly boolean[];
  readonly turns: number;
  readonly byCycle: readonly { readonly cycle: number; readonly answers: readonly Answered[] }[];
  readonly neverPlanted: readonly boolean[];
  readonly asked: number;
  readonly askedDone: number;
  readonly cycles: number;
  readonly tokensIn: number;
}

/**
 * Runs a needle set-up against a target. Every trace has a space of its own, named after `runName`; the caller gives a new one a
 * run. Nothing is printed that was not run: the truncation baseline is computed from the same trace.
 */
export async function runNeedles(
  target: EvaluationTarget,
  options: { preset: NeedlePreset; seed?: number; runName: string; onProgress?: EvaluationProgress },
): Promise<NeedlesResult> {
  const run = generateNeedles(options.preset, options.seed ?? 1);
  const outcomes: TraceOutcome[] = [];
  for (const [at, trace] of run.traces.entries()) {
    options.onProgress?.(at, run.traces.length, `trace ${at + 1}`);
    outcomes.push(await runTrace(target, run, trace, { tenant: target.tenant, space: `${options.runName}.${at + 1}`, session: 'needles' }));
  }
  options.onProgress?.(run.traces.length, run.traces.length, 'done');
  return summarise(run, outcomes);
}

async function runTrace(target: EvaluationTarget, run: NeedleRun, trace: NeedleTrace, address: SessionAddress): Promise<TraceOutcome> {
  const fromOutside = run.asker !== 'session';
  if (run.asker !== 'session') await target.configure({ space: address.space }, run.asker);
  await target.configure(fromOutside ? address : { space: address.space }, run.settings);
  const weights = createTermWeights(target.analyser, trace.events.map(textOfEvent));
  const reader = createSessionReader(target, address);
  const texts = new Map<string, string>();
  const ids: string[] = [];
  const byCycle: { cycle: number; answers: Answered[] }[] = [];
  const ask = async (): Promise<Answered[]> => {
    await target.settle();
    await reader.refresh();
    const { markers } = await target.retriever.markers({ ...address, limit: 100 });
    return askNeedles(
      target,
      run,
      trace.needles.filter((needle) => needle.eventIndex < ids.length),
      { address, fromOutside, weights, markers, texts, ids, reader },
    );
  };
  let cycle = 0;
  let askedDone = 0;
  for (const turn of splitTurns(trace.events)) {
    const appended = await appendAll(target, address, turn);
    appended.ids.forEach((id, at) => texts.set(id, textOfEvent(turn[at]!)));
    ids.push(...appended.ids);
    if (trace.compactAfter.includes(ids.length - 1)) {
      await target.settle();
      const result = await target.ingest.compact({ ...address, trigger: 'demand' });
      if (result.kind === 'compacted') askedDone += 1;
    }
    const window = await target.retriever.assembleWindow({
      ...address,
      ...(appended.position !== undefined && { after: appended.position }),
    });
    if (window.cycle === cycle) continue;
    cycle = window.cycle;
    byCycle.push({ cycle, answers: await ask() });
  }
  if (run.preset === '002') await appendAll(target, address, questionsOf(trace));
  const final = await ask();
  const text = shownIn(await target.retriever.assembleWindow(address));
  const neverPlanted: boolean[] = [];
  for (const probe of trace.neverPlanted) neverPlanted.push(await answersAsIfPlanted(target, { address, fromOutside }, probe));
  const session = await target.retriever.session(address);
  return {
    final,
    shown: final.map(({ needle }) => holds(text, needle.value)),
    turns: session.turn,
    byCycle,
    neverPlanted,
    asked: trace.compactAfter.length,
    askedDone,
    cycles: reader.compactions().length,
    tokensIn: session.tokensIn,
  };
}

/** The recall phase: the questions are turns of the session themselves, so they compete with what they ask for. */
function questionsOf(trace: NeedleTrace): NewEvent[] {
  return trace.needles.flatMap((needle, at): NewEvent[] => [
    { kind: 'user_message', text: `${needle.query}?` },
    { kind: 'agent_message', text: 'Let me look that up.', messageId: `answer-${at}` },
  ]);
}

interface AskContext {
  readonly address: SessionAddress;
  readonly fromOutside: boolean;
  readonly weights: TermWeights;
  readonly markers: readonly Marker[];
  readonly texts: ReadonlyMap<string, string>;
  readonly ids: readonly string[];
  readonly reader: SessionReader;
}

async function askNeedles(target: EvaluationTarget, run: NeedleRun, needles: readonly Needle[], context: AskContext): Promise<Answered[]> {
  const kept = truncatedTo(context.reader, run.windowTokens);
  const answers: Answered[] = [];
  for (const needle of needles) {
    const probe = {
      needle: needle.value,
      query: needle.query,
      firstOfType: (text: string) => NEEDLE_PATTERNS[needle.type].exec(text)?.[0],
    };
    const outcome = await askProbe(target, probe, { ...context, textOf: (id) => context.texts.get(id) });
    answers.push({ needle, outcome, kept: kept.has(context.ids[needle.eventIndex]!) });
  }
  return answers;
}

/** The events that a window of the newest tokens alone would hold. */
function truncatedTo(reader: SessionReader, windowTokens: number): Set<string> {
  const kept = new Set<string>();
  let tokens = 0;
  for (const event of reader.events.toReversed()) {
    if (event.kind === 'compaction') continue;
    tokens += event.tokens;
    if (tokens > windowTokens) break;
    kept.add(event.id);
  }
  return kept;
}

/** Whether one passage names the subject and holds a string of the type: what a reader would have to take for the answer. */
async function answersAsIfPlanted(
  target: EvaluationTarget,
  asker: { address: SessionAddress; fromOutside: boolean },
  probe: NeverPlanted,
): Promise<boolean> {
  const { answer } = await timedRecall(target, asker, probe.query);
  return passagesByRank(answer).some((passage) => holds(passage.text, probe.subject) && NEEDLE_PATTERNS[probe.type].test(passage.text));
}

function summarise(run: NeedleRun, outcomes: readonly TraceOutcome[]): NeedlesResult {
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
