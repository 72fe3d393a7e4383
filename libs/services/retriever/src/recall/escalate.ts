import { withKnownWords, type EscalationReason, type Judgement, type RecallRequest } from '@total-recall/domain';
import { createCallReader } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import { heaviestOf } from './heaviest-of.ts';
import { loadPassages } from './load-passages.ts';
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
  /** Ranks and opens the results of all queries together. */
  readonly look: (results: readonly SearchResult[]) => Promise<Looked>;
}

/** What was opened of a ranking. */
export interface Looked {
  /** It judged; what is `kept` stays in front, in its order. */
  behind(kept: readonly OpenedEvent[]): Found;
}

/** Further searches of one recall at most. */
const MOST_ATTEMPTS = 2;
/** Less than this is no gain. */
const GAIN = 0.02;
/** Hits of the first answer that keep their places: further queries found more, and ranked it worse, wherever that was measured. */
const KEPT = 10;
/** Passages of the best hit that a second hop starts from. */
const HOP_PASSAGES = 2;

/**
 * Tries other queries for a weak answer, one rule after the other, and keeps those by whose hits its confidence would rise: what they found
 * joins the answer behind its first hits. Bounded: two attempts. Source: R5, 000 §4.3.
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
  const heavy = await heaviestOf(deps, request, text, new Set(weights.keys()));
  return heavy.length === 0 ? [] : [`${query} ${heavy.join(' ')}`];
}

/** The events with those that are kept in front, as they were; what follows stands no higher than the last of them. */
export function keepFirst(events: readonly OpenedEvent[], kept: readonly OpenedEvent[]): OpenedEvent[] {
  const ids = new Set(kept.map(({ ranked }) => ranked.eventId));
  const most = kept.at(-1)?.ranked.score ?? Infinity;
  const behind = events.filter(({ ranked }) => !ids.has(ranked.eventId));
  return [...kept, ...behind.map((event) => ({ ...event, ranked: { ...event.ranked, score: Math.min(event.ranked.score, most) } }))];
}
