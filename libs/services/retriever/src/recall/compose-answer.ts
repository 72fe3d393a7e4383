import { outcomeOf, outcomeWarning, type RecallOutcome, type RecallRequest } from '@total-recall/domain';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import { addCompanions } from './add-companions.ts';
import { drillDown, withinHalf } from './drill-down.ts';
import type { FoundEvidence } from './find-evidence.ts';
import { loadSources } from './load-sources.ts';
import { packAnswer, type PackedAnswer } from './pack-answer.ts';
import type { RecallFrame } from './read-asking.ts';
import { markerLines } from './topic-markers.ts';

export interface ComposedAnswer {
  readonly packed: PackedAnswer;
  readonly outcome: RecallOutcome;
}

interface ComposeInput {
  readonly request: RecallRequest;
  readonly frame: RecallFrame;
  readonly evidence: FoundEvidence;
  readonly retrievalId: string;
}

/** Packs the hits with their companions and, by granularity, the surroundings of the best one or the markers of the topic. */
export async function composeAnswer(
  deps: RetrieverDeps,
  config: RecallConfig,
  { request, frame, evidence, retrievalId }: ComposeInput,
): Promise<ComposedAnswer> {
  const { budgetTokens, policy, open } = frame;
  const { covered } = frame.opening;
  const { granularity, markers } = evidence;
  const { results, opened, judged } = evidence.found;
  const outcome = outcomeOf(judged.confidence, opened.length, markers.length > 0);
  const hits = await addCompanions(deps, opened.slice(0, config.openedEvents), budgetTokens, { covered, open });
  const isAskedFor = request.granularity === 'exact';
  const drillsDown = granularity === 'exact' || outcome !== 'answered';
  const around = drillsDown ? await drillDown(deps, hits, { covered, open, isAskedFor }) : [];
  const terms = new Map(results.flatMap((result) => [...result.weights]));
  const [sources, surroundings] = await Promise.all([loadSources(deps, hits, terms, request), loadSources(deps, around, terms, request)]);
  const packed = await packAnswer(deps.tokens, {
    sources: [...sources, ...withinHalf(surroundings, budgetTokens)],
    budgetTokens,
    family: policy.family,
    retrievalId,
    session: request.session,
    preface: [outcomeWarning(outcome, markers.length > 0) ?? []].flat(),
    markers: markerLines(markers),
  });
  return { packed, outcome };
}
