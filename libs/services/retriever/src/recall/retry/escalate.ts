import { withKnownWords, type EscalationReason } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import { judgeEvents } from '../judge/judge-events.ts';
import { loadPassages } from '../pack/load-passages.ts';
import type { RecallRun } from '../recall-run.ts';
import { chooseExpansionTerms } from './choose-expansion-terms.ts';
import type { FoundEvents } from './found-events.ts';

export interface Attempt {
  readonly queries: readonly string[];
  readonly reason: EscalationReason;
  /** Confidence of the answer from these queries and all before. */
  readonly confidence: number;
}

export interface Escalation {
  readonly found: FoundEvents;
  readonly attempts: readonly Attempt[];
  /** Rule that found the added queries; absent if no attempt helped. */
  readonly used?: EscalationReason;
}

/** Runs the pipeline again with further queries, behind those of an earlier pass. */
type FindAgain = (queries: readonly string[], before: FoundEvents) => Promise<FoundEvents>;

/** Most further passes of one recall. */
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
export async function escalate(run: RecallRun, question: Question, first: FoundEvents, findAgain: FindAgain): Promise<Escalation> {
  const { escalations, escalateBelow } = run.config;
  const kept = first.opened.slice(0, KEPT);
  const attempts: Attempt[] = [];
  let found = first;
  let used: EscalationReason | undefined;
  for (const reason of escalations) {
    if (attempts.length >= MOST_ATTEMPTS || found.judged.confidence >= escalateBelow) break;
    const queries = await queriesFor(run, question, reason, { first, found });
    if (queries.length === 0) continue;
    const again = await findAgain(queries, found);
    const { confidence } = again.judged;
    attempts.push({ queries, reason, confidence });
    if (confidence < found.judged.confidence + GAIN) continue;
    found = { ...again, ...judgeEvents(question, again, kept) };
    used = reason;
  }
  return { found, attempts, ...(used === undefined ? {} : { used }) };
}

interface Passes {
  readonly first: FoundEvents;
  /** The best pass so far. */
  readonly found: FoundEvents;
}

async function queriesFor(run: RecallRun, question: Question, reason: EscalationReason, { first, found }: Passes): Promise<string[]> {
  const query = question.request.queries[0]!;
  const { weights, asked } = first.queries[0]!;
  if (reason === 'second_hop') return secondHop(run, question, query, found);
  const seen = new Map([...weights.keys()].map((term, at) => [term, asked.seen[at] === true]));
  const words = run.deps.analyser.analyseSpans(query).filter(({ term }) => seen.has(term));
  const known = withKnownWords(
    words.map(({ term, start, end }) => ({ surface: query.slice(start, end), start, end, seen: seen.get(term)! })),
  );
  return known === undefined ? [] : [known];
}

/** Adds the terms of most weight in the best hit to the query. */
async function secondHop({ deps, calls }: RecallRun, { request }: Question, query: string, found: FoundEvents): Promise<string[]> {
  const { weights } = found.queries[0]!;
  const [best] = await loadPassages(deps, found.opened.slice(0, 1), { weights, calls, place: request, scope: request.scope ?? {} });
  if (best === undefined || best.passages.length === 0) return [];
  const text = best.passages
    .slice(0, HOP_PASSAGES)
    .map((passage) => passage.text)
    .join('\n');
  const terms = await chooseExpansionTerms(deps, request, text, new Set(weights.keys()));
  return terms.length === 0 ? [] : [`${query} ${terms.join(' ')}`];
}
