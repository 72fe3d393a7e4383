import { withKnownWords, type EscalationReason, type Judgement, type RecallRequest } from '@total-recall/domain';
import { createCallReader } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../../retriever-deps.ts';
import { chooseExpansionTerms } from './choose-expansion-terms.ts';
import { loadPassages } from '../pack/load-passages.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { SearchResult } from '../search/search-query.ts';

/** A ranking for some queries, opened and judged against the caller's question. */
export interface Found {
  readonly results: readonly SearchResult[];
  readonly ranking: readonly MergedEvent[];
  readonly opened: readonly OpenedEvent[];
  readonly judged: Judgement;
}

export interface Attempt {
  readonly queries: readonly string[];
  readonly reason: EscalationReason;
  /** Confidence of the answer from these queries and all before. */
  readonly confidence: number;
}

export interface Escalated {
  readonly found: Found;
  readonly attempts: readonly Attempt[];
  /** Rule that found the added queries; absent if no attempt helped. */
  readonly used?: EscalationReason;
}

interface EscalateInput {
  readonly request: RecallRequest;
  readonly first: Found;
  readonly search: (query: string) => Promise<SearchResult>;
  /** Ranks and opens the results of all queries together. */
  readonly look: (results: readonly SearchResult[]) => Promise<Looked>;
}

/** The opened events of a ranking, not yet judged. */
export interface Looked {
  /** Puts `kept` in front, in its order, and judges the result. */
  behind(kept: readonly OpenedEvent[]): Found;
}

/** Most further searches of one recall. */
const MOST_ATTEMPTS = 2;
/** Smallest gain in confidence that counts. */
const GAIN = 0.02;
/**
 * Hits of the first answer that keep their places. Further queries found more but ranked it worse in every measurement.
 */
const KEPT = 10;
/** Passages of the best hit that a second hop starts from. */
const HOP_PASSAGES = 2;

/**
 * Tries other queries for a weak answer, rule by rule, and keeps those that raise its confidence. Their hits go behind
 * the first hits of the answer. At most two attempts. Source: R5, 000 §4.3.
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
    const results = [...found.results, ...more];
    const looked = await input.look(results);
    const { confidence } = looked.behind([]).judged;
    attempts.push({ queries, reason, confidence });
    if (confidence < found.judged.confidence + GAIN) continue;
    found = looked.behind(input.first.opened.slice(0, KEPT));
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
  const { weights, asked } = first.results[0]!;
  if (reason === 'known_words') {
    const seen = new Map([...weights.keys()].map((term, at) => [term, asked.seen[at] === true]));
    const words = deps.analyser.analyseSpans(query).filter(({ term }) => seen.has(term));
    return [
      withKnownWords(words.map(({ term, start, end }) => ({ surface: query.slice(start, end), start, end, seen: seen.get(term)! }))),
    ].filter((text) => text !== undefined);
  }
  const place = { tenant: request.tenant, space: request.space };
  const [best] = await loadPassages(deps, found.opened.slice(0, 1), {
    weights,
    calls: createCallReader(deps),
    place,
    scope: request.scope ?? {},
  });
  if (best === undefined || best.passages.length === 0) return [];
  const text = best.passages
    .slice(0, HOP_PASSAGES)
    .map((passage) => passage.text)
    .join('\n');
  const heavy = await chooseExpansionTerms(deps, request, text, new Set(weights.keys()));
  return heavy.length === 0 ? [] : [`${query} ${heavy.join(' ')}`];
}

/** Puts the kept events in front, unchanged. Scores of the others are capped at that of the last kept one. */
export function keepFirst(events: readonly OpenedEvent[], kept: readonly OpenedEvent[]): OpenedEvent[] {
  const ids = new Set(kept.map(({ ranked }) => ranked.eventId));
  const most = kept.at(-1)?.ranked.score ?? Infinity;
  const behind = events.filter(({ ranked }) => !ids.has(ranked.eventId));
  return [...kept, ...behind.map((event) => ({ ...event, ranked: { ...event.ranked, score: Math.min(event.ranked.score, most) } }))];
}
