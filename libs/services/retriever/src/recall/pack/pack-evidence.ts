import {
  askedForm,
  asksWhereItStands,
  doneLine,
  isCalibrated,
  isListOfWords,
  nameTime,
  otherLanguageWarning,
  otherTimeWarning,
  outcomeWarning,
  overviewWarning,
  undoneHint,
  undoneLine,
  withoutLiterals,
  type AskedValue,
  type Literal,
  type RecallMarker,
  type RecallOutcome,
  type Undone,
} from '@total-recall/domain';
import { bytesCost, packedCost } from '../../work-costs.ts';
import type { Question } from '../ask/read-question.ts';
import { isOfOtherLanguage } from '../judge/is-of-other-language.ts';
import { isOfOtherTime } from '../judge/judge-events.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { ListedDone, RankedQuery } from '../rank/rank-query.ts';
import type { RetrieverConfig } from '../../retriever-deps.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { addCompanions } from './add-companions.ts';
import { addReplacements } from './add-replacements.ts';
import { applyUpdates, asksIn, shareIn } from './apply-updates.ts';
import { drillDown } from './drill-down.ts';
import type { AboveEvidence } from './fit-above.ts';
import { joinRepeats } from './join-repeats.ts';
import { loadPassages, type LoadedEvent, type LoadInput } from './load-passages.ts';
import { markOver } from './mark-over.ts';
import { markValidity } from './mark-validity.ts';
import { eventsBehind, type ReadOverview } from './read-overviews.ts';
import { packAnswer, type PackedAnswer, type PackingLimits } from './pack-answer.ts';

export interface PackedEvidence extends PackedAnswer {
  /** The hits, as reordered by updates. */
  readonly hits: readonly OpenedEvent[];
  readonly loaded: ReadonlyMap<string, LoadedEvent>;
}

interface EvidenceToPack {
  readonly found: FoundEvents;
  readonly outcome: RecallOutcome;
  readonly markers: readonly RecallMarker[];
  readonly overviews: readonly ReadOverview[];
  readonly retrievalId: string;
  /** Set where a list of what was done is asked for, and nothing was. */
  readonly undone?: Undone;
}

/**
 * Limits of an answer that probably does not hold what was asked: the nearest lines until they take these tokens, and none
 * behind them, however near. See ADR 0244.
 */
const NOTHING_FOUND = { budgetTokens: 500, freeTokens: 64, worthWithin: -Infinity } as const;

/**
 * Packs the hits under the budget: with their companions, with what surrounds the best one where the request asks for
 * that, later values before earlier ones, and below the markers of the topic.
 */
export async function packEvidence(
  { deps, config, turn, calls, eventsRead }: RecallRun,
  question: Question,
  { found, outcome, markers, overviews, retrievalId, undone }: EvidenceToPack,
): Promise<PackedEvidence> {
  const { request, policy } = question;
  const { queries, opened } = found;
  const did = queries.find((query) => query.did)?.did;
  // The entries of a list are worth the same, whatever words of the question they hold.
  const weights = did === undefined ? new Map(queries.flatMap((query) => [...query.weights])) : new Map<string, number>();
  const forms = did === undefined ? formsOf(question, queries) : listFormsOf(question);
  const reader = { deps, eventsRead };

  const best = opened.slice(0, Math.min(config.openedEvents, request.limit ?? Infinity));
  const hits = did === undefined ? await addCompanions(reader, question, best) : best;
  const behind = outcome === 'answered' ? [] : eventsBehind(overviews, hits, question.budgetTokens);
  const around = request.granularity === 'exact' ? await drillDown(reader, question, hits) : behind;
  const loaded = await loadPassages(deps, [...hits, ...around], { ...forms, weights, calls });
  await turn.spend(bytesCost(loaded.reduce((sum, { totalBytes }) => sum + totalBytes, 0)));
  const current = await addReplacements(reader, question, loaded, weights);
  const all = [...loaded, ...(await loadPassages(deps, current, { ...forms, weights, calls }))];
  const asked = askedValueOf(queries, question.asking.wantsHistory);
  const isOfTime = did !== undefined || !queries.every((query) => isOfOtherTime(query, opened));
  const askedTime = queries[0] && nameTime(queries[0].time);
  const isOfLanguage = did !== undefined || outcome === 'answered' || !isOfOtherLanguage(question, opened);
  const { replaced, ending } = question.decisions;
  const { asOf, validAt, atEntry } = request;
  const time = validAt ?? asOf ?? deps.clock.now();
  const updated =
    did !== undefined ? all : applyUpdates(deps, all, { weights, asked, replaced, ...(validAt !== undefined && { validAt }) });
  const shareOf = shareIn(deps.analyser, weights);
  const ordered = did !== undefined ? all : joinRepeats(deps, updated, { queries, asksFirst: asked === 'first', shareOf });
  const marked = did !== undefined ? all : markOver(ordered, { ending, moment: time, asks: asksIn(deps.analyser, weights) });
  const events = did !== undefined ? all : await markValidity(reader, question, marked, shareOf);
  await turn.spend(packedCost(events.length));

  const pack = (list: ListedDone | undefined): Promise<PackedAnswer> =>
    packAnswer(deps.tokens, {
      events,
      // Other evidence hardly holds what calls would show.
      ...limitsOf(
        (undone || found.standing?.isAlone) && outcome === 'unsure' ? 'nothing_found' : outcome,
        queries,
        { ...config, budgetTokens: question.budgetTokens },
        found.standing?.count,
      ),
      family: policy.family,
      retrievalId,
      ...(request.pushed === true && { isPushed: true }),
      ...(request.session !== undefined && { session: request.session }),
      moment: {
        ...(asOf !== undefined && { asOf }),
        ...(validAt !== undefined && { validAt }),
        ...(atEntry !== undefined && { atEntry }),
      },
      isNarrowed: isNarrowed(request),
      ...(undone && { hint: undoneHint(undone) }),
      warning: list
        ? { alone: doneLine(list) }
        : warningOf({ outcome, isOfTime, askedTime, isOfLanguage, undone, isOfMarkers: markers.length > 0 || overviews.length === 0 }),
      markers,
      overviews: overviews.map(({ opened: _opened, ...overview }) => overview),
    });
  const whole = await pack(did);
  const packed = did !== undefined && !did.isCut && lacksSome(whole, events) ? await pack({ ...did, isCut: true }) : whole;
  return { ...packed, hits: sortedLike(opened, events), loaded: new Map(events.map((event) => [event.opened.envelope.id, event])) };
}

