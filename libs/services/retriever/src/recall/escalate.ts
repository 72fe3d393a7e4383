import { isExactTerm, reformulate, type EscalationReason, type Judgement, type QueryWord, type RecallRequest } from '@total-recall/domain';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import { heaviestOf } from './heaviest-of.ts';
import { loadSources } from './load-sources.ts';
import type { MergedEvent } from './merge-queries.ts';
import type { OpenedEvent } from './open-events.ts';
import type { SearchResult } from './search-candidates.ts';

/** A ranking of some queries, opened and judged by what the caller asked. */
export interface Found {
  readonly results: readonly SearchResult[];
  readonly ranking: readonly MergedEvent[];
  readonly opened: readonly OpenedEvent[];
  readonly judged: Judgement;
}

export interface Attempt {
  readonly queries: readonly string[];
  readonly reason: EscalationReason;
  /** Of the answer that these queries would have given together with those before. */
  readonly confidence: number;
}

export interface Escalated {
  readonly found: Found;
  readonly attempts: readonly Attempt[];
  /** Why the queries of the answer were added; absent where nothing tried was better. */
  readonly used?: EscalationReason;
}

interface EscalateInput {
  readonly request: RecallRequest;
  readonly first: Found;
  readonly search: (query: string) => Promise<SearchResult>;
  /** Ranks, opens and judges the results of all queries together. */
  readonly look: (results: readonly SearchResult[]) => Promise<Found>;
}

/** Further searches of one recall at most. */
const MOST_ATTEMPTS = 2;
/** Less than this is no gain. */
const GAIN = 0.02;
/** Pieces of the best hit that a second hop starts from. */
const HOP_PIECES = 4;

/**
 * Tries other queries for a weak answer, one rule after the other, and keeps what raises its confidence in what was asked. Bounded: two
 * attempts, and none once the answer stands above the gate. Source: R5, 000 §4.3.
 */
export async function escalate(deps: RetrieverDeps, config: RecallConfig, input: EscalateInput): Promise<Escalated> {
  let found = input.first;
  let used: EscalationReason | undefined;
  const attempts: Attempt[] = [];
  for (const reason of config.escalations) {
    if (attempts.length >= MOST_ATTEMPTS || found.judged.confidence >= config.escalateBelow) break;
    const queries = await queriesFor(deps, reason, input, found);
    if (queries.length === 0) continue;
    const more = await Promise.all(queries.map(input.search));
    const tried = await input.look([...found.results, ...more]);
    attempts.push({ queries, reason, confidence: tried.judged.confidence });
    if (tried.judged.confidence < found.judged.confidence + GAIN) continue;
    found = tried;
    used = reason;
  }
  return { found, attempts, ...(used === undefined ? {} : { used }) };
}

async function queriesFor(
  deps: RetrieverDeps,
  reason: EscalationReason,
  { request, first }: EscalateInput,
  found: Found,
): Promise<string[]> {
  const query = request.queries[0]!;
  if (reason !== 'second_hop') return reformulate(reason, query, wordsOf(deps, query, first.results[0]!));
  const weights = first.results[0]!.weights;
  const [best] = await loadSources(deps, found.opened.slice(0, 1), weights, request);
  if (best === undefined || best.pieces.length === 0) return [];
  const text = [...best.pieces]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, HOP_PIECES)
    .map((piece) => piece.text)
    .join('\n');
  const heavy = await heaviestOf(deps, request, text, new Set(weights.keys()));
  return heavy.length === 0 ? [] : [`${query} ${heavy.join(' ')}`];
}

function wordsOf({ analyser }: RetrieverDeps, query: string, { asked, weights }: SearchResult): QueryWord[] {
  const seen = new Map([...weights.keys()].map((term, at) => [term, asked.seen[at] === true]));
  return analyser
    .analyseSpans(query)
    .filter(({ term }) => weights.has(term))
    .map(({ term, start, end }) => ({
      surface: query.slice(start, end),
      start,
      end,
      weight: weights.get(term)!,
      seen: seen.get(term)!,
      exact: isExactTerm(term),
    }));
}
