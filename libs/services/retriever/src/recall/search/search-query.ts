import {
  askedRole,
  certainTimes,
  createRanking,
  mayGoOn,
  measureEvent,
  NO_QUERY_TIME,
  timePreference,
  type AskedTerms,
  type AskedValue,
  type EventEvidence,
  type QueryTime,
  type RankedEvent,
  type Ranking,
} from '@total-recall/domain';
import type { DocumentId, TermCounts, TextFilter, TextHit } from '@total-recall/ports';
import type { Turn } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../../retriever-deps.ts';
import { candidatesCost, termsCost } from '../../work-costs.ts';
import { chooseQueryTerms, type QueryTerms } from './choose-terms.ts';
import type { PendingEvent } from '../ask/read-pending-log.ts';
import { removeNames, type EmbedQuery } from './embed-query.ts';
import { matchesFilter, pendingHits } from './pending-hits.ts';
import { searchMeaning, type Meaning } from './search-vectors.ts';

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
  /** Value that the query asks for, if a thing has had several: the current or an earlier one. */
  readonly askedValue: AskedValue;
  /** Measures how much of the query an event holds, whatever its rank. */
  readonly evidenceOf: (event: { readonly eventId: string; readonly score: number }) => EventEvidence;
  readonly candidates: number;
  /** Events that were candidates by their vectors; absent if no vectors took part. */
  readonly byVector?: ReadonlySet<string>;
  /** The model of those vectors. */
  readonly model?: string;
}

type SearchDeps = Pick<RetrieverDeps, 'index' | 'analyser' | 'vectors' | 'readTime' | 'clock'> & {
  readonly embedQuery: EmbedQuery;
  /** The turn of the work gate; `spend` may let others go first. */
  readonly turn: Pick<Turn, 'spend'>;
};
type Candidates = Ranking<TextHit>;

/** Best events that exchange score with their neighbours in the session. */
const NEIGHBOURED = 24;
const EXACT_CANDIDATES = 64;
/** Passages compared per neighbour: context matters for short events. */
const NEIGHBOUR_PARTS = 2;

/** Place of an event in its space. */
interface Place {
  readonly session: string;
  readonly ordinal: number;
}

/**
 * Finds and ranks the candidates of one query by text and, if vectors are on, by meaning, including the caller's own
 * latest writes. Identifiers in the query are also searched for by themselves (R13).
 */
export async function searchCandidates(deps: SearchDeps, config: RecallConfig, input: SearchInput): Promise<SearchResult> {
  const time = deps.readTime?.(input.query, deps.clock.now()) ?? NO_QUERY_TIME;
  const times = certainTimes(time);
  if (times !== undefined) {
    const query = withoutTime(deps, input.query, time);
    const within = await searchWithin(deps, config, { ...input, query, filter: narrowed(input.filter, times) }, time);
    if (within.candidates > 0) return within;
  }
  return searchWithin(deps, config, input, time);
}

/**
 * Removes the time's words when the time is a filter: the "40" of "01:40" matches any listing. Keeps them if the
 * query has no other terms.
 */
function withoutTime({ analyser }: SearchDeps, query: string, { words }: QueryTime): string {
  const rest = query.replace(words, ' ');
  return analyser.analyse(rest).length === 0 ? query : rest;
}

/** Narrows the caller's filter to the times that the query names for certain. */
function narrowed(filter: TextFilter, { fromTime, toTime }: { readonly fromTime?: number; readonly toTime?: number }): TextFilter {
  return {
    ...filter,
    ...(fromTime !== undefined && { fromTime: Math.max(fromTime, filter.fromTime ?? fromTime) }),
    ...(toTime !== undefined && { toTime: Math.min(toTime, filter.toTime ?? toTime) }),
  };
}