/** Returns true where the budget left events of a list out. */
function lacksSome({ passages }: PackedAnswer, events: readonly LoadedEvent[]): boolean {
  return new Set(passages.map(({ eventId }) => eventId)).size < events.length;
}

interface WarningInput {
  readonly outcome: RecallOutcome;
  readonly isOfTime: boolean;
  readonly askedTime: string | undefined;
  readonly isOfLanguage: boolean;
  readonly undone: EvidenceToPack['undone'];
  /** False where only units stand above the evidence. */
  readonly isOfMarkers: boolean;
}

function warningOf({ outcome, isOfTime, askedTime, isOfLanguage, undone, isOfMarkers }: WarningInput): AboveEvidence['warning'] & object {
  if (undone && outcome !== 'answered') return { alone: undoneLine(undone) };
  const plain = isOfLanguage ? outcomeWarning(outcome) : otherLanguageWarning();
  return {
    alone: isOfTime ? plain : otherTimeWarning(outcome, askedTime),
    overMarkers: isOfMarkers ? outcomeWarning(outcome, true) : overviewWarning(outcome),
  };
}

/**
 * Returns true when the request names where to search, so that a search of all may find more. Labels name no place: they
 * say what may not be shown, which no hint should talk a model out of.
 */
function isNarrowed({ scope = {} }: Question['request']): boolean {
  const { within = 'space', excludeSensitivity: _labels, redactSensitive: _redacts, ...places } = scope;
  return within !== 'space' || Object.values(places).some((value) => value !== undefined);
}

/** Form of the answer that the queries ask for: where one asks for nothing but what it names as it is written, that too. */
function formsOf({ request }: Question, queries: readonly RankedQuery[]): Omit<LoadInput, 'weights' | 'calls'> {
  const literalsOf = (at: number): readonly Literal[] => queries[at]?.literals?.literals ?? [];
  const forms = request.queries.flatMap((query, at) => {
    const literals = asksWhereItStands(withoutLiterals(query)) ? literalsOf(at).map(({ holds }) => holds) : [];
    return [askedForm(query) ?? [], literals].flat();
  });
  return {
    literals: request.queries.flatMap((_, at) => literalsOf(at)),
    ...(forms.length > 0 && { hasForm: (text: string) => forms.some((has) => has(text)) }),
    isListOfWords: request.queries.some(isListOfWords),
    place: request,
    scope: request.scope ?? {},
  };
}

/** The same for a list: its entries are found already and stand in their order, whatever forms and phrases they hold. */
function listFormsOf({ request }: Question): Omit<LoadInput, 'weights' | 'calls'> {
  return { place: request, scope: request.scope ?? {} };
}

/** Decides which value of a thing is asked for: the earlier one if a query or the caller asks for history. */
function askedValueOf(queries: readonly RankedQuery[], wantsHistory: boolean): AskedValue {
  return queries.find(({ askedValue }) => askedValue !== 'now')?.askedValue ?? (wantsHistory ? 'before' : 'now');
}

type FillingRule = Pick<RetrieverConfig, 'freeTokens' | 'freeShare' | 'worthWithin'>;

/** Returns how much an answer may show, and from which of it on only what is worth it. */
function limitsOf(
  outcome: RecallOutcome,
  queries: readonly RankedQuery[],
  { budgetTokens, freeTokens, freeShare, worthWithin }: FillingRule & { readonly budgetTokens: number },
  statements = 0,
): PackingLimits {
  // The confidence constants of another model are too weak a reason to show less evidence.
  const isSure = queries.every(({ model }) => isCalibrated(model));
  if (outcome === 'nothing_found' && isSure)
    return {
      ...NOTHING_FOUND,
      budgetTokens: Math.min(budgetTokens, NOTHING_FOUND.budgetTokens),
      freeTokens: NOTHING_FOUND.freeTokens * (1 + statements),
    };
  const signals = signalsOf(queries);
  const share = outcome === 'answered' ? freeShare.answered : freeShare.unsure[signals];
  return { budgetTokens, freeTokens: Math.max(freeTokens, share * budgetTokens), worthWithin: worthWithin[signals] };
}

function signalsOf(queries: readonly RankedQuery[]): 'byWords' | 'withVectors' {
  return queries.some(({ model }) => model !== undefined) ? 'withVectors' : 'byWords';
}

/** Sorts opened events like `events`. Those not in the list go last. */
function sortedLike(opened: readonly OpenedEvent[], events: readonly LoadedEvent[]): OpenedEvent[] {
  const places = new Map(events.map((event, at) => [event.opened.envelope.id, at]));
  const placeOf = ({ envelope }: OpenedEvent): number => places.get(envelope.id) ?? events.length;
  return opened.toSorted((a, b) => placeOf(a) - placeOf(b));
}
