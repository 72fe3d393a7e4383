/**
 * Parts of the ranking that can be switched off to measure their worth. `vector`: candidates and similarity by the
 * single vector. `late`: matches of each query word among the words of a passage. `lending`: matches in adjacent
 * passages and in the rest of the event. `context`: scores of neighbours and of the session and, with `lending`,
 * matches in the events before. `speaker`: named speakers and requested roles. `dates`: dates of the query. `exact`:
 * its identifiers, names and quoted phrases.
 */
export const RANK_PARTS = ['vector', 'late', 'lending', 'context', 'speaker', 'dates', 'exact'] as const;

export type RankPart = (typeof RANK_PARTS)[number];
export type RankingSwitches = Readonly<Record<RankPart, boolean>>;

/** All parts on. */
export const DEFAULT_RANKING: RankingSwitches = rankingWithout([]);

/** Returns switches with all parts on except these. */
export function rankingWithout(parts: readonly RankPart[]): RankingSwitches {
  return Object.fromEntries(RANK_PARTS.map((part) => [part, !parts.includes(part)])) as Record<RankPart, boolean>;
}