async function searchWithin(deps: SearchDeps, config: RecallConfig, input: SearchInput, time: QueryTime): Promise<SearchResult> {
  // The query is embedded while its terms are chosen, and vectors are searched while text is.
  const asksFor = askedRole(input.query);
  const ofQuery = termsCost(input.query);
  const afterPortion = (share: number): Promise<void> => deps.turn.spend(share * ofQuery);
  const choosing = chooseQueryTerms(deps, { ...input, timeWords: time.words, afterPortion });
  const asking = askMeaning(deps, config, input, choosing);
  const asked = await choosing;
  const timed = timePreferenceOf(time);
  const { order } = time;
  const rankTerms = { ...asked, ...timed, ...(order && { order }), ...(asksFor && { asksFor }), parts: config.ranking };
  const candidates: Candidates = createRanking(rankTerms);
  if (asked.terms.length === 0) return { ranked: [], ...judgedBy(asked, [], candidates, time) };
  const [found] = await Promise.all([asking, addByText(deps, config, input, asked, candidates)]);
  await deps.turn.spend(candidatesCost(candidates.events.size));
  if (found !== undefined) {
    await addByMeaning(deps, config, input, asked, { candidates, meaning: found });
    await deps.turn.spend(candidatesCost(found.found.length));
  }
  await addNeighbours(deps, input, asked, { candidates, best: candidates.rank(NEIGHBOURED), meaning: found });
  await deps.turn.spend(candidatesCost(NEIGHBOURED));
  const meaning = found?.failed() === true ? undefined : found;
  const ranked = (found === meaning ? candidates : withoutVectors(candidates, rankTerms)).rank();
  return {
    ranked,
    ...judgedBy(asked, ranked, candidates, time),
    ...(meaning && { byVector: new Set(meaning.found.map((hit) => hit.eventId)), model: meaning.model }),
  };
}

/** Ranks the same passages by their words alone. */
function withoutVectors({ events }: Candidates, terms: Parameters<typeof createRanking>[0]): Candidates {
  const ranking: Candidates = createRanking(terms);
  for (const own of events.values()) ranking.add(Array.from(own.values(), ({ document }) => document));
  return ranking;
}

function judgedBy(
  { weights, asked }: QueryTerms,
  ranked: readonly RankedEvent[],
  { events }: Candidates,
  time: QueryTime,
): Pick<SearchResult, 'weights' | 'asked' | 'askedValue' | 'evidenceOf' | 'candidates'> {
  const { timePreference } = timePreferenceOf(time);
  const byId = new Map(ranked.map((event) => [event.eventId, event]));
  return {
    weights,
    asked,
    askedValue: time.order === 'first' ? 'first' : time.asksBefore === true ? 'before' : 'now',
    evidenceOf: ({ eventId, score }) => {
      const documents = Array.from(events.get(eventId)?.values() ?? [], ({ document }) => document);
      const { occurredAt, kind } = documents[0] ?? {};
      return measureEvent(asked, {
        eventId,
        score,
        documents,
        cosine: byId.get(eventId)?.similarity,
        late: byId.get(eventId)?.late,
        timed: occurredAt === undefined ? undefined : timePreference?.(occurredAt),
        isTool: kind === 'tool_call' || kind === 'tool_result',
      });
    },
    candidates: events.values().reduce((sum, own) => sum + own.size, 0),
  };
}

interface Timed {
  /** Rates how well a time fits the one that the query names; absent if it names none. */
  readonly timePreference?: (occurredAt: number) => number;
}

function timePreferenceOf(time: QueryTime): Timed {
  return time.moments.length === 0 ? {} : { timePreference: (occurredAt) => timePreference(occurredAt, time) };
}

/**
 * Adds candidates by their vectors, the similarities of the text candidates, and late interaction for the best of both.
 */
