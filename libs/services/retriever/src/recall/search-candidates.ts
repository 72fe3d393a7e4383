import {
  agentTerm,
  findQueryDates,
  isExactTerm,
  measureEvent,
  rankText,
  weighAskedTerms,
  type AskedTerms,
  type EventEvidence,
  type RankedEvent,
  type TermStatistics,
} from '@total-recall/domain';
import type { TextFilter, TextHit, VectorHit } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import type { PendingEvent } from './cover-log.ts';
import { removeNames, type EmbedQuery, type QueryVectors } from './embed-query.ts';
import { readStatistics } from './read-statistics.ts';
import { createVectorScores, type Place, type VectorScores } from './vector-signals.ts';

export interface SearchInput {
  readonly tenant: string;
  readonly space: string;
  readonly query: string;
  readonly filter: TextFilter;
  readonly pending: readonly PendingEvent[];
}

export interface SearchResult {
  readonly ranked: readonly RankedEvent[];
  readonly facts: ReadonlyMap<string, TextHit>;
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

/** Distinct terms of a query that are looked at; the rarest of them are asked for. */
const TERMS_LOOKED_AT = 512;
/** Best events whose neighbours in the session may lend and take score. */
const NEIGHBOURED = 24;
const EXACT_CANDIDATES = 64;
/** Terms up to which a neighbour's token vectors are compared: context matters among short events, and long ones cost most. */
const SHORT_TERMS = 120;
/** A name that a larger share of the documents bears tells nothing. */
const TELLING_NAME = 0.8;

/**
 * Candidates of one query by text and, where vectors are on, by meaning, own writes included, ranked. An identifier of the query is looked for
 * by itself too (R13).
 */
export async function searchCandidates(deps: SearchDeps, config: RecallConfig, input: SearchInput): Promise<SearchResult> {
  const { tenant, space, query } = input;
  const { ranking: parts } = config;
  const chosen = await chooseTerms(deps, input);
  const { terms, statistics, agents, speakers } = await addAgents(deps, input, chosen);
  const exact = terms.map((term, i) => !agents[i]! && isExactTerm(term));
  const asked = weighAskedTerms(chosen.statistics, exact.slice(0, chosen.terms.length));
  if (terms.length === 0) {
    const evidenceOf = evidenceReader(asked, []);
    return { ranked: [], facts: new Map(), weights: new Map(), asked, evidenceOf, candidates: 0 };
  }
  const dates = findQueryDates(query);
  const hits = new Map<string, TextHit>();
  const add = (found: readonly TextHit[]): void => {
    for (const hit of found) hits.set(`${hit.eventId} ${hit.part}`, hit);
  };
  const byMeaning = parts.vector || parts.late;
  const withoutNames = removeNames(query, deps.analyser, (term) => speakers.has(term));
  const vectors = byMeaning ? deps.embedQuery(query, withoutNames, deps.vectors?.observed) : Promise.resolve(undefined);
  // Vectors are searched while text is.
  const asking = meaningOf(deps, config, input, vectors);
  const found = await deps.index.searchText({ tenant, space, terms, limit: config.candidates, filter: input.filter });
  add(found);
  const exhaustive = found.length < config.candidates;
  if (!exhaustive && parts.exact && exact.includes(true)) add(await exactHits(deps, input, terms, exact, hits));
  add(input.pending.flatMap((event) => pendingHits(event, terms, input.filter)));
  const meaning = await asking;
  if (meaning !== undefined) {
    const known = [...hits.values()];
    const [documents] = await Promise.all([documentsOf(deps, input, terms, meaning.found, hits), meaning.cover(known)]);
    add(documents);
  }
  const rank = (): RankedEvent[] =>
    rankText({
      documents: [...hits.values()],
      statistics,
      exact,
      agents,
      dates,
      parts,
      ...(meaning && { signals: meaning.scores.signals().filter(({ name }) => parts[name]) }),
    });
  const best = (): string[] => byOwn(rank()).slice(0, config.lateInteraction);
  await meaning?.compare(best);
  let ranked = rank();
  const places = neighboursOf(ranked, hits);
  if (places.length > 0) {
    const beside = meaning?.vectorsAt(places);
    const near = await deps.index.documentsAt({ tenant, space, terms, places });
    const fresh = near.filter((hit) => matchesFilter(hit, input.filter) && !hits.has(`${hit.eventId} ${hit.part}`));
    add(fresh);
    await meaning?.cover(fresh, beside);
    await meaning?.compare(() => fresh.filter((hit) => hit.length <= SHORT_TERMS).map((hit) => hit.eventId));
    ranked = rank();
  }
  const facts = new Map([...hits.values()].map((hit) => [hit.eventId, hit]));
  const weights = new Map(chosen.terms.map((term, i) => [term, asked.weights[i]!]));
  const scores = meaning === undefined || meaning.failed() ? undefined : meaning.scores;
  const outcome = { facts, weights, asked, evidenceOf: evidenceReader(asked, [...hits.values()], scores), candidates: hits.size };
  if (meaning === undefined || meaning.failed()) return { ranked: meaning === undefined ? ranked : rank(), ...outcome };
  return {
    ranked: ranked.map((event) => showBestPart(event, meaning.scores)),
    ...outcome,
    byVector: new Set(meaning.found.map((hit) => hit.eventId)),
    model: meaning.model,
  };
}

function evidenceReader(asked: AskedTerms, hits: readonly TextHit[], scores?: VectorScores): SearchResult['evidenceOf'] {
  const byEvent = Map.groupBy(hits, (hit) => hit.eventId);
  return ({ eventId, score }) =>
    measureEvent(asked, {
      eventId,
      score,
      documents: byEvent.get(eventId) ?? [],
      cosine: scores?.best(eventId)?.similarity,
      late: scores?.late(eventId),
    });
}

function byOwn(ranked: RankedEvent[]): string[] {
  return ranked.sort((a, b) => b.own - a.own).map((event) => event.eventId);
}

interface Meaning {
  readonly model: string;
  readonly scores: VectorScores;
  /** Candidates by their vectors. */
  readonly found: readonly VectorHit[];
  /** Finds the vectors of these candidates; `asked` are those of their places where they were asked for before. */
  cover(hits: readonly TextHit[], asked?: Promise<readonly VectorHit[]>): Promise<void>;
  /** Vectors by place, none where they cannot be read. */
  vectorsAt(places: readonly Place[]): Promise<readonly VectorHit[]>;
  /** Compares the token vectors of the events that `chosen` names. */
  compare(chosen: () => readonly string[]): Promise<void>;
  /** Something went wrong on the way; no signal is given then. */
  failed(): boolean;
}

/** What the space's vectors say of a query; undefined where there are none, or they cannot be read. */
async function meaningOf(
  { vectors }: SearchDeps,
  config: RecallConfig,
  { tenant, space, filter }: SearchInput,
  embedding: Promise<QueryVectors | undefined>,
): Promise<Meaning | undefined> {
  const query = await embedding;
  if (vectors === undefined || query === undefined) return undefined;
  let isFailed = false;
  const guard = async (work: () => Promise<void>): Promise<void> => {
    if (isFailed) return;
    await work().catch((error: unknown) => {
      isFailed = true;
      vectors.observed?.('failed', error);
    });
  };
  const all = createVectorScores(vectors.index, { tenant, space }, query);
  const scores: VectorScores = { ...all, signals: () => (isFailed ? [] : all.signals()) };
  let found: readonly VectorHit[] = [];
  await guard(async () => {
    if (!config.ranking.vector) return;
    found = await vectors.index.searchVectors({
      tenant,
      space,
      model: query.model,
      vector: query.vector,
      limit: config.vectorCandidates,
      filter,
    });
  });
  if (found.length === 0 && config.ranking.vector) {
    if (!isFailed) vectors.observed?.('none');
    return undefined;
  }
  scores.add(found);
  return {
    model: query.model,
    scores,
    found,
    failed: () => isFailed,
    cover: (hits, asked) => guard(() => scores.cover(hits, asked)),
    async vectorsAt(places) {
      let beside: readonly VectorHit[] = [];
      await guard(async () => void (beside = await scores.at(places)));
      return beside;
    },
    compare: (chosen) => guard(() => (config.ranking.late ? scores.compareTokens(chosen()) : Promise.resolve())),
  };
}

/** The text documents of vector candidates that text did not find, with the counts of all terms. */
async function documentsOf(
  { index }: SearchDeps,
  { tenant, space }: SearchInput,
  terms: readonly string[],
  found: readonly VectorHit[],
  known: ReadonlyMap<string, TextHit>,
): Promise<TextHit[]> {
  const have = new Set([...known.values()].map((hit) => hit.eventId));
  const missing = new Map(
    found.filter((hit) => !have.has(hit.eventId)).map((hit) => [hit.eventId, { session: hit.session, ordinal: hit.ordinal }]),
  );
  if (missing.size === 0) return [];
  return (await index.documentsAt({ tenant, space, terms, places: [...missing.values()] })).filter((hit) => missing.has(hit.eventId));
}

/** An event that no word of the query is in shows the passage that is most like it. */
function showBestPart(event: RankedEvent, scores: VectorScores): RankedEvent {
  const best = event.passages.length === 0 ? scores.best(event.eventId) : undefined;
  return best?.passage === undefined ? event : { ...event, passages: [{ part: best.part, passage: best.passage, score: 0 }] };
}

/** The query's terms, the rarest first where there are too many, with their statistics; pending documents count too. */
async function chooseTerms(deps: SearchDeps, { tenant, space, query, pending }: SearchInput): Promise<ChosenTerms> {
  const all = [...new Set(deps.analyser.analyse(query))].slice(0, TERMS_LOOKED_AT);
  // Of a short query in the same call what `addAgents` asks for.
  const asAgents = 2 * all.length <= LIMITS.queryTerms ? all.map(agentTerm) : [];
  const known = await readStatistics(deps.index, { tenant, space }, [...all, ...asAgents]);
  const documents = pending.flatMap((event) => event.documents);
  const extra = new Map(all.map((term) => [term, 0]));
  for (const document of documents) for (const term of new Set(document.terms)) if (extra.has(term)) extra.set(term, extra.get(term)! + 1);
  const frequencies = all.map((term, i) => (known.documentFrequencies[i] ?? 0) + extra.get(term)!);
  const order = all.map((_, i) => i).sort((a, b) => frequencies[a]! - frequencies[b]! || a - b);
  const kept = all.length <= LIMITS.queryTerms ? all.map((_, i) => i) : order.slice(0, LIMITS.queryTerms).sort((a, b) => a - b);
  return {
    terms: kept.map((i) => all[i]!),
    statistics: {
      documents: known.documents + documents.length,
      totalLength: known.totalLength + documents.reduce((sum, document) => sum + document.terms.length, 0),
      documentFrequencies: kept.map((i) => frequencies[i]!),
    },
    ...(asAgents.length > 0 && { agentFrequencies: known.documentFrequencies.slice(all.length) }),
  };
}

interface ChosenTerms {
  readonly terms: readonly string[];
  readonly statistics: TermStatistics;
  /** Documents of a speaker whom each term names, where that is known already. */
  readonly agentFrequencies?: readonly number[];
}

/** Words of the query that name an agent of the space stand a second time, as the name of who speaks, as far as there is room. */
async function addAgents(
  deps: SearchDeps,
  { tenant, space, pending }: SearchInput,
  { terms, statistics, agentFrequencies }: ChosenTerms,
): Promise<ChosenTerms & { agents: readonly boolean[]; speakers: ReadonlySet<string> }> {
  const asked = terms.slice(0, Math.max(0, LIMITS.queryTerms - terms.length)).map(agentTerm);
  if (asked.length === 0) return { terms, statistics, agents: terms.map(() => false), speakers: new Set() };
  const documentFrequencies = agentFrequencies ?? (await readStatistics(deps.index, { tenant, space }, asked)).documentFrequencies;
  const unindexed = pending.flatMap((event) => event.documents);
  const known = asked
    .map((term, i) => ({
      term,
      frequency: (documentFrequencies[i] ?? 0) + unindexed.filter((document) => document.terms.includes(term)).length,
    }))
    .filter(({ frequency }) => frequency > 0);
  const named = known.filter(({ frequency }) => frequency <= TELLING_NAME * statistics.documents);
  return {
    terms: [...terms, ...named.map(({ term }) => term)],
    statistics: { ...statistics, documentFrequencies: [...statistics.documentFrequencies, ...named.map(({ frequency }) => frequency)] },
    agents: [...terms.map(() => false), ...named.map(() => true)],
    speakers: new Set(known.map(({ term }) => term)),
  };
}

/** Documents that hold an identifier but were not among the candidates, with the counts of all terms. */
async function exactHits(
  deps: SearchDeps,
  { tenant, space, filter }: SearchInput,
  terms: readonly string[],
  exact: readonly boolean[],
  known: ReadonlyMap<string, TextHit>,
): Promise<TextHit[]> {
  const found = await deps.index.searchText({ tenant, space, terms: terms.filter((_, i) => exact[i]), limit: EXACT_CANDIDATES, filter });
  const missing = found.filter((hit) => !known.has(`${hit.eventId} ${hit.part}`));
  if (missing.length === 0) return [];
  const wanted = new Set(missing.map((hit) => `${hit.eventId} ${hit.part}`));
  const places = [
    ...new Map(missing.map((hit) => [`${hit.session} ${hit.ordinal}`, { session: hit.session, ordinal: hit.ordinal }])).values(),
  ];
  return (await deps.index.documentsAt({ tenant, space, terms, places })).filter((hit) => wanted.has(`${hit.eventId} ${hit.part}`));
}

function pendingHits({ event, opened, content, documents }: PendingEvent, terms: readonly string[], filter: TextFilter): TextHit[] {
  const { id, session, kind, occurredAt } = opened.envelope;
  const { ordinal, turn, taskId } = event.accepted;
  if (filter.agents !== undefined && !filter.agents.includes(content.body.meta.agent ?? '')) return [];
  if (filter.taskIds !== undefined && !filter.taskIds.includes(taskId ?? '') && filter.anyTaskOf !== session) return [];
  const places = new Map(terms.map((term, i) => [term, i]));
  return documents.flatMap(({ part, passage, terms: held }) => {
    const termCounts = terms.map(() => 0);
    for (const term of held) {
      const at = places.get(term);
      if (at !== undefined) termCounts[at]!++;
    }
    const hit: TextHit = {
      eventId: id,
      part,
      ...(passage === undefined ? {} : { passage }),
      session,
      ordinal,
      turn,
      kind,
      occurredAt,
      termCounts,
      length: held.length,
    };
    return termCounts.some((count) => count > 0) && matchesFilter(hit, filter) ? [hit] : [];
  });
}

/** The part of a filter that a hit can answer by itself; agents and tasks are checked where the event is opened. */
function matchesFilter(hit: TextHit, filter: TextFilter): boolean {
  return (
    (filter.sessions === undefined || filter.sessions.includes(hit.session)) &&
    (filter.kinds === undefined || filter.kinds.includes(hit.kind)) &&
    (filter.fromTime === undefined || hit.occurredAt >= filter.fromTime) &&
    (filter.toTime === undefined || hit.occurredAt <= filter.toTime)
  );
}

function neighboursOf(ranked: readonly RankedEvent[], hits: ReadonlyMap<string, TextHit>): Place[] {
  const taken = new Set([...hits.values()].map((hit) => `${hit.session} ${hit.ordinal}`));
  const places: Place[] = [];
  for (const { session, ordinal } of ranked.slice(0, NEIGHBOURED)) {
    for (const at of [ordinal - 1, ordinal + 1, ordinal - 2, ordinal + 2]) {
      const key = `${session} ${at}`;
      if (at < 1 || taken.has(key)) continue;
      taken.add(key);
      places.push({ session, ordinal: at });
    }
  }
  return places;
}
