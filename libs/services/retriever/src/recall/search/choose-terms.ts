import {
  agentTerm,
  exactSpans,
  functionWordsOf,
  isExactTerm,
  thingNumbers,
  weighAskedTerms,
  type AnalysedDocument,
  type AskedTerms,
  type TermStatistics,
} from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { PendingEvent } from '../ask/read-pending-log.ts';
import { readStatistics, type AfterPortion } from './read-statistics.ts';

interface TermsInput {
  readonly tenant: string;
  readonly space: string;
  readonly query: string;
  readonly pending: readonly PendingEvent[];
  /** Documents that the index counts and the statistics are without. */
  readonly askedNow?: readonly AnalysedDocument[];
  /** The words of the query that name a time. */
  readonly timeWords?: string;
  readonly afterPortion?: AfterPortion;
}

type TermsDeps = Pick<RetrieverDeps, 'index' | 'analyser'>;

/** The terms that a query is searched and ranked by. All lists have the same order. */
export interface QueryTerms {
  /** Terms of the query's text, followed by those that match a speaker's name. */
  readonly terms: readonly string[];
  readonly statistics: TermStatistics;
  readonly exact: readonly boolean[];
  readonly agents: readonly boolean[];
  readonly speakers: ReadonlySet<string>;
  /** The terms of the text alone, with their rarity. */
  readonly asked: AskedTerms;
  readonly weights: ReadonlyMap<string, number>;
}

/** Most distinct terms of a query that are considered; the rarest of them are searched. */
const TERMS_LOOKED_AT = 512;
/** Largest share of the documents that a useful speaker's name may have. */
const TELLING_NAME = 0.8;

export async function chooseQueryTerms(deps: TermsDeps, input: TermsInput): Promise<QueryTerms> {
  const chosen = await chooseTerms(deps, input);
  const { terms, statistics, agents, speakers } = await addAgents(deps, input, chosen);
  const named = namedTerms(deps, input.query);
  const exact = terms.map((term, i) => !agents[i]! && (isExactTerm(term) || named.has(term)));
  const idle = idleTerms(deps, input, chosen.terms);
  const saysNothing = chosen.terms.map((term) => idle.has(term));
  const asked = weighAskedTerms(chosen.statistics, exact.slice(0, chosen.terms.length), saysNothing);
  const numbers = numberTerms(deps, input, chosen);
  const weights = new Map(chosen.terms.map((term, i) => [term, asked.weights[i]!]));
  return { terms, statistics, exact: exact.map((is, i) => is || numbers.has(terms[i]!)), agents, speakers, asked, weights };
}

/**
 * Returns the terms that say nothing of what is asked: those that name a time, and those of words that only make a
 * sentence unless there are no others. They find and rank, as what shares them may be of the same language and person.
 */
function idleTerms({ analyser }: TermsDeps, { query, timeWords = '' }: TermsInput, terms: readonly string[]): ReadonlySet<string> {
  const when = analyser.analyse(timeWords);
  const all = new Set([...when, ...functionWordsOf(query).flatMap((word) => analyser.analyse(word))]);
  return terms.every((term) => all.has(term)) ? new Set(when) : all;
}

/**
 * Returns the terms of names in camelCase, backticks or quotes, which are meant literally. For a name in camelCase that
 * is the whole name, not its parts.
 */
function namedTerms({ analyser }: TermsDeps, query: string): Set<string> {
  const spans = exactSpans(query);
  if (spans.length === 0) return new Set();
  const terms = analyser.analyseSpans(query);
  return new Set(
    spans.flatMap((span) => {
      const inside = terms.filter(({ start, end }) => start >= span.start && end <= span.end);
      if (span.isPhrase) return inside.map(({ term }) => term);
      const longest = inside.reduce((most, { start, end }) => Math.max(most, end - start), 0);
      return inside.flatMap(({ term, start, end }) => (end - start === longest ? [term] : []));
    }),
  );
}

/** Documents of a space that may hold a number which names a thing: at least, and as a share. */
const MOST_NUMBERED = { documents: 12, share: 0.01 } as const;

/**
 * Returns the terms of numbers that tell one thing from others of its kind ("step 99"), where few documents hold them and
 * they name no time. What holds one is preferred as what holds an identifier is; no more of it is shown for that.
 */
function numberTerms({ analyser }: TermsDeps, { query, timeWords = '' }: TermsInput, { terms, statistics }: ChosenTerms): Set<string> {
  const numbers = thingNumbers(query);
  if (numbers.length === 0) return new Set();
  const times = new Set(analyser.analyse(timeWords));
  const most = Math.max(MOST_NUMBERED.documents, MOST_NUMBERED.share * statistics.documents);
  const own = new Set(
    analyser
      .analyseSpans(query)
      .flatMap(({ term, start, end }) => (numbers.some((at) => start >= at.start && end <= at.end) ? [term] : [])),
  );
  return new Set(terms.filter((term, i) => own.has(term) && !times.has(term) && statistics.documentFrequencies[i]! <= most));
}

/**
 * Chooses the query's terms, the rarest if there are too many, with their statistics. Pending documents count too, and those
 * of the question itself do not.
 */
async function chooseTerms(
  deps: TermsDeps,
  { tenant, space, query, pending, askedNow = [], afterPortion }: TermsInput,
): Promise<ChosenTerms> {
  const all = [...new Set(deps.analyser.analyse(query))].slice(0, TERMS_LOOKED_AT);
  // For a short query, one call also reads what `addAgents` needs.
  const asAgents = 2 * all.length <= LIMITS.queryTerms ? all.map(agentTerm) : [];
  const known = await readStatistics(deps.index, { tenant, space }, [...all, ...asAgents], afterPortion);
  const unindexed = pending.flatMap((event) => event.documents);
  const added = statisticsOf(unindexed, all);
  const removed = statisticsOf(askedNow, all);
  const frequencies = all.map((_, i) =>
    Math.max(0, (known.documentFrequencies[i] ?? 0) + added.documentFrequencies[i]! - removed.documentFrequencies[i]!),
  );
  const order = all.map((_, i) => i).sort((a, b) => frequencies[a]! - frequencies[b]! || a - b);
  const kept = all.length <= LIMITS.queryTerms ? all.map((_, i) => i) : order.slice(0, LIMITS.queryTerms).sort((a, b) => a - b);
  return {
    terms: kept.map((i) => all[i]!),
    statistics: {
      documents: known.documents + added.documents - removed.documents,
      totalLength: known.totalLength + added.totalLength - removed.totalLength,
      documentFrequencies: kept.map((i) => frequencies[i]!),
    },
    ...(asAgents.length > 0 && { agentFrequencies: known.documentFrequencies.slice(all.length) }),
  };
}

function statisticsOf(documents: readonly AnalysedDocument[], terms: readonly string[]): TermStatistics {
  const held = documents.map((document) => new Set(document.terms));
  return {
    documents: documents.length,
    totalLength: documents.reduce((sum, document) => sum + document.terms.length, 0),
    documentFrequencies: terms.map((term) => held.filter((own) => own.has(term)).length),
  };
}

interface ChosenTerms {
  readonly terms: readonly string[];
  readonly statistics: TermStatistics;
  /** For each term, the number of documents whose speaker it names; absent if not read yet. */
  readonly agentFrequencies?: readonly number[];
}

/** Adds each word that names an agent of the space a second time, as a speaker term, as far as there is room. */
async function addAgents(
  deps: TermsDeps,
  { tenant, space, pending }: TermsInput,
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
