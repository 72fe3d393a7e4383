import { agentTerm, exactSpans, isExactTerm, weighAskedTerms, type AskedTerms, type TermStatistics } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../retriever-deps.ts';
import type { PendingEvent } from './cover-log.ts';
import { readStatistics } from './read-statistics.ts';

interface TermsInput {
  readonly tenant: string;
  readonly space: string;
  readonly query: string;
  readonly pending: readonly PendingEvent[];
  /** The words of the query that say when. */
  readonly timeWords?: string;
}

type TermsDeps = Pick<RetrieverDeps, 'index' | 'analyser'>;

/** The terms that a query is searched and ranked by. The lists stand in their order. */
export interface QueryTerms {
  /** Of the query's text, and behind them those that stand for who speaks. */
  readonly terms: readonly string[];
  readonly statistics: TermStatistics;
  readonly exact: readonly boolean[];
  readonly agents: readonly boolean[];
  readonly speakers: ReadonlySet<string>;
  /** The terms of the text alone, and how rare each is. */
  readonly asked: AskedTerms;
  readonly weights: ReadonlyMap<string, number>;
}

/** Distinct terms of a query that are looked at; the rarest of them are asked for. */
const TERMS_LOOKED_AT = 512;
/** A name that a larger share of the documents bears tells nothing. */
const TELLING_NAME = 0.8;

export async function chooseQueryTerms(deps: TermsDeps, input: TermsInput): Promise<QueryTerms> {
  const chosen = await chooseTerms(deps, input);
  const { terms, statistics, agents, speakers } = await addAgents(deps, input, chosen);
  const named = namedTerms(deps, input.query);
  const exact = terms.map((term, i) => !agents[i]! && (isExactTerm(term) || named.has(term)));
  const when = new Set(input.timeWords === undefined ? [] : deps.analyser.analyse(input.timeWords));
  const saysWhen = chosen.terms.map((term) => when.has(term));
  const asked = weighAskedTerms(chosen.statistics, exact.slice(0, chosen.terms.length), saysWhen);
  const weights = new Map(chosen.terms.map((term, i) => [term, asked.weights[i]!]));
  return { terms, statistics, exact, agents, speakers, asked, weights };
}

/** Terms of names in camelCase, in backticks or in quotes, which are meant as they are written; of a name its whole, not its parts. */
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

/** The query's terms, the rarest first where there are too many, with their statistics; pending documents count too. */
async function chooseTerms(deps: TermsDeps, { tenant, space, query, pending }: TermsInput): Promise<ChosenTerms> {
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
