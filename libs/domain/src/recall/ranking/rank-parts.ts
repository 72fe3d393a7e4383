/**
 * Parts of the ranking that can be switched off, so that what each is worth can be measured. `vector`: candidates and similarity by the
 * single vector. `late`: what each word of the query finds among the words of a passage. `lending`: what it finds in the passages beside it and
 * in its event. `context`: what neighbours and the session lend. `speaker`: who is named, and whose words are asked for. `dates`: dates of the
 * query. `exact`: its identifiers, names and quoted phrases.
 */
export const RANK_PARTS = ['vector', 'late', 'lending', 'context', 'speaker', 'dates', 'exact'] as const;

export type RankPart = (typeof RANK_PARTS)[number];
export type RankingSwitches = Readonly<Record<RankPart, boolean>>;

/** All of them. */
export const DEFAULT_RANKING: RankingSwitches = rankingWithout([]);

/** All but these. */
export function rankingWithout(parts: readonly RankPart[]): RankingSwitches {
  return Object.fromEntries(RANK_PARTS.map((part) => [part, !parts.includes(part)])) as Record<RankPart, boolean>;
}