async function addByMeaning(
  deps: SearchDeps,
  config: RecallConfig,
  input: SearchInput,
  asked: QueryTerms,
  { candidates, meaning }: { readonly candidates: Candidates; readonly meaning: Meaning },
): Promise<void> {
  const unread = meaning.found.filter((hit) => !candidates.has(hit));
  const [counts, known] = await Promise.all([countsOf(deps, input, asked, unread), meaning.similaritiesOf(candidates.uncovered())]);
  const wordless = { termCounts: asked.terms.map(() => 0), length: 0 };
  candidates.add(unread.map((hit, at) => ({ ...hit, ...(counts[at] ?? wordless) })));
  candidates.addSimilarities([...meaning.found, ...known.hits], known.without);
  await compare(candidates, meaning, candidates.toCompare(config.lateInteraction));
}

async function compare(candidates: Candidates, meaning: Meaning, documents: readonly TextHit[]): Promise<void> {
  const found = await meaning.matchesOf(documents);
  if (found !== undefined) candidates.addMatches(documents, found.matches, found.weights);
}

/** Embeds the query and searches by it. A query without terms is not embedded. */
function askMeaning(
  deps: SearchDeps,
  config: RecallConfig,
  input: SearchInput,
  choosing: Promise<QueryTerms>,
): Promise<Meaning | undefined> {
  const { vector, late } = config.ranking;
  if ((!vector && !late) || deps.analyser.analyse(input.query).length === 0) return Promise.resolve(undefined);
  // If choosing the terms fails, the search itself reports that. This promise must not reject,
  // as it may have no reader.
  const withoutNames = choosing.then(
    ({ speakers }) => removeNames(input.query, deps.analyser, (term) => speakers.has(term)),
    () => input.query,
  );
  return searchMeaning(deps, config, input, deps.embedQuery(input.query, withoutNames, deps.vectors?.observed));
}

/**
 * Adds candidates by the words of the query, by its identifiers alone if the words match too many,
 * and those not indexed yet.
 */
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
    const missing = holding.filter((hit) => !candidates.has(hit));
    const counts = await countsOf(deps, input, asked, missing);
    candidates.add(missing.flatMap((hit, at) => (counts[at] === undefined ? [] : [{ ...hit, ...counts[at] }])));
  }
  candidates.add(pending.flatMap((event) => pendingHits(event, terms, filter)));
}

/** Counts how often each term occurs in these documents. */
async function countsOf(
  { index }: SearchDeps,
  { tenant, space }: SearchInput,
  { terms }: QueryTerms,
  documents: readonly DocumentId[],
): Promise<(TermCounts | undefined)[]> {
  return documents.length === 0 ? [] : index.countsOf({ tenant, space, terms, documents });
}

/**
 * Adds the events beside the best ones in their sessions to the candidates, and further passages of those
 * whose length is unknown.
 */
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
  const near = await index.documentsAt({ tenant, space, terms, places });
  const fresh = near.filter((hit) => matchesFilter(hit, filter) && !candidates.has(hit));
  candidates.add(fresh);
  if (meaning === undefined) return;
  const known = await meaning.similaritiesOf(fresh);
  candidates.addSimilarities(known.hits, known.without);
  await compare(
    candidates,
    meaning,
    fresh.filter(({ part }) => part <= NEIGHBOUR_PARTS),
  );
}

function neighboursOf(best: readonly RankedEvent[], { events }: Candidates): Place[] {
  const first = (eventId: string) => events.get(eventId)!.values().next().value!.document;
  const taken = new Set(Array.from(events.keys(), (eventId) => `${first(eventId).session} ${first(eventId).ordinal}`));
  const places: Place[] = [];
  for (const { eventId, session, ordinal } of best) {
    if (
      mayGoOn(
        events
          .get(eventId)!
          .values()
          .map(({ document }) => document),
      )
    )
      places.push({ session, ordinal });
    for (const at of [ordinal - 1, ordinal + 1, ordinal - 2, ordinal + 2]) {
      const key = `${session} ${at}`;
      if (at < 1 || taken.has(key)) continue;
      taken.add(key);
      places.push({ session, ordinal: at });
    }
  }
  return places;
}
