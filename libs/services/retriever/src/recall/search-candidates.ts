import {
  createRanking,
  findQueryDates,
  measureEvent,
  type AskedTerms,
  type EventEvidence,
  type RankedEvent,
  type Ranking,
} from '@total-recall/domain';
import type { TextFilter, TextHit } from '@total-recall/ports';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import { chooseQueryTerms, type QueryTerms } from './choose-terms.ts';
import type { PendingEvent } from './cover-log.ts';
import { removeNames, type EmbedQuery } from './embed-query.ts';
import { matchesFilter, pendingHits } from './pending-hits.ts';
import { searchMeaning, type Meaning } from './search-meaning.ts';
import type { Place, VectorScores, VectorSignal } from './vector-signals.ts';

export interface SearchInput {
  readonly tenant: string;
  readonly space: string;
  readonly query: string;
  readonly filter: TextFilter;
  readonly pending: readonly PendingEvent[];
}

export interface SearchResult {
  readonly ranked: readonly RankedEvent[];
  /** Rarity of each term of the query. */
  readonly weights: ReadonlyMap<string, number>;
  readonly asked: AskedTerms;
  /** How much of the query an event holds, whichever rank it has. */
  readonly evidenceOf: (event: { readonly eventId: string; readonly score: number }) => EventEvidence;
  readonly candidates: number;
  /** Events that were candidates by their vectors; absent where no vectors took part. */
  readonly byVector?: ReadonlySet<string>;
  /** The model of those vectors. */
  readonly model?: string;
}

type SearchDeps = Pick<RetrieverDeps, 'index' | 'analyser' | 'vectors'> & { readonly embedQuery: EmbedQuery };
type Candidates = Ranking<TextHit>;

/** Best events whose neighbours in the session may lend and take score. */
const NEIGHBOURED = 24;
const EXACT_CANDIDATES = 64;
/** Terms up to which a neighbour's token vectors are compared: context matters among short events, and long ones cost most. */
const SHORT_TERMS = 120;

/**
 * Candidates of one query by text and, where vectors are on, by meaning, own writes included, ranked. An identifier of the query is looked for
 * by itself too (R13).
 */
export async function searchCandidates(deps: SearchDeps, config: RecallConfig, input: SearchInput): Promise<SearchResult> {
  const { ranking: parts } = config;
  // Vectors are made while the terms are chosen, and searched while text is.
  const choosing = chooseQueryTerms(deps, input);
  const asking = askMeaning(deps, config, input, choosing);
  const asked = await choosing;
  const candidates: Candidates = createRanking({ ...asked, dates: findQueryDates(input.query), parts });
  if (asked.terms.length === 0)
    return { ranked: [], weights: asked.weights, asked: asked.asked, evidenceOf: evidenceReader(asked, candidates), candidates: 0 };
  const [meaning] = await Promise.all([asking, addByText(deps, config, input, asked, candidates)]);
  if (meaning !== undefined) {
    const known = Array.from(candidates.events.values(), ([first]) => first!);
    const unread = meaning.found.filter(({ eventId }) => !candidates.events.has(eventId));
    const [documents] = await Promise.all([documentsOf(deps, input, asked, unread), meaning.cover(known)]);
    candidates.add(documents);
  }
  const signals = (): VectorSignal[] => meaning?.scores.signals().filter(({ name }) => parts[name]) ?? [];
  await meaning?.compare(() => candidates.byOwn(signals()).slice(0, config.lateInteraction));
  await addNeighbours(deps, input, asked, { candidates, best: candidates.rank(signals(), NEIGHBOURED), meaning });
  const ranked = candidates.rank(signals());
  const scores = meaning?.failed() === false ? meaning.scores : undefined;
  const outcome = {
    weights: asked.weights,
    asked: asked.asked,
    evidenceOf: evidenceReader(asked, candidates, scores),
    candidates: candidates.events.values().reduce((sum, documents) => sum + documents.length, 0),
  };
  if (meaning === undefined || scores === undefined) return { ranked, ...outcome };
  return {
    ranked: ranked.map((event) => showBestPart(event, scores)),
    ...outcome,
    byVector: new Set(meaning.found.map((hit) => hit.eventId)),
    model: meaning.model,
  };
}

function evidenceReader({ asked }: QueryTerms, { events }: Candidates, scores?: VectorScores): SearchResult['evidenceOf'] {
  return ({ eventId, score }) =>
    measureEvent(asked, {
      eventId,
      score,
      documents: events.get(eventId) ?? [],
      cosine: scores?.best(eventId)?.similarity,
      late: scores?.late(eventId),
    });
}

