import type { RetrieverDeps } from '../retriever-deps.ts';
import type { MergedEvent } from './merge-queries.ts';
import type { LoadedSource } from './load-sources.ts';
import type { CoveredLog } from './cover-log.ts';
import type { OpenedEvent, OpenEvents } from './open-events.ts';

/** Share of the budget that raw surroundings may take. Source: 002 A.6. */
const MOST_SHARE = 0.5;
/** Places in the session on either side of the best hit. */
const AROUND = 3;
/** Deviations below the best hit at which its surroundings stand where they were asked for. */
const BESIDE = 0.2;

/**
 * Raw events around the best hit in its session, the nearest first, those that are not indexed yet included, as far as they may be returned and are not among the evidence: beside it in
 * the ranking where they were asked for, behind all others else, so that they take only room that is left. Source: 002 A.6.
 */
export async function drillDown(
  { index }: Pick<RetrieverDeps, 'index'>,
  evidence: readonly OpenedEvent[],
  { covered, open, isAskedFor }: { readonly covered: CoveredLog; readonly open: OpenEvents; readonly isAskedFor: boolean },
): Promise<OpenedEvent[]> {
  const best = evidence[0];
  if (best === undefined) return [];
  const { tenant, space, session } = best.envelope;
  const { ordinal } = best.event.accepted;
  const places = Array.from({ length: AROUND }, (_, at) => [ordinal + at + 1, ordinal - at - 1])
    .flat()
    .filter((at) => at >= 1)
    .map((at) => ({ session, ordinal: at }));
  const found = await index.documentsAt({ tenant, space, terms: [], places });
  const pending = covered.pending
    .filter(({ opened, documents }) => opened.envelope.session === session && documents.length > 0)
    .map(({ event, opened }): [number, string] => [event.accepted.ordinal, opened.envelope.id]);
  const idAt = new Map([...found.map((document): [number, string] => [document.ordinal, document.eventId]), ...pending]);
  const known = new Set(evidence.map(({ ranked }) => ranked.eventId));
  const score = isAskedFor ? best.ranked.score - BESIDE : Math.min(...evidence.map(({ ranked }) => ranked.score)) - 1;
  const ranked = places
    .flatMap((at) => idAt.get(at.ordinal) ?? [])
    .filter((eventId) => !known.has(eventId))
    .map((eventId): MergedEvent => ({ eventId, score, sources: ['neighbour'], passages: [], factors: {} }));
  return ranked.length === 0 ? [] : open(ranked, ranked.length);
}

/** As many of the surroundings as take at most half of the budget, in their order; the first that goes over it ends them. */
export function withinHalf(sources: readonly LoadedSource[], budgetTokens: number): LoadedSource[] {
  let left = Math.floor(budgetTokens * MOST_SHARE);
  const kept: LoadedSource[] = [];
  for (const source of sources) {
    left -= source.source.overheadTokens + source.source.pieces.reduce((sum, piece) => sum + piece.tokens, 0);
    if (left < 0) break;
    kept.push(source);
  }
  return kept;
}
