/**
 * Parts of the ranking that can be switched off, so that what each is worth can be measured. `vector`: candidates and similarity by the
 * single vector. `late`: late interaction. `context`: what neighbours and the session lend. `coverage`: how many of the query's words one
 * text holds. `speaker`: who is named, and whether it is the user who speaks. `dates`: dates of the query. `exact`: its identifiers.
 */
export const RANK_PARTS = ['vector', 'late', 'context', 'coverage', 'speaker', 'dates', 'exact'] as const;

export type RankPart = (typeof RANK_PARTS)[number];
export type RankingSwitches = Readonly<Record<RankPart, boolean>>;

/** All of them. */
export const DEFAULT_RANKING: RankingSwitches = rankingWithout([]);

/** All but these. */
export function rankingWithout(parts: readonly RankPart[]): RankingSwitches {
  return Object.fromEntries(RANK_PARTS.map((part) => [part, !parts.includes(part)])) as Record<RankPart, boolean>;
}
