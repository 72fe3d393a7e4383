import { sketchCall } from '../compaction/sketches/sketch-call.ts';
import { rulesOf } from '../event/kind-rules.ts';
import { hasFailed } from '../task-state/derived/failed-result.ts';
import { readCall } from '../task-state/derived/read-call.ts';
import type { OutlinedEvent } from './outline-episode.ts';

/** Kinds of steps of an episode, whatever they were about. */
export type EpisodeStep = 'ask' | 'look' | 'change' | 'run' | 'use' | 'fail' | 'decide' | 'tell';

/** How an episode went, without a word of what it was about. */
export interface EpisodeShape {
  /** Its steps in their order, repeats of one as one. */
  readonly steps: readonly EpisodeStep[];
  /** Each failure that was put right, once, in order: the kind of call that failed, and what was done until it succeeded. */
  readonly remedies: readonly string[];
}

const LOOKING: ReadonlySet<string> = new Set(['files read', 'searches']);

/** Returns how an episode went: its sequence of steps, and what put its failures right. Pure and deterministic. Source: L13. */
export function episodeShape(events: readonly OutlinedEvent[]): EpisodeShape {
  const steps: EpisodeStep[] = [];
  const remedies = new Set<string>();
  /** Steps since each kind of call failed. */
  const failed = new Map<EpisodeStep, Set<EpisodeStep>>();
  const calls = new Map<string, EpisodeStep>();
  for (const event of events) {
    const step = stepOf(event);
    const of = event.call && calls.get(event.call.id);
    if (event.kind === 'tool_result' && of !== undefined && step === undefined) {
      const since = failed.get(of);
      if (since) remedies.add(`${of}: ${[...since].join(' ')}`);
      failed.delete(of);
    }
    if (step === undefined) continue;
    if (event.kind === 'tool_call') calls.set(event.call!.id, step);
    if (step !== steps.at(-1)) steps.push(step);
    if (step === 'fail') {
      if (of !== undefined && !failed.has(of)) failed.set(of, new Set());
    } else if (event.kind === 'tool_call') for (const [kind, since] of failed) if (kind !== step) since.add(step);
  }
  return { steps, remedies: [...remedies].sort() };
}

/** Returns the step that an event is; undefined for a result that did not fail, and for what is no step. */
function stepOf({ kind, call, text, isError = false }: OutlinedEvent): EpisodeStep | undefined {
  if (kind === 'tool_result') return hasFailed(text, isError) ? 'fail' : undefined;
  if (kind === 'tool_call') {
    if (!call) return undefined;
    if (readCall(call).isChange) return 'change';
    const { done } = sketchCall(call);
    return LOOKING.has(done) ? 'look' : done === 'commands' ? 'run' : 'use';
  }
  if (rulesOf(kind).isRequest) return 'ask';
  return kind === 'decision' ? 'decide' : kind === 'agent_message' ? 'tell' : undefined;
}

/** Least steps of an episode whose shape says something. */
const LEAST_STEPS = 5;

/**
 * Returns how alike two episodes went, 0 to 1: the share of pairs of neighbouring steps that both have. 0 where no failure was
 * put right in the same way in both, or one of them has few steps: most short episodes go alike.
 */
export function likeness(a: EpisodeShape, b: EpisodeShape): number {
  if (Math.min(a.steps.length, b.steps.length) < LEAST_STEPS || !a.remedies.some((one) => b.remedies.includes(one))) return 0;
  const [inA, inB] = [pairsOf(a), pairsOf(b)];
  const counts = Map.groupBy(inB, (pair) => pair);
  const both = [...Map.groupBy(inA, (pair) => pair)].reduce(
    (sum, [pair, own]) => sum + Math.min(own.length, counts.get(pair)?.length ?? 0),
    0,
  );
  return (2 * both) / (inA.length + inB.length);
}

function pairsOf({ steps }: EpisodeShape): string[] {
  return steps.slice(1).map((step, at) => `${steps[at]!} ${step}`);
}