/** A query without words is not embedded. */
function askMeaning(
  deps: SearchDeps,
  config: RecallConfig,
  input: SearchInput,
  choosing: Promise<QueryTerms>,
): Promise<Meaning | undefined> {
  const { vector, late } = config.ranking;
  if ((!vector && !late) || deps.analyser.analyse(input.query).length === 0) return Promise.resolve(undefined);
  // Where the terms cannot be chosen the search says so itself: nobody may be waiting here.
  const withoutNames = choosing.then(
    ({ speakers }) => removeNames(input.query, deps.analyser, (term) => speakers.has(term)),
    () => input.query,
  );
  return searchMeaning(deps, config, input, deps.embedQuery(input.query, withoutNames, deps.vectors?.observed));
}

/** Candidates by the words of the query, by its identifiers alone where they may be among too many, and those that are not indexed yet. */
async function addByText(
  deps: SearchDeps,
  config: RecallConfig,
  input: SearchInput,
  asked: QueryTerms,
  candidates: Candidates,
): Promise<void> {
  const { index } = deps;
  const { tenant, space, filter, pending } = input;
  const { terms, exact } = asked;
  const found = await index.searchText({ tenant, space, terms, limit: config.candidates, filter });
  candidates.add(found);
  if (found.length === config.candidates && config.ranking.exact && exact.includes(true)) {
    const own = terms.filter((_, i) => exact[i]);
    const holding = await index.searchText({ tenant, space, terms: own, limit: EXACT_CANDIDATES, filter });
    const missing = holding.filter((hit) => !isKnown(candidates, hit));
    const wanted = new Set(missing.map(documentKey));
    const documents = await documentsOf(deps, input, asked, missing);
    candidates.add(documents.filter((hit) => wanted.has(documentKey(hit))));
  }
  candidates.add(pending.flatMap((event) => pendingHits(event, terms, filter)));
}

const documentKey = ({ eventId, part }: TextHit): string => `${eventId} ${part}`;

function isKnown({ events }: Candidates, { eventId, part }: TextHit): boolean {
  return events.get(eventId)?.some((document) => document.part === part) === true;
}

/** The text documents of the events of these hits, with the counts of all terms. */
async function documentsOf(
  { index }: SearchDeps,
  { tenant, space }: SearchInput,
  { terms }: QueryTerms,
  hits: readonly (Place & { readonly eventId: string })[],
): Promise<TextHit[]> {
  const places = new Map(hits.map(({ eventId, session, ordinal }) => [eventId, { session, ordinal }]));
  if (places.size === 0) return [];
  return (await index.documentsAt({ tenant, space, terms, places: [...places.values()] })).filter(({ eventId }) => places.has(eventId));
}

/** What stands beside the best in their sessions joins the candidates. */
async function addNeighbours(
  { index }: SearchDeps,
  { tenant, space, filter }: SearchInput,
  { terms }: QueryTerms,
  {
    candidates,
    best,
    meaning,
  }: { readonly candidates: Candidates; readonly best: readonly RankedEvent[]; readonly meaning: Meaning | undefined },
): Promise<void> {
  const places = neighboursOf(best, candidates);
  if (places.length === 0) return;
  const beside = meaning?.vectorsAt(places);
  const near = await index.documentsAt({ tenant, space, terms, places });
  const fresh = near.filter((hit) => matchesFilter(hit, filter) && !isKnown(candidates, hit));
  candidates.add(fresh);
  await meaning?.cover(fresh, beside);
  await meaning?.compare(() => fresh.filter((hit) => hit.length <= SHORT_TERMS).map((hit) => hit.eventId));
}

function neighboursOf(best: readonly RankedEvent[], { events }: Candidates): Place[] {
  const taken = new Set(Array.from(events.values(), ([first]) => `${first!.session} ${first!.ordinal}`));
  const places: Place[] = [];
  for (const { session, ordinal } of best) {
    for (const at of [ordinal - 1, ordinal + 1, ordinal - 2, ordinal + 2]) {
      const key = `${session} ${at}`;
      if (at < 1 || taken.has(key)) continue;
      taken.add(key);
      places.push({ session, ordinal: at });
    }
  }
  return places;
}

/** An event that no word of the query is in shows the passage that is most like it. */
function showBestPart(event: RankedEvent, scores: VectorScores): RankedEvent {
  const best = event.passages.length === 0 ? scores.best(event.eventId) : undefined;
  return best?.passage === undefined ? event : { ...event, passages: [{ part: best.part, passage: best.passage, score: 0 }] };
}
