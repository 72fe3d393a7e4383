import type { Marker, NewEvent, SessionAddress } from '@total-recall/domain';
import { askProbe, timedRecall } from './ask-probe.ts';
import type { EvaluationProgress, EvaluationTarget } from './evaluation-target.ts';
import {
  generateNeedles,
  NEEDLE_PATTERNS,
  type Needle,
  type NeedlePreset,
  type NeedleRun,
  type NeedleTrace,
  type NeverPlanted,
} from './generate-needles.ts';
import { holds, passagesByRank } from './judge-answer.ts';
import { createTermWeights, type TermWeights } from './query-terms.ts';
import { appendAll, createSessionReader, textOfEvent, type SessionReader } from './session-events.ts';
import { shownIn } from './simulate-pulls.ts';
import { splitTurns } from './split-turns.ts';
import { summariseNeedles, type Answered, type NeedlesResult, type TraceOutcome } from './summarise-needles.ts';

/**
 * Runs a needle set-up against a target. Every trace has its own space, named after `runName`, which must be new for
 * every run. All reported figures were measured; the truncation baseline is computed from the same trace.
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
  return summariseNeedles(run, outcomes);
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

/**
 * Builds the recall phase: the questions are turns of the session themselves, and so compete with the events they ask
 * for.
 */
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

/** Returns the events that a window of only the newest tokens would hold. */
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

/**
 * Returns true when one passage names the subject and holds a string of the type: a reader would have to take it for
 * the answer.
 */
async function answersAsIfPlanted(
  target: EvaluationTarget,
  asker: { address: SessionAddress; fromOutside: boolean },
  probe: NeverPlanted,
): Promise<boolean> {
  const { answer } = await timedRecall(target, asker, probe.query);
  return passagesByRank(answer).some((passage) => holds(passage.text, probe.subject) && NEEDLE_PATTERNS[probe.type].test(passage.text));
}
