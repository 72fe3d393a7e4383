import { spaceKey, type JudgedProposal, type UnitDecision } from '@total-recall/domain';
import type { ModelUsage, SpacePlace } from '@total-recall/ports';
import { batchesOf } from '@total-recall/runtime';
import { appendJudged, type AppendDeps } from '../append-judged.ts';
import { askModel, type AskDeps } from '../ask-model.ts';
import type { StageEnd } from '../extract/extract-facts.ts';
import type { FailingSessions } from '../failing-sessions.ts';
import { factsAddedAfter, findComparisons } from './find-comparisons.ts';
import { judgeReplacements } from './judge-replacements.ts';
import { RECONCILE_INSTRUCTIONS, RECONCILE_LIMITS, reconcileAnswer, reconcileText, type Comparison } from './reconcile-question.ts';

export interface ReconcileDeps extends AppendDeps, AskDeps {
  readonly failing: FailingSessions;
}

/** Answers in a row that cannot be judged, after which the same facts are not asked about again. */
const MOST_FAILURES = 3;

/**
 * Has a model decide which of the facts that are new replace earlier ones. A fact is asked about once, with those that the
 * gates let it replace. Where no answer can be judged it is asked about again by the next sweeps, a few times: what is
 * passed over then stays beside the others.
 */
export async function reconcileFacts(deps: ReconcileDeps, place: SpacePlace): Promise<StageEnd> {
  for (;;) {
    deps.signal.throwIfAborted();
    const state = await deps.stateOf(place);
    const added = factsAddedAfter(state, state.model?.reconciled ?? 0);
    const last = added.at(-1);
    if (!last) return 'done';
    const moment = { state, erasures: deps.erasures() };
    const asked = await askAll(deps, await findComparisons(deps, place, state, added));
    const { failure, decisions, calls, usage, proposals } = asked;
    const judgement = { stage: 'reconcile', calls, usage, proposals } as const;
    const key = `reconcile ${spaceKey(place)}`;
    if (failure !== undefined) {
      const isPassed = asked.isFaulty === true && deps.failing.failed(key) >= MOST_FAILURES;
      if (isPassed) deps.failing.succeeded(key);
      const progress = isPassed ? { reconciled: last.addedBy } : {};
      if (calls > 0) await appendJudged(deps, place, moment, { ...judgement, failure, ...progress }, entriesOf(decisions));
      return asked.isFaulty === true ? 'waits' : 'stopped';
    }
    deps.failing.succeeded(key);
    if (!(await appendJudged(deps, place, moment, { ...judgement, reconciled: last.addedBy }, entriesOf(decisions)))) return 'waits';
  }
}

/** One entry a decision, so that each can be undone alone. */
function entriesOf(decisions: readonly UnitDecision[]): (readonly UnitDecision[])[] {
  return decisions.map((one) => [one]);
}

interface Asked {
  readonly calls: number;
  readonly usage: ModelUsage;
  readonly decisions: readonly UnitDecision[];
  readonly proposals: readonly JudgedProposal[];
  readonly failure?: string;
  /** True where there was an answer, which could not be judged. */
  readonly isFaulty?: boolean;
}

/** Asks about all comparisons; those of one audience are asked about together. Stops at the first failure. */
async function askAll(deps: ReconcileDeps, comparisons: readonly Comparison[]): Promise<Asked> {
  let asked: Asked = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 }, decisions: [], proposals: [] };
  for (const own of Map.groupBy(comparisons, ({ fact }) => fact.unit.audience).values()) {
    for (const batch of batchesOf(own, RECONCILE_LIMITS.facts)) {
      asked = await askAbout(deps, batch, asked);
      if (asked.failure !== undefined) return asked;
    }
  }
  return asked;
}

async function askAbout(deps: ReconcileDeps, comparisons: readonly Comparison[], before: Asked): Promise<Asked> {
  const answer = await askModel(deps, {
    stage: 'reconcile',
    name: 'replacements',
    instructions: RECONCILE_INSTRUCTIONS,
    schema: reconcileAnswer,
    messages: [{ role: 'user', text: reconcileText(comparisons) }],
  });
  if (answer.kind === 'spent') return { ...before, failure: answer.budget };
  const calls = before.calls + 1;
  const usage = {
    inputTokens: before.usage.inputTokens + answer.usage.inputTokens,
    outputTokens: before.usage.outputTokens + answer.usage.outputTokens,
  };
  if (answer.kind === 'failed') return { ...before, calls, usage, failure: answer.reason, isFaulty: !answer.isAway };
  const replaced = new Set(before.decisions.flatMap((one) => (one.do === 'supersede' ? one.unit : [])));
  const judged = judgeReplacements(comparisons, answer.value.decisions, replaced);
  return {
    calls,
    usage,
    decisions: [...before.decisions, ...judged.decisions],
    proposals: [...before.proposals, ...judged.proposals],
  };
}
