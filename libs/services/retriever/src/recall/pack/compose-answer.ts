import {
  askedForm,
  isCalibrated,
  isListOfWords,
  isMeantAsWhole,
  outcomeOf,
  outcomeWarning,
  quotedPhrases,
  type AskedValue,
  type RecallOutcome,
  type RecallRequest,
} from '@total-recall/domain';
import type { CallReader, Turn } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../../retriever-deps.ts';
import { applyUpdates } from './apply-updates.ts';
import { addCompanions } from './add-companions.ts';
import { drillDown } from './drill-down.ts';
import type { FoundEvidence } from '../find-evidence.ts';
import { loadPassages, type LoadedEvent } from './load-passages.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import { packAnswer, type PackedAnswer } from './pack-answer.ts';
import type { Question } from '../ask/read-question.ts';
import type { SearchResult } from '../search/search-query.ts';
import { markerLines } from './topic-markers.ts';
import { bytesCost, packedCost } from '../../work-costs.ts';

export interface ComposedAnswer {
  readonly packed: PackedAnswer;
  readonly outcome: RecallOutcome;
  /** The hits, as reordered by updates. */
  readonly hits: readonly OpenedEvent[];
  readonly loaded: ReadonlyMap<string, LoadedEvent>;
}

interface ComposeInput {
  readonly request: RecallRequest;
  readonly frame: Question;
  readonly evidence: FoundEvidence;
  readonly retrievalId: string;
  readonly calls: CallReader;
  readonly turn: Pick<Turn, 'spend'>;
}

/** Budget of an answer that probably does not hold what was asked: it shows only the nearest events. */
const NOTHING_FOUND_TOKENS = 200;

/** Sorts opened events like `events`. Those not in the list go last. */
function inOrderOf(opened: readonly OpenedEvent[], events: readonly LoadedEvent[]): OpenedEvent[] {
  const places = new Map(events.map((event, at) => [event.opened.envelope.id, at]));
  const placeOf = ({ envelope }: OpenedEvent): number => places.get(envelope.id) ?? events.length;
  return opened.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Decides which value of a thing is asked for: the earlier one if a query or the caller asks for history. */
function askedValue(results: readonly SearchResult[], wantsHistory: boolean): AskedValue {
  return results.find(({ askedValue }) => askedValue !== 'now')?.askedValue ?? (wantsHistory ? 'before' : 'now');
}

/**
 * Packs the hits with their companions and, depending on the granularity, the surroundings of the best one or
 * the markers of the topic.
 */
export async function composeAnswer(
  deps: RetrieverDeps,
  config: RecallConfig,
  { request, frame, evidence, retrievalId, calls, turn }: ComposeInput,
): Promise<ComposedAnswer> {
  const { policy, open } = frame;
  const { covered } = frame.opening;
  const { markers } = evidence;
  const { results, opened, judged } = evidence.found;
  const areWords = request.queries.some(isListOfWords);
  // Markers may describe the stretch in other words. And an event that holds all words of a list may hold
  // them in passages far apart.
  const isNear = markers.length > 0 || (areWords && opened.some(({ ranked }) => isMeantAsWhole(ranked.coverage ?? 0)));
  const outcome = outcomeOf(judged, opened.length, isNear);
  // The confidence constants of another model are too weak a reason to show less evidence.
  const isSure = results.every(({ model }) => isCalibrated(model));
  const budgetTokens = outcome === 'nothing_found' && isSure ? Math.min(frame.budgetTokens, NOTHING_FOUND_TOKENS) : frame.budgetTokens;
  const hits = await addCompanions(deps, opened.slice(0, Math.min(config.openedEvents, request.limit ?? Infinity)), { covered, open });
  const around = request.granularity === 'exact' ? await drillDown(deps, hits, { covered, open }) : [];
  const phrases = request.queries.flatMap(quotedPhrases);
  const forms = request.queries.flatMap((query) => askedForm(query) ?? []);
  const weights = new Map(results.flatMap((result) => [...result.weights]));
  const loaded = await loadPassages(deps, [...hits, ...around], {
    weights,
    phrases,
    ...(forms.length > 0 && { hasForm: (text) => forms.some((has) => has(text)) }),
    isListOfWords: areWords,
    calls,
    place: request,
    scope: request.scope ?? {},
  });
  await turn.spend(bytesCost(loaded.reduce((sum, { totalBytes }) => sum + totalBytes, 0)));
  const events = await applyUpdates(deps, loaded, { weights, asked: askedValue(results, frame.asking.wantsHistory), calls });
  await turn.spend(packedCost(events.length));
  const packed = await packAnswer(deps.tokens, {
    events,
    budgetTokens,
    family: policy.family,
    retrievalId,
    freeTokens: config.freeTokens,
    worthWithin: results.some(({ model }) => model !== undefined) ? config.worthWithin.withVectors : config.worthWithin.byWords,
    ...(request.session !== undefined && { session: request.session }),
    preface: [outcomeWarning(outcome, markers.length > 0) ?? []].flat(),
    markers: markerLines(markers),
  });
  return { packed, outcome, hits: inOrderOf(opened, events), loaded: new Map(events.map((event) => [event.opened.envelope.id, event])) };
}
